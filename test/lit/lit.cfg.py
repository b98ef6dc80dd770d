# The lit suite: annotated CUDA files and command-line tests.
#
# Substitutions:
#   %cuda-memlint  the command under test
#   %json          the same, printing JSON; warnings are not a failure
#   %query         turns that JSON into one line per access and launch
#   %race-counts   turns that JSON into one line per kernel and launch: pairs, by verdict
#   %check-schema  holds that JSON against a schema
#   %exit CODE     runs the command after it, which must end with that exit code
#   %check-page    uses an HTML report in a browser, for what says `REQUIRES: browser`
#   %check-requests   holds what the page of an HTML report computes against the tool's numbers, for
#                  what says `REQUIRES: node`
#   %check-sarif   holds a SARIF log against what the format demands
#   %python        the interpreter that runs lit
#   %examples      the folder examples/
#   %tidy-wrapper, %tidy-module, %tidy-config   cuda-memlint-tidy, the module that clang-tidy
#                  loads, and the options for Clang that go with it, for what says
#                  `REQUIRES: clang-tidy-module`
#   %clang-tidy, %run-clang-tidy, %clang-tidy-diff, %clang-apply-replacements   LLVM 19's
#   %compare-tidy  holds what clang-tidy prints against what the command reports
#   %replay        holds the command against the records of a GPU in test/hardware
#   %replay_warp_matrices   the same for fragments of warp matrices
#   %replay_footprint   the same for sectors that loads touch together
#   %corpus        benchmarks/corpus/run.py, which wants --tool=%cuda-memlint
#   %harness       makes a main for the kernels of a source
#   %host_cuda     compiles a generated main for the host, with a CUDA of its own
#   %instrument    makes a copy of a source that counts its own requests
#   %nvcc          NVIDIA's compiler, for what says `REQUIRES: nvcc`
#   %cupti-headers   the folder of cupti.h, for what says `REQUIRES: cupti`
#   %clang-apply-replacements   that of LLVM, for what says `REQUIRES:` it
#   %source        the root of the source tree
#   %nvim          Neovim, for what says `REQUIRES: neovim`
#   %clangd        clangd 19, for what says `REQUIRES: clangd`
#   %emacs         Emacs with Eglot, for what says `REQUIRES: emacs`
#   %git           git, for what says `REQUIRES: git`
#   %cuda-path     a CUDA toolkit, for tests that say `REQUIRES: cuda-toolkit`
# `lit --param cuda_memlint=PATH` tests another binary, such as the static one.
#
# A tree that has not run the suite yet takes the order of tests, the longest first, from
# .lit_test_times.txt beside this file (seconds, roughly; only the order counts).

import glob
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, config.test_source_root)
from quoting_format import QuotingShTest

config.name = "cuda-memlint"
config.test_format = QuotingShTest(execute_external=False)
config.suffixes = [".cu", ".hip", ".test"]
config.excludes = ["Inputs"]
# Folders that compare numbers with records of a GPU, or use pages in a browser: what they execute of
# the command other folders execute, too, and the sanitizers take long for it.
if config.sanitize:
    config.excludes += ["hardware", "html"]

binary = lit_config.params.get("cuda_memlint", config.cuda_memlint)
if not os.path.exists(binary):
    lit_config.warning(f"{binary} is not built: all tests are skipped")
    config.unsupported = True
query = os.path.join(config.test_source_root, "Inputs", "query.py")
check_schema = os.path.join(config.test_source_root, "Inputs", "check_schema.py")
expect_exit = os.path.join(config.test_source_root, "Inputs", "expect_exit.py")
corpus = os.path.join(config.source_root, "benchmarks", "corpus", "run.py")
replay = os.path.join(config.source_root, "test", "hardware", "replay.py")
replay_warp_matrices = os.path.join(
    config.source_root, "test", "hardware", "replay_warp_matrices.py")
replay_footprint = os.path.join(config.source_root, "test", "hardware", "replay_footprint.py")
config.substitutions += [
    ("%cuda-memlint", shlex.quote(binary)),
    ("%instrument", shlex.quote(os.path.join(os.path.dirname(config.cuda_memlint), "memlint-instrument"))),
    ("%harness", shlex.quote(os.path.join(os.path.dirname(config.cuda_memlint), "memlint-harness"))),
    ("%json", shlex.quote(binary) + " --format=json --fail-on=error"),
    # The longer name first: substitutions are made in order.
    ("%replay_warp_matrices",
     shlex.join([sys.executable, replay_warp_matrices, "--tool", binary])),
    ("%replay_footprint", shlex.join([sys.executable, replay_footprint, "--tool", binary])),
    ("%corpus", shlex.join([sys.executable, corpus])),
    ("%replay", shlex.join([sys.executable, replay, "--tool", binary])),
    ("%query", shlex.join([sys.executable, query])),
    ("%race-counts", shlex.join(
        [sys.executable, os.path.join(config.test_source_root, "Inputs", "race_counts.py")])),
    ("%check-schema", shlex.join([sys.executable, check_schema])),
    ("%check-sarif", shlex.join(
        [sys.executable, os.path.join(config.test_source_root, "Inputs", "check_sarif.py")])),
    ("%python", shlex.quote(sys.executable)),
    ("%host_cuda", shlex.join(
        [os.path.join(config.llvm_tools_dir, "clang++"), "-x", "c++", "-std=c++17", "-O1", "-w", "-I",
         os.path.join(config.test_source_root, "verify", "Inputs", "host_cuda")])),
    ("%exit", shlex.join([sys.executable, expect_exit])),
    ("%check-page", shlex.join(
        ["node", os.path.join(config.source_root, "test", "html", "check_page.js")])),
    ("%check-requests", shlex.join(
        ["node", os.path.join(config.test_source_root, "html", "Inputs", "check_requests.js"),
         os.path.join(config.source_root, "lib", "Report", "Html")])),
    ("%examples", shlex.quote(os.path.join(config.source_root, "examples"))),
    ("%source", shlex.quote(config.source_root)),
]
config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, os.environ["PATH"]])
# The suite starts the command thousands of times, and AddressSanitizer touches new memory for what
# functions have on the stack, and for whatever follows what was freed, until it has so much; each
# page of it takes as long as some ten thousand instructions. Faults of all kinds are still found.
if config.sanitize:
    config.environment["ASAN_OPTIONS"] = "max_uar_stack_size_log=16:quarantine_size_mb=64"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# No test finds results of another one, or writes into the user's folders: no cache can be below a
# device. Tests of the cache name its folder.
config.environment["XDG_CACHE_HOME"] = os.devnull

# A toolkit that the environment names must not decide a test's outcome; a test that
# wants one says `REQUIRES: cuda-toolkit`, and names it by %cuda-path.
for name in ("CUDA_PATH", "CUDA_HOME"):
    config.environment.pop(name, None)
toolkit = next(
    (
        path
        for path in (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda")
        if path and os.path.exists(os.path.join(path, "include", "cuda_runtime.h"))
    ),
    None,
)
if toolkit:
    config.available_features.add("cuda-toolkit")
    config.substitutions.append(("%cuda-path", shlex.quote(toolkit)))

# Compiling with nvcc takes seconds a file: `lit --param nvcc=all` does all of it.
nvcc = shutil.which("nvcc") or (toolkit and os.path.join(toolkit, "bin", "nvcc"))
if nvcc and os.path.exists(nvcc):
    config.available_features.add("nvcc")
    if lit_config.params.get("nvcc") == "all":
        config.available_features.add("nvcc-all")
    config.substitutions.append(("%nvcc", shlex.quote(nvcc)))
    nvcc_root = os.path.dirname(os.path.dirname(os.path.realpath(nvcc)))
    for folder in ("extras/CUPTI/include", "include"):
        if os.path.exists(os.path.join(nvcc_root, folder, "cupti.h")):
            config.available_features.add("cupti")
            config.substitutions.append(
                ("%cupti-headers", shlex.quote(os.path.join(nvcc_root, folder))))
            break

if shutil.which("clang-tidy-19"):
    config.available_features.add("clang-tidy")
if shutil.which("vim") and os.path.isdir("/usr/share/vim-ale"):
    config.available_features.add("vim-ale")
neovim = shutil.which("nvim")
if neovim:
    config.available_features.add("neovim")
    config.substitutions.append(("%nvim", shlex.quote(neovim)))
clangd = shutil.which("clangd-19")
if clangd:
    config.available_features.add("clangd")
    config.substitutions.append(("%clangd", shlex.quote(clangd)))
# Eglot is a package of its own before Emacs 29.
emacs = shutil.which("emacs")
if emacs and any(glob.glob("/usr/share/emacs/" + place) for place in
                 ("site-lisp/elpa/eglot-*/eglot.el", "*/lisp/progmodes/eglot.el*")):
    config.available_features.add("emacs")
    config.substitutions.append(("%emacs", shlex.quote(emacs)))
# A git whose settings are those of a test alone.
git = shutil.which("git")
if git:
    config.available_features.add("git")
    config.substitutions.append(("%git", shlex.quote(git)))
    config.environment.update({
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
    })
apply_replacements = shutil.which("clang-apply-replacements-19") or os.path.join(
    config.llvm_tools_dir, "clang-apply-replacements")
if os.path.exists(apply_replacements):
    config.available_features.add("clang-apply-replacements")
    config.substitutions.append(("%clang-apply-replacements", shlex.quote(apply_replacements)))

for program in ("cmake", "fish", "ninja", "node", "zsh"):
    if shutil.which(program):
        config.available_features.add(program)
if os.path.exists("/usr/share/bash-completion/bash_completion"):
    config.available_features.add("bash-completion")
# Another program has the same name.
if shutil.which("parallel") and b"GNU" in subprocess.run(
        ["parallel", "--version"], capture_output=True, check=False).stdout:
    config.available_features.add("gnu-parallel")
# `npm ci` in test/html, which scripts/setup.sh --ci does, fetches what drives the browser.
if (shutil.which("node") and shutil.which("chromium") and os.path.exists(
        os.path.join(config.source_root, "test", "html", "node_modules", "playwright-core"))):
    config.available_features.add("browser")
# A module that pre-commit brings.
if importlib.util.find_spec("yaml"):
    config.available_features.add("yaml")
if shutil.which("pre-commit"):
    config.available_features.add("pre-commit")

# Where a program is missing, its tests are not run. `lit --param programs=all` fails instead: after
# scripts/setup.sh --ci all of these are there.
if lit_config.params.get("programs") == "all":
    missing = {"bash-completion", "browser", "clang-apply-replacements", "clang-tidy", "clangd", "cmake", "emacs",
               "fish", "git", "neovim", "ninja", "node", "pre-commit", "vim-ale", "yaml",
               "zsh"} - set(config.available_features)
    if missing:
        lit_config.fatal("not installed: " + ", ".join(sorted(missing)))

# AddressSanitizer ends the process where a stack overflows. A test that runs the command on all
# sources may run it on fewer there.
config.available_features.add("sanitizers" if config.sanitize else "stack-overflow")

# Reports of compute-sanitizer on the planted programs, once a GPU has made them.
if os.path.exists(os.path.join(config.source_root, "test", "hardware", "sanitizer", "recorded")):
    config.available_features.add("sanitizer-records")

# Files whose permissions say so are unreadable to all but root.
if os.geteuid() != 0:
    config.available_features.add("permissions")

# The module is not built with the sanitizers, whose run time clang-tidy lacks.
build = os.path.dirname(os.path.dirname(config.cuda_memlint))
tidy_module = os.path.join(build, "lib", "libCudaMemlintTidy.so")
tidy_tools = {
    "%" + name: shutil.which(program)
    for name, program in (
        ("clang-tidy-diff", "clang-tidy-diff-19.py"),
        ("run-clang-tidy", "run-clang-tidy-19"),
        ("clang-tidy", "clang-tidy-19"),
        ("clang-apply-replacements", "clang-apply-replacements-19"),
    )
}
if os.path.exists(tidy_module) and all(tidy_tools.values()):
    config.available_features.add("clang-tidy-module")
    config.substitutions += [
        ("%tidy-wrapper",
         shlex.quote(os.path.join(os.path.dirname(config.cuda_memlint), "cuda-memlint-tidy"))),
        ("%tidy-module", shlex.quote(tidy_module)),
        ("%tidy-config",
         shlex.quote(os.path.join(build, "share", "cuda-memlint", "clang-tidy.cfg"))),
        ("%compare-tidy", shlex.join(
            [sys.executable, os.path.join(config.test_source_root, "Inputs", "compare_tidy.py"),
             "--memlint", binary])),
    ] + [(name, shlex.quote(path)) for name, path in tidy_tools.items()]
