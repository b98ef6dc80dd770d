# What is installed, and the packages that `cpack` makes of it in the build folder: a .tar.gz
# and a .deb. With SOURCE_DATE_EPOCH set, the same sources make the same bytes.
include(GNUInstallDirs)

# Only what is installed need be built.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set_target_properties(cuda-memlint PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS cuda-memlint RUNTIME)

# Completions of shells, which the build of the command has written.
foreach(file IN ITEMS bash-completion/completions/cuda-memlint zsh/site-functions/_cuda-memlint
        fish/vendor_completions.d/cuda-memlint.fish)
  get_filename_component(folder "${file}" DIRECTORY)
  install(FILES "${PROJECT_BINARY_DIR}/share/${file}"
          DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/${folder}")
endforeach()

# find_package(cuda-memlint) of other projects.
include(CMakePackageConfigHelpers)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/packaging/cuda-memlint-config-version.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES packaging/cuda-memlint-config.cmake
        "${PROJECT_BINARY_DIR}/packaging/cuda-memlint-config-version.cmake"
        DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/cmake/cuda-memlint")

set(doc_folder "${CMAKE_INSTALL_DATAROOTDIR}/doc/cuda-memlint")
install(FILES README.md LICENSE THIRD-PARTY-NOTICES.md .pre-commit-hooks.yaml
        DESTINATION "${doc_folder}")
install(DIRECTORY docs examples licenses DESTINATION "${doc_folder}"
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
install(FILES packaging/copyright DESTINATION "${doc_folder}")
# What services of continuous integration take.
install(DIRECTORY packaging/github packaging/gitlab DESTINATION "${doc_folder}/packaging"
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
install(FILES packaging/Containerfile DESTINATION "${doc_folder}/packaging")

# Debian wants these two packed, without the time of packing.
find_program(MEMLINT_GZIP gzip)
if(MEMLINT_GZIP)
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/packaging")
  foreach(file IN ITEMS changelog cuda-memlint.1)
    execute_process(COMMAND "${MEMLINT_GZIP}" -9nc "${PROJECT_SOURCE_DIR}/packaging/${file}"
                    OUTPUT_FILE "${PROJECT_BINARY_DIR}/packaging/${file}.gz"
                    COMMAND_ERROR_IS_FATAL ANY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "packaging/${file}")
  endforeach()
  install(FILES "${PROJECT_BINARY_DIR}/packaging/changelog.gz" DESTINATION "${doc_folder}")
  install(FILES "${PROJECT_BINARY_DIR}/packaging/cuda-memlint.1.gz"
          DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
endif()

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME cuda-memlint)
set(CPACK_PACKAGE_VENDOR "cuda-memlint")
set(CPACK_PACKAGE_CONTACT "cuda-memlint developers <cuda-memlint@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "static analyser of CUDA kernels' memory accesses")
set(CPACK_PACKAGE_DESCRIPTION
    "Predicts from CUDA C++ what the GPU's memory system will do with it: uncoalesced
and misaligned accesses, bank conflicts, divergent barriers, races.  Needs no GPU,
no CUDA toolkit and no compiler.")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/packaging/settle_times.cmake")

# The command is static: no library is asked for. What some of its options start is only
# suggested.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-tidy-19, git, pre-commit")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" platform)
set(CPACK_PACKAGE_FILE_NAME "cuda-memlint-${PROJECT_VERSION}-${platform}")
include(CPack)
