# Prints what bash offers for the last of some words, as it has split them.
#   complete.bash SCRIPT WORD...
source "$1" || exit
shift
COMP_WORDS=(cuda-memlint "$@")
COMP_CWORD=$#
_cuda_memlint
# None at all is a line, too.
printf '<%s>\n' "${COMPREPLY[@]}"
