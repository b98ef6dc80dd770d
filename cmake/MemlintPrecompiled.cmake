# Headers of LLVM, Clang and GoogleTest are most of what a source of ours makes the compiler
# read. They are compiled once for each kind of source:
#   memlintPrecompiledLlvm   the C++ library and LLVM
#   memlintPrecompiledClang  the same and Clang
#   memlintPrecompiledTest   the same and GoogleTest, as tests are compiled
# -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without (clang-tidy's tree: it matches all of
# a precompiled header again in each source, which takes longer than reading what is used).

# memlint_add_precompiled_header(NAME HEADER [LINK library...])
# A target that owns lib/Precompiled/HEADER.
function(memlint_add_precompiled_header name header)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  set(folder "${PROJECT_SOURCE_DIR}/lib/Precompiled")
  add_library(${name} OBJECT "${folder}/Precompiled.cpp")
  memlint_compile_options(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  target_precompile_headers(${name} PRIVATE "${folder}/${header}")
endfunction()

memlint_add_precompiled_header(memlintPrecompiledLlvm Llvm.h LINK memlint::llvm)
memlint_add_precompiled_header(memlintPrecompiledClang Clang.h LINK memlint::clang)
