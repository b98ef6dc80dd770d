find_package(GTest REQUIRED)

# What is tested was optimised by its own build; tests themselves are compiled as fast as can be.
set(MEMLINT_TEST_OPTIONS -O0)

memlint_add_precompiled_header(memlintPrecompiledTest Test.h
  LINK memlint::clang GTest::gmock GTest::gtest)
target_compile_options(memlintPrecompiledTest PRIVATE ${MEMLINT_TEST_OPTIONS})
# As what reads it: CMake compiles objects and programs as position independent by options of
# their own, which a precompiled header has to agree about.
set_target_properties(memlintPrecompiledTest PROPERTIES POSITION_INDEPENDENT_CODE OFF)

# memlint_add_unit_test(NAME SOURCES file... [LINK library...])
# One GoogleTest program per folder of test/unit/ (GoogleMock and main included), which is one
# test of ctest's and leaves the results of its own in test/unit/NAME.xml of the build folder.
# MEMLINT_TEST_DATA_DIR is the path of test/ in the source tree, for tests that read data files.
function(memlint_add_unit_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  memlint_compile_options(${name})
  target_compile_options(${name} PRIVATE ${MEMLINT_TEST_OPTIONS})
  target_compile_definitions(${name} PRIVATE
                             "MEMLINT_TEST_DATA_DIR=\"${PROJECT_SOURCE_DIR}/test\"")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} memlint::llvm memlint::executable
                                        GTest::gmock GTest::gtest GTest::gmock_main)
  target_precompile_headers(${name} REUSE_FROM memlintPrecompiledTest)
  set_target_properties(${name} PROPERTIES
                        POSITION_INDEPENDENT_CODE OFF
                        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/test/unit")
  add_test(NAME ${name}
           COMMAND ${name} --gtest_brief=1 "--gtest_output=xml:${PROJECT_BINARY_DIR}/test/unit/${name}.xml")
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)
  add_dependencies(memlint-unit-tests ${name})
endfunction()
