"""lit's shell tests, with paths that may hold spaces."""

import copy
import os
import shlex

import lit.formats
from lit.TestRunner import getTempPaths


class QuotingShTest(lit.formats.ShTest):
    """ShTest that quotes what %s, %S and %t stand for."""

    def execute(self, test, lit_config):
        source = test.getSourcePath()
        _, temporary = getTempPaths(test)
        test.config = copy.copy(test.config)
        test.config.substitutions = test.config.substitutions + [
            ("%s", shlex.quote(source)),
            ("%S", shlex.quote(os.path.dirname(source))),
            ("%t", shlex.quote(temporary)),
        ]
        return super().execute(test, lit_config)
