# cachelint_embed(<target> <function> FILES ...)
#
# Puts text files into the program: the target gets a generated source with
#   llvm::ArrayRef<EmbeddedText> cachelint::driver::<function>();
# one element a file, sorted by name (the file's name without folder and extension).

if(CMAKE_SCRIPT_MODE_FILE)
  # cmake -DOUTPUT= -DFUNCTION= -DLIST= -P CachelintEmbed.cmake
  file(STRINGS ${LIST} Files)
  set(Elements "")
  foreach(File IN LISTS Files)
    get_filename_component(Name ${File} NAME_WE)
    file(READ ${File} Text)
    string(APPEND Elements "    {\"${Name}\", R\"cachelint(${Text})cachelint\"},\n")
  endforeach()
  set(Source "#include \"tool/driver/EmbeddedText.h\"\n\nnamespace cachelint::driver {\n\n")
  # The last element is not handed out: an array must have one.
  string(APPEND Source "llvm::ArrayRef<EmbeddedText> ${FUNCTION}() {\n  static const EmbeddedText All[] = {\n")
  string(APPEND Source "${Elements}    {},\n  };\n  return llvm::ArrayRef(All).drop_back();\n}\n\n")
  string(APPEND Source "} // namespace cachelint::driver\n")
  file(WRITE ${OUTPUT} "${Source}")
  return()
endif()

set(CACHELINT_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(cachelint_embed Target Function)
  cmake_parse_arguments(PARSE_ARGV 2 Arg "" "" "FILES")
  set(Output ${CMAKE_CURRENT_BINARY_DIR}/${Function}.cpp)
  # Through a file, as a list on a command line would end at the first unusual character.
  set(List ${CMAKE_CURRENT_BINARY_DIR}/${Function}.files)
  list(SORT Arg_FILES)
  list(JOIN Arg_FILES "\n" Lines)
  file(CONFIGURE OUTPUT ${List} CONTENT "@Lines@\n" @ONLY)
  add_custom_command(OUTPUT ${Output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${Output} -DFUNCTION=${Function} -DLIST=${List} -P ${CACHELINT_EMBED_SCRIPT}
    DEPENDS ${Arg_FILES} ${List} ${CACHELINT_EMBED_SCRIPT}
    COMMENT "Embedding ${Function}" VERBATIM)
  target_sources(${Target} PRIVATE ${Output})
endfunction()
