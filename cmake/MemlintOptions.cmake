set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Our archives go into the clang-tidy module, too.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()

option(MEMLINT_BUILD_TESTS "Build the unit tests and set up the lit suite" ON)
option(MEMLINT_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" OFF)
option(MEMLINT_STATIC "Link everything statically, the C library included, for a lone binary" OFF)
option(MEMLINT_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(MEMLINT_FUZZ "Build parsers as targets of libFuzzer, whose coverage all code counts" OFF)

if(MEMLINT_STATIC AND MEMLINT_SANITIZE)
  message(FATAL_ERROR "MEMLINT_STATIC and MEMLINT_SANITIZE exclude each other: "
                      "the sanitizers' run time needs a shared C library")
endif()

if(MEMLINT_SANITIZE)
  # What is left out takes a third of the time to compile: a null pointer ends the process by itself,
  # x86-64 reads at any alignment, AddressSanitizer knows where objects end, and LLVM's casts assert
  # what is cast.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr
                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(MEMLINT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
