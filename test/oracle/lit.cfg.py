# The oracle as a lit suite: a test for each file of kernels/ and of examples/.

import os
import sys

sys.path.insert(0, config.test_source_root)
from oracle_format import OracleTest

config.name = "oracle"
config.test_format = OracleTest()
config.suffixes = [".cu", ".test"]
