# Language level, warnings, sanitizers, linker and ccache: what every target of the project is compiled with.
# Third-party headers come in as SYSTEM (CachelintThirdParty), so the warnings are about this project only.

include(CheckLinkerFlag)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON) # the static libraries also go into the clang-tidy plugin
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

add_library(cachelintFlags INTERFACE)
target_include_directories(cachelintFlags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(cachelintFlags INTERFACE -Wall -Wextra -Wno-unused-parameter)
if(CACHELINT_WERROR)
  target_compile_options(cachelintFlags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 reports these inside std::optional and std::variant at -O1 and above (GCC PR 80635, 105562).
  target_compile_options(cachelintFlags INTERFACE -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # std::stable_sort of libstdc++ 12 uses what it declares deprecated itself, which clang then reports in our code.
  target_compile_options(cachelintFlags INTERFACE -Wno-deprecated-declarations)
endif()
if(CACHELINT_ASSERTS)
  target_compile_options(cachelintFlags INTERFACE -UNDEBUG)
endif()

if(CACHELINT_SANITIZE)
  add_compile_options(-fsanitize=${CACHELINT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CACHELINT_SANITIZE})
endif()
if(CACHELINT_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "CACHELINT_FUZZ needs clang (libFuzzer)")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# lld links against libclang-cpp several times faster than bfd; keep the platform's linker where lld is missing.
if(NOT APPLE)
  check_linker_flag(CXX -fuse-ld=lld CACHELINT_HAVE_LLD)
  if(CACHELINT_HAVE_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()

# The sloppiness is what ccache needs to accept precompiled headers. With the base directory set to the tree
# and the working directory left out of the hash, clones and worktrees share results.
if(CACHELINT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE_EXECUTABLE ccache)
  mark_as_advanced(CCACHE_EXECUTABLE)
  if(CCACHE_EXECUTABLE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_EXECUTABLE})
  endif()
endif()
