# cachelint_add_library(<folder> SOURCES ... [LINK_PUBLIC ...] [LINK_PRIVATE ...] [PCH header] [EXCEPTIONS])
#
# The static library of one folder: `support` makes the target cachelintSupport. In LINK_* a folder is named in
# short (`model`), anything else is a target as it is (`cachelint::elfutils`).
#
# cachelint_add_executable(<name> SOURCES ... LINK ...)   with exceptions, as CLI11 and gtest need them
# cachelint_add_folder(<folder>)                          add_subdirectory when the folder is there

set(CACHELINT_FOLDERS support model ast dwarf btf insn evidence facts report rules driver lsp)

function(cachelint_target_name Folder OutVar)
  string(SUBSTRING ${Folder} 0 1 First)
  string(SUBSTRING ${Folder} 1 -1 Rest)
  string(TOUPPER ${First} First)
  set(${OutVar} cachelint${First}${Rest} PARENT_SCOPE)
endfunction()

function(cachelint_link Target Visibility)
  foreach(Library IN LISTS ARGN)
    if(Library IN_LIST CACHELINT_FOLDERS)
      cachelint_target_name(${Library} Library)
      if(NOT TARGET ${Library})
        message(FATAL_ERROR "${Target} links ${Library}, which no folder before it makes")
      endif()
    endif()
    target_link_libraries(${Target} ${Visibility} ${Library})
  endforeach()
endfunction()

function(cachelint_use_pch Target Header)
  target_precompile_headers(${Target} PRIVATE ${Header})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Without it the header's time stamp is inside the .pch and no two builds agree: ccache would never hit.
    target_compile_options(${Target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

function(cachelint_add_library Folder)
  cmake_parse_arguments(PARSE_ARGV 1 Arg "EXCEPTIONS" "PCH" "SOURCES;LINK_PUBLIC;LINK_PRIVATE")
  if(Arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cachelint_add_library(${Folder}): unknown ${Arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT Arg_SOURCES)
    message(STATUS "${Folder}: no sources, library left out")
    return()
  endif()
  cachelint_target_name(${Folder} Target)
  add_library(${Target} STATIC ${Arg_SOURCES})
  target_link_libraries(${Target} PUBLIC cachelintFlags)
  cachelint_link(${Target} PUBLIC ${Arg_LINK_PUBLIC})
  cachelint_link(${Target} PRIVATE ${Arg_LINK_PRIVATE})
  if(NOT Arg_EXCEPTIONS)
    target_compile_options(${Target} PRIVATE -fno-exceptions)
  endif()
  if(Arg_PCH)
    cachelint_use_pch(${Target} ${Arg_PCH})
  endif()
endfunction()

function(cachelint_add_executable Target)
  cmake_parse_arguments(PARSE_ARGV 1 Arg "" "" "SOURCES;LINK")
  add_executable(${Target} ${Arg_SOURCES})
  target_link_libraries(${Target} PRIVATE cachelintFlags)
  cachelint_link(${Target} PRIVATE ${Arg_LINK})
endfunction()

function(cachelint_add_folder Folder)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${Folder}/CMakeLists.txt)
    add_subdirectory(${PROJECT_SOURCE_DIR}/${Folder} ${PROJECT_BINARY_DIR}/${Folder})
  endif()
endfunction()
