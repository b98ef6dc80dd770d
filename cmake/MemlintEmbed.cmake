# memlint_embed_files(OUT_VARIABLE SYMBOL BASE_DIR folder FILES file...)
# Makes a source file that holds the text of the files and sets OUT_VARIABLE to its path,
# to be listed among a library's SOURCES. It defines, in namespace memlint,
#   extern const EmbeddedFile SYMBOL[];      in the order given, by path below BASE_DIR
#   extern const size_t SYMBOLCount;
# with EmbeddedFile from cuda-memlint/Support/EmbeddedFile.h; declare both where you use
# them. Files are text (no NUL bytes), their paths relative to the calling folder or
# absolute, all below BASE_DIR. The source file is made anew when one of them changes.
# May be called several times in one folder, also for BASE_DIRs outside the source tree.
#   memlint_embed_files(HeadersCpp EmbeddedHeaders BASE_DIR headers FILES headers/a.h)
#   memlint_add_library(memlintFrontend SOURCES ${HeadersCpp} ... )
function(memlint_embed_files out_variable symbol)
  cmake_parse_arguments(ARG "" "BASE_DIR" "FILES" ${ARGN})
  get_filename_component(base "${ARG_BASE_DIR}" ABSOLUTE)
  set(files)
  foreach(file IN LISTS ARG_FILES)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND files "${file}")
  endforeach()
  set(list_file "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.list")
  file(CONFIGURE OUTPUT "${list_file}" CONTENT "${files}")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DSYMBOL=${symbol}" "-DBASE_DIR=${base}"
            "-DLIST_FILE=${list_file}" -P "${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    DEPENDS ${files} "${list_file}" "${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    COMMENT "Embedding ${symbol}"
    VERBATIM)
  # Each numbers its files from 0.
  set_source_files_properties("${output}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set(${out_variable} "${output}" PARENT_SCOPE)
endfunction()
