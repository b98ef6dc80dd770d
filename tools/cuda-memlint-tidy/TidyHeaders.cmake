# share/cuda-memlint, in the build tree as it is installed: CUDA's headers as cuda-memlint has
# them built in, for the parse that clang-tidy makes by itself, and clang-tidy.cfg, which names
# them to Clang.
set(TidyShare "${PROJECT_BINARY_DIR}/share/cuda-memlint")
set(TidyOwnHeaders "${PROJECT_SOURCE_DIR}/lib/Frontend/Headers")
get_property(TidyAliasHeaders GLOBAL PROPERTY MEMLINT_ALIAS_HEADERS_FOLDER)
get_property(TidyAliases GLOBAL PROPERTY MEMLINT_ALIAS_HEADERS)
set(TidyClangHeaders "${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}/include")
set(TidyHeaderCommands)
set(TidyHeaderInputs)

# The libraries for the host: what clang-tidy parses needs their functions, which ours leave out.
# A toolkit's own are plain C. They come with the types that they share.
set(TidyLibraries
  cuda/cuda.h
  libraries/cuComplex.h libraries/cublas.h libraries/cublasLt.h libraries/cublasXt.h
  libraries/cublas_api.h libraries/cublas_v2.h libraries/cudalibxt.h libraries/cufft.h
  libraries/cufftXt.h libraries/cufftw.h libraries/curand.h libraries/cusolverDn.h
  libraries/cusolverRf.h libraries/cusolverSp.h libraries/cusolverSp_LOWLEVEL_PREVIEW.h
  libraries/cusolver_common.h libraries/cusparse.h libraries/cusparse_v2.h
  libraries/library_types.h)
foreach(file IN LISTS TidyLibraries)
  get_filename_component(name "${file}" NAME)
  set(header "${TidyOwnHeaders}/${file}")
  if(NOT EXISTS "${header}")
    set(header "${TidyAliasHeaders}/${file}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  file(READ "${header}" text)
  file(CONFIGURE OUTPUT "${TidyShare}/include/${file}" @ONLY CONTENT
"#if __has_include_next(<@name@>)
#include_next <@name@>
#else
@text@#endif
")
endforeach()

function(memlint_add_tidy_header from to)
  set(TidyHeaderCommands ${TidyHeaderCommands}
      COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${from}" "${TidyShare}/include/${to}"
      PARENT_SCOPE)
  set(TidyHeaderInputs ${TidyHeaderInputs} "${from}" PARENT_SCOPE)
endfunction()

set(TidyFolders cuda libraries outlines stand-ins)
foreach(folder IN LISTS TidyFolders)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${TidyOwnHeaders}" "${TidyOwnHeaders}/${folder}/*")
  list(REMOVE_ITEM files ${TidyLibraries})
  foreach(file IN LISTS files)
    memlint_add_tidy_header("${TidyOwnHeaders}/${file}" "${file}")
  endforeach()
endforeach()
list(REMOVE_ITEM TidyAliases ${TidyLibraries})
foreach(file IN LISTS TidyAliases)
  string(REGEX MATCH "^[^/]+" folder "${file}")
  if(folder IN_LIST TidyFolders)
    memlint_add_tidy_header("${TidyAliasHeaders}/${file}" "${file}")
  endif()
endforeach()
# They replace those of Clang's that know nothing of our headers.
foreach(name IN ITEMS float inttypes iso646 limits stdalign stdarg stdbool stddef stdint stdnoreturn
        unwind cpuid mm_malloc varargs)
  memlint_add_tidy_header("${TidyClangHeaders}/${name}.h" "clang/${name}.h")
endforeach()
file(GLOB files RELATIVE "${TidyClangHeaders}" "${TidyClangHeaders}/__stdarg*.h" "${TidyClangHeaders}/__stddef*.h")
foreach(file IN LISTS files)
  memlint_add_tidy_header("${TidyClangHeaders}/${file}" "clang/${file}")
endforeach()

# The host's headers know nothing of __host__ and __device__: what they declare may be called from
# both sides. Clang itself declares operator new, once for each side, so that <new> is read outside,
# but not what it includes: std::terminate is declared again, std::exception is derived from.
set(TidyHostHeaders
  assert.h complex.h ctype.h dirent.h dlfcn.h errno.h fcntl.h fenv.h getopt.h inttypes.h libgen.h
  limits.h locale.h malloc.h math.h memory.h pthread.h sched.h setjmp.h signal.h stdint.h stdio.h
  stdlib.h string.h strings.h sys/mman.h sys/resource.h sys/stat.h sys/time.h sys/types.h time.h
  unistd.h wchar.h wctype.h
  algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono
  cinttypes climits clocale cmath codecvt compare complex concepts condition_variable coroutine
  csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque
  exception execution filesystem forward_list fstream functional future initializer_list iomanip
  ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex
  numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set
  shared_mutex source_location span sstream stack stdexcept stop_token streambuf string string_view
  syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set
  utility valarray variant vector version)
foreach(name IN LISTS TidyHostHeaders)
  file(CONFIGURE OUTPUT "${TidyShare}/include/host/${name}" @ONLY CONTENT
"#pragma clang force_cuda_host_device begin
#if __has_include(<bits/exception.h>)
#include <bits/exception.h>
#elif __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#endif
#pragma clang force_cuda_host_device end
#include <new>
#pragma clang force_cuda_host_device begin
#include_next <@name@>
#pragma clang force_cuda_host_device end
")
endforeach()
configure_file(clang-tidy.cfg "${TidyShare}/clang-tidy.cfg" COPYONLY)

set(TidyStamp "${CMAKE_CURRENT_BINARY_DIR}/headers.stamp")
add_custom_command(
  OUTPUT "${TidyStamp}"
  ${TidyHeaderCommands}
  COMMAND "${CMAKE_COMMAND}" -E touch "${TidyStamp}"
  DEPENDS ${TidyHeaderInputs}
  COMMENT "Copying the headers for clang-tidy"
  VERBATIM)
add_custom_target(cuda-memlint-tidy-headers ALL DEPENDS "${TidyStamp}")
install(DIRECTORY "${TidyShare}" DESTINATION share)
