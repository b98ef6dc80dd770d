# Finds LLVM and Clang 19 and defines what our targets link:
#   memlint::llvm        LLVM's Support libraries
#   memlint::clang       Clang: parsing, the AST, tooling (and memlint::llvm)
#   memlint::executable  what every executable adds at its link
# They come from shared libraries where those exist (quick to link), or from
# archives, the C library included, when MEMLINT_STATIC is on.

find_package(LLVM 19.1 REQUIRED CONFIG)
find_package(Clang ${LLVM_PACKAGE_VERSION} REQUIRED CONFIG HINTS "${LLVM_DIR}/../clang")
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}, "
               "Clang in ${CLANG_INSTALL_PREFIX}")

add_library(memlint_llvm INTERFACE)
add_library(memlint::llvm ALIAS memlint_llvm)
target_include_directories(memlint_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(MEMLINT_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(memlint_llvm INTERFACE ${MEMLINT_LLVM_DEFINITIONS} -fno-exceptions)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(memlint_llvm INTERFACE -fno-rtti)
endif()

add_library(memlint_clang INTERFACE)
add_library(memlint::clang ALIAS memlint_clang)
target_include_directories(memlint_clang SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
target_link_libraries(memlint_clang INTERFACE memlint_llvm)

add_library(memlint_executable INTERFACE)
add_library(memlint::executable ALIAS memlint_executable)

if(TARGET LLVM)
  target_link_libraries(memlint_llvm INTERFACE LLVM)
else()
  target_link_libraries(memlint_llvm INTERFACE LLVMSupport)
endif()
if(TARGET clang-cpp)
  target_link_libraries(memlint_clang INTERFACE clang-cpp)
else()
  target_link_libraries(memlint_clang INTERFACE clangTooling clangFrontend clangDriver clangAST
                                                clangBasic)
endif()
