# Finds LLVM and Clang 19 and defines what our targets link:
#   memlint::llvm        LLVM's Support libraries
#   memlint::clang       Clang: parsing, the AST, tooling (and memlint::llvm)
#   memlint::presburger  integer sets, a library of MLIR's (and memlint::llvm)
#   memlint::lsp         transport and types of the Language Server Protocol, of MLIR's (and memlint::llvm)
#   memlint::executable  what every executable adds at its link (see also lib/Runtime)
#
# They are the shared libraries where LLVM was built to be used so (quick to link), else
# archives; with MEMLINT_STATIC always archives, the C library's included, and with
# MEMLINT_SANITIZE always archives, too.

find_package(LLVM 19.1 REQUIRED CONFIG)
find_package(Clang ${LLVM_PACKAGE_VERSION} REQUIRED CONFIG HINTS "${LLVM_DIR}/../clang")

set(MEMLINT_CLANG_ROOTS clangTooling clangFrontend clangDriver clangASTMatchers clangAST clangBasic)
# Debian's Clang targets name the shared LLVM where these components are meant.
set(MEMLINT_LLVM_ROOTS LLVMWindowsDriver LLVMFrontendOpenMP LLVMOption LLVMTargetParser LLVMSupport)

# memlint_collect_archives(OUT_VARIABLE target...)
# The archives of LLVM's and Clang's imported targets and of all that they link, by path:
# linking the targets themselves could bring in the shared library beside the archives.
function(memlint_collect_archives out_variable)
  set(pending ${ARGN})
  set(seen)
  set(archives)
  while(pending)
    list(POP_FRONT pending name)
    if(name IN_LIST seen OR NOT name MATCHES "^(LLVM|clang)[A-Z]")
      continue()
    endif()
    list(APPEND seen ${name})
    if(NOT TARGET ${name})
      message(FATAL_ERROR "LLVM in ${LLVM_INSTALL_PREFIX} has no library ${name}")
    endif()
    set(location)
    get_target_property(configurations ${name} IMPORTED_CONFIGURATIONS)
    foreach(configuration IN LISTS configurations)
      get_target_property(location ${name} IMPORTED_LOCATION_${configuration})
    endforeach()
    if(NOT EXISTS "${location}")
      message(FATAL_ERROR "Cannot find the archive of ${name}: ${location}")
    endif()
    list(APPEND archives "${location}")
    get_target_property(links ${name} INTERFACE_LINK_LIBRARIES)
    if(links)
      # In a static library's interface, private links are wrapped in LINK_ONLY.
      string(REGEX REPLACE "\\$<LINK_ONLY:([^>]*)>" "\\1" links "${links}")
      list(APPEND pending ${links})
    endif()
  endwhile()
  set(${out_variable} ${archives} PARENT_SCOPE)
endfunction()

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

# It has no shared counterpart, and needs nothing of the rest of MLIR.
find_library(MEMLINT_PRESBURGER NAMES libMLIRPresburger.a REQUIRED
             PATHS "${LLVM_LIBRARY_DIR}" NO_DEFAULT_PATH)
add_library(memlint_presburger INTERFACE)
add_library(memlint::presburger ALIAS memlint_presburger)
target_link_libraries(memlint_presburger INTERFACE "${MEMLINT_PRESBURGER}" memlint_llvm)

# The same holds for it.
find_library(MEMLINT_LSP NAMES libMLIRLspServerSupportLib.a REQUIRED
             PATHS "${LLVM_LIBRARY_DIR}" NO_DEFAULT_PATH)
add_library(memlint_lsp INTERFACE)
add_library(memlint::lsp ALIAS memlint_lsp)
target_link_libraries(memlint_lsp INTERFACE "${MEMLINT_LSP}" memlint_llvm)

add_library(memlint_executable INTERFACE)
add_library(memlint::executable ALIAS memlint_executable)

# With the sanitizers, loading and relocating the shared libraries, and the search for leaks in
# them, take longer than most of the tests' runs.
if(NOT MEMLINT_STATIC AND NOT MEMLINT_SANITIZE AND LLVM_LINK_LLVM_DYLIB AND CLANG_LINK_CLANG_DYLIB
   AND TARGET LLVM AND TARGET clang-cpp)
  set(MEMLINT_LLVM_FLAVOUR "shared libraries")
  target_link_libraries(memlint_llvm INTERFACE LLVM)
  target_link_libraries(memlint_clang INTERFACE clang-cpp memlint_llvm)
else()
  set(MEMLINT_LLVM_FLAVOUR "archives")
  memlint_collect_archives(MEMLINT_LLVM_ARCHIVES ${MEMLINT_LLVM_ROOTS})
  memlint_collect_archives(MEMLINT_CLANG_ARCHIVES ${MEMLINT_CLANG_ROOTS})
  list(REMOVE_ITEM MEMLINT_CLANG_ARCHIVES ${MEMLINT_LLVM_ARCHIVES})

  set(MEMLINT_COMPRESSION)
  foreach(library IN ITEMS z zstd)
    if((library STREQUAL z AND LLVM_ENABLE_ZLIB) OR (library STREQUAL zstd AND LLVM_ENABLE_ZSTD))
      if(MEMLINT_STATIC)
        find_library(MEMLINT_LIB_${library} NAMES lib${library}.a REQUIRED)
      else()
        find_library(MEMLINT_LIB_${library} NAMES ${library} REQUIRED)
      endif()
      list(APPEND MEMLINT_COMPRESSION "${MEMLINT_LIB_${library}}")
    endif()
  endforeach()
  find_package(Threads REQUIRED)

  # As groups, so that no linker minds the order of the archives.
  list(JOIN MEMLINT_LLVM_ARCHIVES "," llvm_group)
  list(JOIN MEMLINT_CLANG_ARCHIVES "," clang_group)
  target_link_libraries(memlint_llvm INTERFACE
    "$<LINK_GROUP:RESCAN,${llvm_group}>" ${MEMLINT_COMPRESSION} Threads::Threads ${CMAKE_DL_LIBS} m)
  target_link_libraries(memlint_clang INTERFACE "$<LINK_GROUP:RESCAN,${clang_group}>" memlint_llvm)
  target_link_options(memlint_executable INTERFACE -Wl,--gc-sections)
endif()

# Results that are kept are those of one build.
target_link_options(memlint_executable INTERFACE -Wl,--build-id=sha1)

if(MEMLINT_STATIC)
  add_compile_options(-ffunction-sections -fdata-sections)
  target_link_options(memlint_executable INTERFACE -static -Wl,-s)
elseif(MEMLINT_SANITIZE)
  target_link_options(memlint_executable INTERFACE -no-pie)
endif()

include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld MEMLINT_HAVE_LLD)
if(MEMLINT_HAVE_LLD)
  add_link_options(-fuse-ld=lld)
endif()

message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX}: ${MEMLINT_LLVM_FLAVOUR}")
