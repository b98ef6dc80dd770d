# find_package(cuda-memlint) finds the program that was installed with this file, else one on PATH, and
# defines
#
#   cuda_memlint_target(TARGET [OPTIONS option...] [TEST] [ALL])
#
# For the .cu and .hip files among the sources of TARGET, with its include folders, definitions and C++
# standard:
#   cuda-memlint-TARGET   a target of the build that analyses them; it fails on warnings
#   cuda-memlint          a target that builds all of these
#   TEST                  a test of ctest, cuda-memlint-TARGET, does the same
#   ALL                   so does each build of everything
# OPTIONS are those of the program, such as --fail-on=error. CUDA_MEMLINT_EXECUTABLE is the program.
# TARGET is a program or a library of the project. It is not built for the analysis, and neither nvcc
# nor CMake's CUDA language is needed.

cmake_minimum_required(VERSION 3.19)

get_filename_component(_cuda_memlint_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(CUDA_MEMLINT_EXECUTABLE cuda-memlint HINTS "${_cuda_memlint_root}/bin")
unset(_cuda_memlint_root)
if(NOT CUDA_MEMLINT_EXECUTABLE)
  set(cuda-memlint_FOUND FALSE)
  string(CONCAT cuda-memlint_NOT_FOUND_MESSAGE "the program cuda-memlint is neither installed beside "
         "${CMAKE_CURRENT_LIST_DIR} nor on PATH: set CUDA_MEMLINT_EXECUTABLE")
  return()
endif()

function(cuda_memlint_target target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "TEST;ALL" "" "OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cuda_memlint_target: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "cuda_memlint_target: no target '${target}'")
  endif()
  get_target_property(folder "${target}" SOURCE_DIR)
  set(sources "$<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,[.](cu|hip)$>")
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  # That of CUDA comes first, as for nvcc.
  set(cuda_standard "$<TARGET_PROPERTY:${target},CUDA_STANDARD>")
  set(cxx_standard "$<TARGET_PROPERTY:${target},CXX_STANDARD>")
  set(standard "$<IF:$<BOOL:${cuda_standard}>,${cuda_standard},${cxx_standard}>")
  set(command
      "${CUDA_MEMLINT_EXECUTABLE}" ${ARG_OPTIONS}
      "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>"
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>"
      "$<$<BOOL:${standard}>:-std=c++${standard}>"
      "${sources}")
  set(all)
  if(ARG_ALL)
    set(all ALL)
  endif()
  add_custom_target("cuda-memlint-${target}" ${all}
    COMMAND ${command}
    WORKING_DIRECTORY "${folder}"
    COMMENT "Analysing the kernels of ${target}"
    COMMAND_EXPAND_LISTS
    VERBATIM)
  if(NOT TARGET cuda-memlint)
    add_custom_target(cuda-memlint)
  endif()
  add_dependencies(cuda-memlint "cuda-memlint-${target}")
  if(ARG_TEST)
    add_test(NAME "cuda-memlint-${target}" COMMAND ${command} WORKING_DIRECTORY "${folder}"
             COMMAND_EXPAND_LISTS)
  endif()
endfunction()
