# cachelint_add_unit_test(<name> SOURCES ... LINK ...)   one gtest executable, one ctest
# cachelint_add_lit_suite(<folder of tests/>)            one ctest
# cachelint_add_fuzzer(<name> SOURCES ... LINK ... CORPUS <folder>)
# cachelint_add_script_test(<name> <script> ARGS ... [LABEL l])
#
# Each writes what it skipped to tests/results/ of the build directory, where the test `skips` reads it.

set(CACHELINT_RESULTS ${PROJECT_BINARY_DIR}/tests/results)
file(MAKE_DIRECTORY ${CACHELINT_RESULTS})

# Not through a version manager's shim, which is slow to start and may point anywhere.
find_program(CACHELINT_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(CACHELINT_PYTHON python3 REQUIRED)

set(LLVM_BIN_HINTS ${LLVM_TOOLS_BINARY_DIR})
find_program(CACHELINT_FILECHECK FileCheck HINTS ${LLVM_BIN_HINTS} REQUIRED)
find_program(CACHELINT_CLANG clang HINTS ${LLVM_BIN_HINTS} NO_DEFAULT_PATH REQUIRED)
find_file(CACHELINT_LIT lit.py HINTS ${LLVM_BINARY_DIR}/build/utils/lit ${LLVM_TOOLS_BINARY_DIR}/../build/utils/lit
  NO_DEFAULT_PATH REQUIRED)
find_package(GTest REQUIRED)

function(cachelint_register_test Name Label)
  set_property(GLOBAL APPEND PROPERTY CACHELINT_TESTS ${Name})
  set_tests_properties(${Name} PROPERTIES LABELS ${Label} TIMEOUT 600)
endfunction()

function(cachelint_add_unit_test Name)
  cmake_parse_arguments(PARSE_ARGV 1 Arg "" "" "SOURCES;LINK")
  set(Target unit-${Name})
  cachelint_add_executable(${Target} SOURCES ${Arg_SOURCES} LINK ${Arg_LINK} GTest::gmock GTest::gtest_main)
  add_test(NAME unit.${Name}
    COMMAND ${Target} --gtest_output=xml:${CACHELINT_RESULTS}/unit.${Name}.xml --gtest_brief=1)
  cachelint_register_test(unit.${Name} unit)
endfunction()

function(cachelint_add_lit_suite Folder)
  add_test(NAME lit.${Folder}
    COMMAND ${CACHELINT_PYTHON} ${CACHELINT_LIT} -j2 -sv --no-progress-bar --order=lexical
      --output ${CACHELINT_RESULTS}/lit.${Folder}.json ${PROJECT_BINARY_DIR}/tests/${Folder})
  cachelint_register_test(lit.${Folder} lit)
endfunction()

function(cachelint_add_fuzzer Name)
  cmake_parse_arguments(PARSE_ARGV 1 Arg "" "CORPUS" "SOURCES;LINK")
  set(Target fuzz-${Name})
  if(CACHELINT_FUZZ)
    cachelint_add_executable(${Target} SOURCES ${Arg_SOURCES} LINK ${Arg_LINK})
    target_link_options(${Target} PRIVATE -fsanitize=fuzzer)
    add_test(NAME fuzz.${Name} COMMAND ${Target} -runs=0 ${Arg_CORPUS})
  else()
    cachelint_add_executable(${Target} SOURCES ${Arg_SOURCES} ${PROJECT_SOURCE_DIR}/tests/fuzz/StandaloneMain.cpp
      LINK ${Arg_LINK})
    add_test(NAME fuzz.${Name} COMMAND ${Target} ${Arg_CORPUS})
  endif()
  cachelint_register_test(fuzz.${Name} fuzz)
endfunction()

function(cachelint_add_script_test Name Script)
  cmake_parse_arguments(PARSE_ARGV 2 Arg "" "LABEL" "ARGS")
  if(NOT Arg_LABEL)
    set(Arg_LABEL meta)
  endif()
  add_test(NAME ${Name} COMMAND ${CACHELINT_PYTHON} ${Script} ${Arg_ARGS})
  cachelint_register_test(${Name} ${Arg_LABEL})
endfunction()
