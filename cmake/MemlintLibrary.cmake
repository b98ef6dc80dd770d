# memlint_compile_options(TARGET): what all our own code is compiled with.
function(memlint_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(MEMLINT_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# memlint_reuse_precompiled_header(TARGET library...)
# TARGET, which links the libraries, reads LLVM's headers precompiled; Clang's, too, where it
# names memlint::clang among them.
function(memlint_reuse_precompiled_header target)
  set(owner memlintPrecompiledLlvm)
  if("memlint::clang" IN_LIST ARGN)
    set(owner memlintPrecompiledClang)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# memlint_add_library(NAME SOURCES file... [LINK library...])
# One static library per folder of lib/; NAME is memlint<Folder>. LLVM's Support
# libraries come with each; a library that uses Clang links memlint::clang.
function(memlint_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}/include")
  memlint_compile_options(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} memlint::llvm)
  memlint_reuse_precompiled_header(${name} ${ARG_LINK})
endfunction()

# memlint_add_tool(NAME SOURCES file... [LINK library...])
# One command, built into bin/.
function(memlint_add_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  memlint_compile_options(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} memlint::llvm memlint::executable)
endfunction()

# memlint_add_subdirectories()
# Adds each folder beside the calling CMakeLists.txt that has one of its own.
# Order does not matter: link names are resolved after all have been read.
macro(memlint_add_subdirectories)
  file(GLOB MemlintListFiles CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}"
       "${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt")
  foreach(MemlintListFile IN LISTS MemlintListFiles)
    get_filename_component(MemlintFolder "${MemlintListFile}" DIRECTORY)
    add_subdirectory("${MemlintFolder}")
  endforeach()
endmacro()
