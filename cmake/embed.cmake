# Writes a C file that holds texts as they are.  The id of a text is its path below BASE without the
# last extension.  With FUNCTION the file has a function that finds a text by its id; with LIST a list
# of all, in the order of the ids: struct shipped_text.
#   cmake -D OUTPUT=FILE -D HEADER=FILE -D FUNCTION=NAME|-D LIST=NAME -D BASE=FOLDER -D "INPUTS=FILE;..." -P embed.cmake
set(text "#include \"${HEADER}\"\n\n#include <string.h>\n\n")
set(cases "")
set(rows "")
set(inputs ${INPUTS})
# A text comes before those whose ids go on: '!' sorts before all that an id has, '.' does not.
list(TRANSFORM inputs REPLACE "\\.([^./]*)$" "!\\1")
list(SORT inputs)
list(TRANSFORM inputs REPLACE "!([^!/]*)$" ".\\1")
foreach(input ${inputs})
    file(RELATIVE_PATH id ${BASE} ${input})
    string(REGEX REPLACE "\\.[^.]*$" "" id ${id})
    file(READ ${input} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(MAKE_C_IDENTIFIER text_${id} name)
    string(APPEND text "static const char ${name}[] = {${bytes}0};\n")
    string(APPEND cases "    if (strcmp(id, \"${id}\") == 0)\n        return ${name};\n")
    string(APPEND rows "    {\"${id}\", ${name}, sizeof ${name} - 1},\n")
endforeach()
if(LIST)
    string(TOUPPER ${LIST}_MAX most)
    string(APPEND text "\nconst struct shipped_text ${LIST}[] = {\n${rows}    {NULL, NULL, 0}};\n"
        "_Static_assert(sizeof ${LIST} / sizeof *${LIST} <= ${most}, \"too many texts\");\n")
else()
    string(APPEND text
        "\nconst char *${FUNCTION}(const char *id) {\n    (void)id;\n${cases}    return NULL;\n}\n")
endif()
file(WRITE ${OUTPUT} "${text}")
