find_package(GTest REQUIRED)
include(GoogleTest)

# memlint_add_unit_test(NAME SOURCES file... [LINK library...])
# One GoogleTest program per folder of test/unit/ (GoogleMock and main included);
# each of its tests is registered with ctest. MEMLINT_TEST_DATA_DIR is the path of
# test/ in the source tree, for tests that read data files.
function(memlint_add_unit_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  memlint_compile_options(${name})
  target_compile_definitions(${name} PRIVATE
                             "MEMLINT_TEST_DATA_DIR=\"${PROJECT_SOURCE_DIR}/test\"")
  target_link_libraries(${name} PRIVATE ${ARG_LINK} memlint::llvm memlint::executable
                                        GTest::gmock GTest::gtest GTest::gmock_main)
  set_target_properties(${name} PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/test/unit")
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES TIMEOUT 300)
  add_dependencies(memlint-unit-tests ${name})
endfunction()
