//===- Options.td - The options of the command ----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One entry per option: its name, what --help says of it, its group there, and which commands take
// it (without Visibility: cuda-memlint itself). `Values` is what an error message says is expected;
// an option that has it does not take an empty value.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

def OfCost : OptionVisibility;
def OfClangCommands : OptionVisibility;
def OfMerge : OptionVisibility;
def OfRecord : OptionVisibility;
def OfDoctor : OptionVisibility;
def OfCompletions : OptionVisibility;
def OfDiff : OptionVisibility;
def OfInit : OptionVisibility;
class OfAll : Visibility<[DefaultVis, OfCost, OfClangCommands, OfMerge, OfRecord, OfDoctor,
                         OfCompletions, OfDiff, OfInit]>;
class OfCosts : Visibility<[DefaultVis, OfCost, OfClangCommands]>;
/// What is about the report, or the machine.
class OfReports : Visibility<[DefaultVis, OfMerge]>;
class OfReaders : Visibility<[DefaultVis, OfClangCommands]>;
class OfToolUsers : Visibility<[DefaultVis, OfClangCommands, OfRecord, OfDoctor]>;
class OfConfigured : Visibility<[DefaultVis, OfDoctor]>;
/// What is printed in several formats.
class OfFormats : Visibility<[DefaultVis, OfMerge, OfDoctor, OfDiff]>;
/// What keeps something for later runs.
class OfKeepers : Visibility<[DefaultVis, OfMerge, OfRecord, OfDoctor]>;

class HelpGroup<string heading> : OptionGroup<"<" # heading # ">"> { string HelpText = heading; }
def Analysis : HelpGroup<"Analysis">;
def Fixing : HelpGroup<"Fixing">;
def General : HelpGroup<"General">;
def Output : HelpGroup<"Output">;
def Reading : HelpGroup<"Reading the source">;
def Verifying : HelpGroup<"Verifying on a GPU">;
/// Compile options that may stand before the `--`.
def Compiling : OptionGroup<"<compile options>">;

class Switch<string name, string help> : Flag<["--", "-"], name>, HelpText<help>;
/// `--name=value` or `--name value`.
multiclass Value<string name, string value, string help> {
  def "" : Separate<["--", "-"], name>, MetaVarName<"<" # value # ">">, HelpText<help>;
  def _EQ : Joined<["--", "-"], name # "=">, Alias<!cast<Option>(NAME)>;
}
/// `--name` or `--name=value`.
multiclass OptionalValue<string name, string value, string help> {
  def "" : Flag<["--", "-"], name>, MetaVarName<"<" # value # ">">, HelpText<help>;
  def _EQ : Joined<["--", "-"], name # "=">, Alias<!cast<Option>(NAME)>;
}

let Group = Analysis in {
defm args : Value<"args", "arguments",
  "Arguments of the program, as in a shell: main is analysed with them, and --verify and similar "
  "options run it with them">;
defm baseline : Value<"baseline", "file", "Report only findings that are not in this baseline">,
  Values<"the path of a file">, OfReports;
defm write_baseline : Value<"write-baseline", "file",
  "Write the findings of this run to a baseline; none of them makes the exit code 1">,
  Values<"the path of a file">, OfReports;
defm cache_dir : Value<"cache-dir", "folder",
  "Keep results for later runs in this folder (default: $XDG_CACHE_HOME/cuda-memlint, or "
  "~/.cache/cuda-memlint)">, Values<"a folder">, OfKeepers;
defm cache_limit : Value<"cache-limit", "megabytes",
  "Size of that folder at which the results unused for longest are removed (default: 1024)">, OfReports;
def no_cache : Switch<"no-cache", "Analyse everything anew and keep no results">, OfReports;
defm checks : Value<"checks", "globs",
  "Comma-separated globs of checks to run; a leading - excludes">,
  Values<"check globs, such as '-*,cuda-shared-*'">;
defm config : Value<"config", "file",
  "Configuration for all files (default: for each file, the nearest .cuda-memlint.yaml in its "
  "folder or above)">, Values<"the path of a configuration">, OfConfigured;
def no_config : Switch<"no-config", "Ignore configuration files">, OfConfigured;
defm fail_on : Value<"fail-on", "none|remark|warning|error",
  "Lowest severity that makes the exit code 1">, OfReports;
defm file_memory : Value<"file-memory", "megabytes",
  "Give up a file whose analysis takes more memory "
  "(default: 4096 for each of several files and in the language server)">, OfReports;
defm file_timeout : Value<"file-timeout", "seconds",
  "Give up a file whose analysis takes longer "
  "(default: 120 for each of several files and in the language server)">, OfReports;
def threads : JoinedOrSeparate<["-"], "j">, MetaVarName<"<number>">,
  HelpText<"Number of files to analyse in parallel (default: number of hardware threads)">, OfReports;
def threads_EQ : Joined<["-"], "j=">, Alias<threads>, OfReports;
defm min_excess : Value<"min-excess", "percent",
  "Warn of accesses whose excess is at least this share of their own traffic (default: 10)">;
defm min_share : Value<"min-share", "percent",
  "Warn of accesses whose excess is at least this share of the kernel's traffic to the same memory "
  "space, where that is known (default: 2)">;
def keep_going : Switch<"keep-going",
  "Report what can be analysed of files with errors in the source, and do not fail for the errors">, OfReports;
defm launch : Value<"launch", "launch",
  "Launch configuration of a kernel, overriding the source">;
defm launches : Value<"launches", "file",
  "Analyse kernels as they were launched when 'cuda-memlint record' wrote this file">,
  Values<"the path of a file">;
defm shard : Value<"shard", "i/n",
  "Analyse the i-th of n parts of the files only and write the results to --shard-output">,
  Values<"two numbers, as in --shard=2/4">;
defm shard_output : Value<"shard-output", "file",
  "Where --shard writes the results, for 'cuda-memlint merge'">, Values<"a file name">;
defm space : Value<"space", "global|shared|constant", "Memory space of the requests">,
  Visibility<[OfCost]>;
}

let Group = Fixing in {
def fix : Switch<"fix",
  "Apply fixes that have been verified by re-analysis; report what is left">, OfReports;
def fix_dry_run : Switch<"fix-dry-run",
  "Print what --fix would change as a diff; write nothing">, OfReports;
def no_fixes : Switch<"no-fixes",
  "Report findings without edits: none is verified, which is quicker">, OfReports;
def unsafe_fixes : Switch<"unsafe-fixes",
  "With --fix and similar options: also apply unsafe fixes, which may be wrong for code that is not "
  "visible">, OfReports;
defm export_fixes : Value<"export-fixes", "file",
  "Write the fixes to a file for clang-apply-replacements">, Values<"a file name">, OfReports;
}

let Group = General in {
def dump_config : Switch<"dump-config", "Print the effective configuration of the first file">;
defm explain_check : Value<"explain-check", "name", "Show the documentation of a check">;
def help : Switch<"help", "Show this help">, OfAll;
def h : Switch<"h", "Alias for --help">, Alias<help>, OfAll;
def licenses : Switch<"licenses", "Show the licence and third-party notices">;
def list_checks : Switch<"list-checks", "List all checks">;
def version : Switch<"version", "Show the version">;
}

let Group = Output in {
defm also : Value<"also", "format:file",
  "Also write a report in this format to a file, atomically; may be repeated">,
  Values<"a format and a file, as in --also=sarif:out.sarif">, OfReports;
defm changed_lines : OptionalValue<"changed-lines", "revision|staged",
  "Report only findings on lines that git lists as changed: since the last commit, since a "
  "revision, or staged">, OfReports;
defm changed_lines_diff : Value<"changed-lines-diff", "file|-",
  "Report only findings on lines changed by this unified diff">,
  Values<"the path of a diff, or - for standard input">, OfReports;
defm color : Value<"color", "auto|always|never", "Colour the text report; auto: on a terminal">,
  Values<"auto, always, never">, OfReports;
def each_access : Switch<"each-access",
  "Report each access by itself instead of one finding per cause">, OfReports;
defm explain : OptionalValue<"explain", "line",
  "Show how addresses are computed: of findings, or of all accesses on a line">, OfReports;
defm format : Value<"format", "format", "Report format, one of those below (default: text)">, OfFormats;
defm output : Value<"output", "file", "Write the report to a file, atomically">,
  Values<"a file name">, OfAll;
defm hyperlinks : Value<"hyperlinks", "auto|always|never",
  "Make locations and checks links in the text report; auto: on a terminal that has them">,
  Values<"auto, always, never">, OfReports;
def o : Separate<["-"], "o">, Alias<output>, HelpText<"Alias for --output">, OfAll;
def o_EQ : Joined<["-"], "o=">, Alias<output>, OfAll;
defm races : Value<"races", "sure|may",
  "Report races and divergent barriers that happen in every launch (sure), or also those that "
  "depend on data or unknown arguments (may)">;
def remarks : Switch<"remarks",
  "Also show remarks: minor findings, or ones that depend on a guessed launch">, OfReports;
def show_remarks : Switch<"show-remarks", "Alias for --remarks">, Alias<remarks>, OfReports;
def show_unknown : Switch<"show-unknown", "List accesses of unknown cost, with the reason">, OfReports;
defm sort : Value<"sort", "location|cost",
  "Order of the findings in the text report: by file and line (the default), or those that cost "
  "most first, of all files together">,
  Values<"location, cost">, OfReports;
def stats : Switch<"stats", "Count files, kernels, and accesses by class">, OfReports;
def statistics : Switch<"statistics", "Alias for --stats">, Alias<stats>, OfReports;
def summary : Switch<"summary",
  "List all accesses of each kernel, costliest first, and what they cost together">, OfReports;
defm top : Value<"top", "number",
  "Show the kernels that lose most, worst first, one line each, instead of findings">,
  Values<"a number of kernels">, OfReports;
def watch : Switch<"watch",
  "Report again whenever a source, a header or a setting changes, until Ctrl-C">;
}

let Group = Reading in {
defm arch : Value<"arch", "sm_NN",
  "Target architecture, or one of AMD's processors, such as gfx90a (default: from the compile "
  "options, else sm_90); of several, as in sm_70,sm_90, the report is about the first and tells "
  "where the others differ, and `cost` adds a column for each">,
  Values<"an architecture, such as sm_90">, OfCosts;
defm clang_config : Value<"clang-config", "file",
  "Installed clang-tidy.cfg (default: next to this program)">, Visibility<[OfClangCommands]>;
defm cuda_path : Value<"cuda-path", "folder", "Toolkit to use where one is needed">,
  Values<"the folder of a toolkit">, OfToolUsers;
def missing_files : Flag<["--", "-"], "missing-files">, Visibility<[OfClangCommands]>;
defm database : Value<"p", "folder",
  "Folder of the compile_commands.json with the compile options">,
  Values<"the folder of a compile_commands.json">, Visibility<[DefaultVis, OfClangCommands, OfDoctor, OfInit]>;
// A JSON object of texts by absolute path that stand in for those on the disk: what an editor has not
// saved, for the server alone.
def open_texts : Joined<["--"], "open-texts=">;
// A folder whose files may be edited beside those that are given: for the server alone.
def fix_folder : Joined<["--"], "fix-folder=">;
// First findings soon: races have a small part of their budget, and the report names the kernels
// for which that did not suffice. For the server alone.
def short_races : Flag<["--"], "short-races">;
def pre_commit : Switch<"pre-commit",
  "The last arguments are changed files, whatever their names; headers without kernels are skipped">;
defm stdin_filename : Value<"stdin-filename", "path",
  "Read and report standard input (-) as if it were this file">, Values<"a path">;
def times : Flag<["--", "-"], "times">, Visibility<[OfRecord]>,
  HelpText<"Also record how long the kernels take, for estimates of what a change may save">;
defm toolkit : Value<"toolkit", "auto|embedded|folder",
  "CUDA headers; auto: use a toolkit only where needed">,
  Values<"auto, embedded, or a folder">, OfReaders;
}

let Group = Verifying in {
defm emit_bundle : Value<"emit-bundle", "folder",
  "Write a folder with a script and everything it needs to measure on a machine with a GPU">,
  Values<"a new folder">;
defm import_bundle : Value<"import-bundle", "folder",
  "Compare with the measurements in such a folder">, Values<"the folder of a bundle">;
def verify : Switch<"verify",
  "Run the program, with the arguments of --args, and compare counters">;
def verify_code : Switch<"verify-code",
  "Compile with nvcc and show registers, spills, and memory instructions; needs no GPU">;
defm verify_command : Value<"verify-command", "command",
  "Run this program, built with -lineinfo, with its arguments in place of one built by nvcc">,
  Values<"a program and its arguments">;
def verify_debug : Switch<"verify-debug", "Also verify an unoptimised build (-G)">;
defm verify_folder : Value<"verify-folder", "folder",
  "Run programs in this folder (default: the current one)">, Values<"a folder">;
def verify_harness : Switch<"verify-harness",
  "Launch the kernels from a generated main even if the file has its own">;
def verify_keep : Switch<"verify-keep", "Keep programs and profiler reports, and print where">;
defm verify_launches : Value<"verify-launches", "number",
  "Measure this many launches of each kernel and shape, the first ones (default: 4)">;
defm verify_method : Value<"verify-method", "auto|counters|instrumentation|both",
  "Count with GPU counters, or with an instrumented copy of the source, which needs no privileges; "
  "auto: the copy where counters cannot be read">,
  Values<"auto, counters, instrumentation, both">;
def verify_no_record : Switch<"verify-no-record",
  "Do not run the program once before, to record its launches and their times">;
defm verify_sanitizer : OptionalValue<"verify-sanitizer", "tools",
  "Run the program under compute-sanitizer: racecheck,synccheck,memcheck,initcheck "
  "(default: all)">;
defm verify_timeout : Value<"verify-timeout", "seconds",
  "Time limit of a build or run (default: 300)">;
}

let Group = Compiling in {
def D : JoinedOrSeparate<["-"], "D">, OfReaders;
def I : JoinedOrSeparate<["-"], "I">, OfReaders;
def U : JoinedOrSeparate<["-"], "U">, OfReaders;
def include_file : Separate<["-"], "include">, OfReaders;
def isystem : JoinedOrSeparate<["-"], "isystem">, OfReaders;
def std : Separate<["--", "-"], "std">, OfReaders;
def std_EQ : Joined<["--", "-"], "std=">, OfReaders;
}
