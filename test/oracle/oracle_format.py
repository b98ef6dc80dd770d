"""lit's view of the oracle.

Tests are the files of kernels/, those of the project's examples/, and mutations/*.test,
which name a file and a way to spoil the predictions: there the comparison must fail.
witnesses/*.test execute the witnesses of races (witnesses.py): those of the planted races, of
the checks' own tests, of other sources of the tests, and spoilt ones, which must all be contradicted.
random/ compares random kernels (fuzz.py) of a few fixed seeds.
"""

import os
import pathlib

import lit.Test
import lit.formats

import fuzz
import oracle
import witnesses

MUTATIONS = ("offset", "lane", "access", "cost")
# The files, and how many witnesses must at least be executed.
WITNESSES = {
    "planted": (["hardware/races/planted/*.cu"], 200),
    "sources": (["lit/json/*.cu", "hardware/kernels/*.cu", "oracle/kernels/*.cu"], 600),
    "clean": (["hardware/races/clean/*.cu", "hardware/races/redundant/*.cu"], 0),
    "checks": (["lit/checks/cuda-*-race.cu", "lit/checks/cuda-missing-syncwarp.cu",
                "lit/checks/cuda-divergent-barrier.cu"], 120),
}
SPOILT = ["hardware/races/planted/chunks_second_barrier.cu",
          "hardware/races/planted/continue_past_barrier.cu",
          "hardware/races/planted/reduction_no_barrier.cu"]
# The seeds, each of a file of so many random kernels.
RANDOM_SEEDS, RANDOM_KERNELS = range(1, 5), 40


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
        for name in (*WITNESSES, *(f"spoilt-{way}" for way in witnesses.WAYS_TO_SPOIL)):
            yield lit.Test.Test(suite, ("witnesses", name), config)

        yield lit.Test.Test(suite, ("random", "kernels"), config)

    def execute(self, test, lit_config):
        folder, name = test.path_in_suite
        if folder == "witnesses":
            return self.execute_witnesses(test.config, name)
        tools = oracle.Tools(
            test.config.clang, test.config.instrument, test.config.runtime, test.config.compare
        )
        for tool in tools:
            if not os.path.exists(tool):
                return lit.Test.UNSUPPORTED, f"{tool} is not built"
        output = os.path.join(test.config.test_exec_root, "Output", folder)
        if folder == "random":
            right, text = fuzz.fuzz(tools, RANDOM_SEEDS, RANDOM_KERNELS, output, 10, reduces=False)
            return (lit.Test.PASS if right else lit.Test.FAIL), text
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

    def execute_witnesses(self, config, name):
        tools = witnesses.Tools(
            config.clang, config.memlint, config.instrument, config.runtime, config.witness)
        for tool in tools:
            if not os.path.exists(tool):
                return lit.Test.UNSUPPORTED, f"{tool} is not built"
        way = name.removeprefix("spoilt-") if name.startswith("spoilt-") else None
        patterns, least = (SPOILT, 0) if way else WITNESSES[name]
        tests = pathlib.Path(config.source_root) / "test"
        files = sorted(path for pattern in patterns for path in tests.glob(pattern))
        verdicts = witnesses.judge_all(tools, files, ["-std=c++17"], 2, way)
        text, kinds = witnesses.describe(verdicts)
        if way:
            right = kinds["contradicted"] == len(verdicts) > 0
        else:
            right = kinds["contradicted"] == 0 and kinds["executed"] >= least
        return (lit.Test.PASS if right else lit.Test.FAIL), text
