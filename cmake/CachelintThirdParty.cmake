# Third-party libraries as interface targets. Each is linked PRIVATE by the one folder that owns it, LLVM and fmt
# excepted, which tool/support hands on.

find_package(LLVM 19.1 REQUIRED CONFIG)
if(NOT TARGET LLVM)
  message(FATAL_ERROR "cachelint links the shared libLLVM; this LLVM in ${LLVM_DIR} has none")
endif()
separate_arguments(CACHELINT_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_library(cachelint::llvm INTERFACE IMPORTED)
target_include_directories(cachelint::llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_options(cachelint::llvm INTERFACE ${CACHELINT_LLVM_DEFINITIONS})
target_link_libraries(cachelint::llvm INTERFACE LLVM)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(cachelint::llvm INTERFACE -fno-rtti)
endif()

# Not find_package(Clang): its export file insists on every static library and tool of clang being installed.
find_library(CLANG_CPP_LIBRARY NAMES clang-cpp HINTS ${LLVM_LIBRARY_DIRS} NO_DEFAULT_PATH REQUIRED)
add_library(cachelint::clang INTERFACE IMPORTED)
target_link_libraries(cachelint::clang INTERFACE ${CLANG_CPP_LIBRARY} cachelint::llvm)

find_package(fmt REQUIRED)

find_path(ELFUTILS_INCLUDE_DIR elfutils/libdw.h REQUIRED)
find_library(ELFUTILS_DW_LIBRARY dw REQUIRED)
find_library(ELFUTILS_ELF_LIBRARY elf REQUIRED)
add_library(cachelint::elfutils INTERFACE IMPORTED)
target_include_directories(cachelint::elfutils SYSTEM INTERFACE ${ELFUTILS_INCLUDE_DIR})
target_link_libraries(cachelint::elfutils INTERFACE ${ELFUTILS_DW_LIBRARY} ${ELFUTILS_ELF_LIBRARY})

find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)
