"""lit's view of the oracle.

Tests are the files of kernels/, those of the project's examples/, and mutations/*.test,
which name a file and a way to spoil the predictions: there the comparison must fail.
"""

import os

import lit.Test
import lit.formats

import oracle

MUTATIONS = ("offset", "lane", "access", "cost")


class OracleTest(lit.formats.TestFormat):
    def getTestsInDirectory(self, suite, path_in_suite, lit_config, config):
        if path_in_suite:
            return
        for folder in ("kernels", "examples"):
            where = oracle.folder_of(folder, config.source_root)
            for name in sorted(os.listdir(where)):
                if name.endswith(".cu"):
                    yield lit.Test.Test(suite, (folder, name), config)
        for mutation in MUTATIONS:
            yield lit.Test.Test(suite, ("mutations", mutation), config)

    def execute(self, test, lit_config):
        folder, name = test.path_in_suite
        tools = oracle.Tools(
            test.config.clang, test.config.instrument, test.config.runtime, test.config.compare
        )
        for tool in tools:
            if not os.path.exists(tool):
                return lit.Test.UNSUPPORTED, f"{tool} is not built"
        output = os.path.join(test.config.test_exec_root, "Output", folder)
        if folder == "mutations":
            source = os.path.join(
                oracle.folder_of("examples", test.config.source_root), "reduction_sequential.cu"
            )
            output = os.path.join(output, name)
            outcome = oracle.run(source, output, tools, [f"--mutate={name}"], expect=False)
            right = outcome.code == 1 and "DISAGREEMENT" in outcome.text
        else:
            source = os.path.join(oracle.folder_of(folder, test.config.source_root), name)
            outcome = oracle.run(source, output, tools)
            right = outcome.code == 0
        return (lit.Test.PASS if right else lit.Test.FAIL), outcome.text
