#!/usr/bin/env bash
# Installs the packages of scripts/package.sh by dpkg and tar into roots that hold nothing
# else, and lints there. Checks what lintian would mind most: modes, owners, paths of the
# build, dependencies.
#   scripts/check_package.sh [DIRECTORY]     by default build/release/packages
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
packages=$(realpath "${1:-$source_root/build/release/packages}")

fail() {
  echo "check_package: $*" >&2
  exit 1
}

deb=("$packages"/*.deb)
tar=("$packages"/*.tar.gz)
[[ ${#deb[@]} == 1 && -f ${deb[0]} && ${#tar[@]} == 1 && -f ${tar[0]} ]] ||
  fail "there is not one .deb and one .tar.gz in $packages"
for sum in "$packages"/*.sha256; do
  (cd "$packages" && sha256sum --quiet --check "$sum") || fail "$sum does not hold"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Fields.
field() { dpkg-deb --field "${deb[0]}" "$1"; }
[[ $(field Package) == cuda-memlint ]] || fail "the package is called '$(field Package)'"
version=$(field Version)
[[ $(field Architecture) == $(dpkg --print-architecture) ]] || fail "of another architecture"
for name in Depends Pre-Depends Recommends Conflicts; do
  [[ -z $(field "$name") ]] || fail "the package has $name: $(field "$name")"
done
for name in Maintainer Description Section Priority Installed-Size; do
  [[ -n $(field "$name") ]] || fail "the package has no $name"
done
control=$(dpkg-deb --ctrl-tarfile "${deb[0]}" | tar t | sed 's,^\./,,' | sed '/^$/d' | sort | xargs)
[[ $control == "control md5sums" ]] || fail "the package brings scripts: $control"

# Owners and modes.
dpkg-deb --fsys-tarfile "${deb[0]}" | tar tv --numeric-owner >"$work/files"
if odd=$(grep -vE '^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--) 0/0 ' "$work/files"); then
  fail "unusual modes or owners: $odd"
fi
if odd=$(grep -E '^-rwx' "$work/files" | grep -vE ' \./usr/bin/[a-z-]+$'); then
  fail "executables outside of usr/bin: $odd"
fi

# As root, or as one that may look like root, everything happens in a root of its own.
if ((EUID == 0)); then
  as_root=()
elif unshare --map-root-user true 2>/dev/null; then
  as_root=(unshare --map-root-user)
else
  fail "neither root nor allowed to make a user namespace (unshare --map-root-user)"
fi

# Lints with the command at $2 below the root $1: a kernel in it must be reported.
lint_in() {
  local output status=0
  output=$("${as_root[@]}" env -i "$(command -v chroot)" "$1" "$2" "$3" 2>&1) || status=$?
  if ((status != 1)) || ! grep -q 'cuda-uncoalesced-access' <<<"$output"; then
    printf '%s\n' "$output" >&2
    fail "in a root with nothing but $4, exit code $status instead of 1"
  fi
  output=$("${as_root[@]}" env -i "$(command -v chroot)" "$1" "$2" --version)
  grep -qF "cuda-memlint $version," <<<"$output" || fail "it says it is $output"
}

# The .deb, installed and removed by dpkg in a root that has only dpkg's own records.
root=$work/deb
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers} "$root/tmp"
touch "$root"/var/lib/dpkg/{status,available}
run_dpkg() { "${as_root[@]}" dpkg --root="$root" --log=/dev/null --force-script-chrootless "$@"; }
run_dpkg --install "${deb[0]}" >"$work/log" 2>&1 || fail "dpkg: $(cat "$work/log")"
[[ $(run_dpkg --status cuda-memlint | sed -n 's/^Status: //p') == "install ok installed" ]] ||
  fail "dpkg did not install it"
differences=$(run_dpkg --verify cuda-memlint)
[[ -z $differences ]] || fail "dpkg --verify: $differences"
lint_in "$root" /usr/bin/cuda-memlint /usr/share/doc/cuda-memlint/examples/transpose_naive.cu \
  "the .deb"
for file in copyright changelog.gz README.md docs/usage.md .pre-commit-hooks.yaml \
  packaging/github/action.yml packaging/gitlab/cuda-memlint.gitlab-ci.yml packaging/Containerfile; do
  [[ -s $root/usr/share/doc/cuda-memlint/$file ]] || fail "the .deb has no $file"
done
[[ -s $root/usr/share/cmake/cuda-memlint/cuda-memlint-config.cmake ]] ||
  fail "the .deb has nothing for CMake"
for file in bash-completion/completions/cuda-memlint zsh/site-functions/_cuda-memlint \
  fish/vendor_completions.d/cuda-memlint.fish; do
  [[ -s $root/usr/share/$file ]] || fail "the .deb has no $file"
done
bash -n "$root/usr/share/bash-completion/completions/cuda-memlint"
gzip --test "$root/usr/share/man/man1/cuda-memlint.1.gz"
if odd=$(grep -rlaF "$source_root/build" "$root/usr"); then
  fail "the path of the build is in: $odd"
fi
# The module for clang-tidy needs a clang-tidy, which is not in the root.
if [[ -x $root/usr/bin/cuda-memlint-tidy ]] && command -v clang-tidy-19 >/dev/null; then
  output=$("$root/usr/bin/cuda-memlint-tidy" --checks='-*,cuda-*' \
    "$root/usr/share/doc/cuda-memlint/examples/transpose_naive.cu" 2>&1) || true
  grep -q '\[cuda-uncoalesced-access' <<<"$output" ||
    fail "the module for clang-tidy that the .deb installs finds nothing: $output"
fi
run_dpkg --purge cuda-memlint >"$work/log" 2>&1 || fail "dpkg: $(cat "$work/log")"
[[ ! -e $root/usr ]] || fail "dpkg --purge leaves $(find "$root/usr")"

# The .tar.gz, wherever one likes.
mkdir -p "$work/tar/opt"
tar xzf "${tar[0]}" -C "$work/tar/opt"
folder=$(cd "$work/tar/opt" && echo *)
lint_in "$work/tar" "/opt/$folder/bin/cuda-memlint" \
  "/opt/$folder/share/doc/cuda-memlint/examples/transpose_naive.cu" "the .tar.gz"

# A container of the .tar.gz.
entry=$(python3 "$source_root/scripts/container_root.py" "$source_root/packaging/Containerfile" \
  "$work/tar/opt/$folder" "$work/container") || fail "no container can be made of the .tar.gz"
cp "$source_root/examples/transpose_naive.cu" "$work/container/src"
lint_in "$work/container" "$entry" /src/transpose_naive.cu "what the container has"

echo "check_package: ${deb[0]##*/} ($(stat -c %s "${deb[0]}") bytes) and ${tar[0]##*/} install and work"
