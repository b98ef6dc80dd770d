#!/bin/sh
# clang-tidy with the checks of cuda-memlint, for CUDA sources as nvcc compiles them:
#   cuda-memlint-tidy [clang-tidy's options] file... [-- compile options, nvcc's or Clang's]
# It takes what clang-tidy takes and may stand for it: run-clang-tidy -clang-tidy-binary ...
# CLANG_TIDY names another program than clang-tidy-19; it must be LLVM 19's.
set -eu

fail() {
  printf 'cuda-memlint-tidy: error: %s\n' "$1" >&2
  exit 2
}

# The argument as one word for eval, whatever is in it.
quote() {
  printf '%s\n' "$1" | sed "s/'/'\\\\''/g; 1s/^/'/; \$s/\$/'/"
}

# Where this file is, behind links.
self=$(readlink -f -- "$0") || fail "cannot find where '$0' is installed"
folder=${self%/*}
module=${folder%/*}/lib/libCudaMemlintTidy.so
memlint=$folder/cuda-memlint
tidy=${CLANG_TIDY:-clang-tidy-19}
[ -e "$module" ] || fail "there is no '$module': install cuda-memlint as a whole"
[ -x "$memlint" ] || fail "there is no '$memlint': install cuda-memlint as a whole"
command -v -- "$tidy" >/dev/null ||
  fail "there is no '$tidy': install clang-tidy-19, or name one in CLANG_TIDY"

# What clang-tidy gets, and the files among it; `-p` is answered below.
options=
files=
first=
database=
value_of=
while [ $# -gt 0 ]; do
  argument=$1
  [ "$argument" != -- ] || [ -n "$value_of" ] || break
  shift
  case $value_of in
  database)
    database=$argument
    value_of=
    continue
    ;;
  option)
    options="$options $(quote "$argument")"
    value_of=
    continue
    ;;
  esac
  case $argument in
  -p | --p) value_of=database ;;
  -p=* | --p=*) database=${argument#*=} ;;
  -checks | -config | -config-file | -exclude-header-filter | -export-fixes | -extra-arg | \
    -extra-arg-before | -format-style | -header-filter | -line-filter | -load | \
    -store-check-profile | -vfsoverlay | -warnings-as-errors | \
    --checks | --config | --config-file | --exclude-header-filter | --export-fixes | --extra-arg | \
    --extra-arg-before | --format-style | --header-filter | --line-filter | --load | \
    --store-check-profile | --vfsoverlay | --warnings-as-errors)
    options="$options $(quote "$argument")"
    value_of=option
    ;;
  -?*) options="$options $(quote "$argument")" ;;
  *)
    options="$options $(quote "$argument")"
    # `-` stands for no file: what only asks for checks or options has it.
    if [ "$argument" != - ]; then
      files="$files $(quote "$argument")"
      [ -n "$first" ] || first=$argument
    fi
    ;;
  esac
done
# From here on, "$@" is `--` and what follows, or nothing.

if [ -z "$files" ]; then
  [ -z "$database" ] || options="$options -p $(quote "$database")"
  eval "exec \"\$tidy\" --load \"\$module\" $options \"\$@\""
fi

# As clang-tidy does, a database is looked for upwards from the first file.
if [ -z "$database" ] && [ $# -eq 0 ]; then
  above=$(readlink -m -- "$first")
  while [ -n "$above" ] && [ -z "$database" ]; do
    above=${above%/*}
    [ ! -e "$above/compile_commands.json" ] || database=$above/
  done
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/cuda-memlint-tidy.XXXXXX") || fail "cannot make a folder"
trap 'rm -rf -- "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Some files are there for clang-tidy only: "-", or those of an overlay.
commands="clang-commands --missing-files -o \"\$work/compile_commands.json\""
[ -z "$database" ] || commands="$commands -p $(quote "$database")"
eval "\"\$memlint\" $commands $files \"\$@\"" || exit 2
status=0
eval "\"\$tidy\" --load \"\$module\" -p \"\$work\" $options" || status=$?
exit "$status"
