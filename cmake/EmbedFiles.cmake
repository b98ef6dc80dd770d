# The build step of memlint_embed_files: writes the C++ file OUTPUT, which holds the
# files named in LIST_FILE as raw string literals. A literal is followed by a NUL that
# is not counted in Size, as LLVM's memory buffers want it.
file(READ "${LIST_FILE}" files)
set(delimiter "EmBedDeD")
file(WRITE "${OUTPUT}.tmp"
     "// Made by cmake/EmbedFiles.cmake; do not edit.\n"
     "#include \"cuda-memlint/Support/EmbeddedFile.h\"\n\n"
     "namespace memlint {\nnamespace {\n")
set(table)
set(count 0)
foreach(file IN LISTS files)
  file(READ "${file}" contents)
  string(FIND "${contents}" "${delimiter}" found)
  if(NOT found EQUAL -1)
    message(FATAL_ERROR "${file} holds the text '${delimiter}', which delimits embedded files")
  endif()
  file(RELATIVE_PATH path "${BASE_DIR}" "${file}")
  file(APPEND "${OUTPUT}.tmp" "constexpr char File${count}[] = R\"${delimiter}(")
  file(APPEND "${OUTPUT}.tmp" "${contents}")
  file(APPEND "${OUTPUT}.tmp" ")${delimiter}\";\n")
  string(APPEND table "    {\"${path}\", File${count}, sizeof(File${count}) - 1},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(APPEND "${OUTPUT}.tmp"
     "} // namespace\n\n"
     "extern const EmbeddedFile ${SYMBOL}[];\nextern const size_t ${SYMBOL}Count;\n\n"
     "constexpr EmbeddedFile ${SYMBOL}[] = {\n${table}};\nconstexpr size_t ${SYMBOL}Count = ${count};\n\n"
     "} // namespace memlint\n")
file(RENAME "${OUTPUT}.tmp" "${OUTPUT}")
