# LLVM and Clang are those of the clang-tidy that loads the module: none of their libraries is
# linked, so that there are no second copies of their globals, and symbols are left undefined.
# Our own archives are linked by path, without what they name as needed.
function(memlint_collect_own_archives out_variable)
  set(pending ${ARGN})
  set(seen)
  while(pending)
    list(POP_FRONT pending name)
    if(name IN_LIST seen OR NOT name MATCHES "^memlint[A-Z]")
      continue()
    endif()
    list(APPEND seen ${name})
    get_target_property(links ${name} INTERFACE_LINK_LIBRARIES)
    if(links)
      list(APPEND pending ${links})
    endif()
  endwhile()
  set(${out_variable} ${seen} PARENT_SCOPE)
endfunction()

memlint_collect_own_archives(TidyArchives memlintSession)
set(TidyArchiveFiles)
foreach(name IN LISTS TidyArchives)
  list(APPEND TidyArchiveFiles "$<TARGET_FILE:${name}>")
endforeach()
list(JOIN TidyArchiveFiles "," TidyArchiveGroup)

add_library(CudaMemlintTidy MODULE
  CompilerState.cpp
  FindingDiagnostics.cpp
  SeparateFixes.cpp
  TidyAnalysis.cpp
  TidyCheck.cpp
  TidyModule.cpp)
add_dependencies(CudaMemlintTidy ${TidyArchives})
memlint_compile_options(CudaMemlintTidy)
target_include_directories(CudaMemlintTidy PRIVATE "${PROJECT_SOURCE_DIR}/include")
target_include_directories(CudaMemlintTidy SYSTEM PRIVATE
  ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS} "${LLVM_INSTALL_PREFIX}/include/clang-tidy")
target_compile_options(CudaMemlintTidy PRIVATE
  "$<TARGET_PROPERTY:memlint_llvm,INTERFACE_COMPILE_OPTIONS>")
target_link_libraries(CudaMemlintTidy PRIVATE
  "$<LINK_GROUP:RESCAN,${TidyArchiveGroup}>" "${MEMLINT_PRESBURGER}")
# Nothing of the module is looked up by name: it registers itself when it is loaded. A name that
# the host lacks is better missed then than in the middle of an analysis.
target_link_options(CudaMemlintTidy PRIVATE
  "SHELL:-Xlinker \"--version-script=${CMAKE_CURRENT_SOURCE_DIR}/TidyModule.map\""
  -Wl,-z,now -Wl,-z,nodelete -Wl,--gc-sections)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_link_options(CudaMemlintTidy PRIVATE -Wl,-s)
endif()
set_target_properties(CudaMemlintTidy PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib"
  LINK_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/TidyModule.map;${TidyArchiveFiles}")
install(TARGETS CudaMemlintTidy LIBRARY DESTINATION lib)
