# Writes a C file that holds texts as they are, and a function that finds one by its name: its path
# below BASE without the last extension.
#   cmake -D OUTPUT=FILE -D HEADER=FILE -D FUNCTION=NAME -D BASE=FOLDER -D "INPUTS=FILE;..." -P embed.cmake
set(text "#include \"${HEADER}\"\n\n#include <string.h>\n\n")
set(cases "")
foreach(input ${INPUTS})
    file(RELATIVE_PATH id ${BASE} ${input})
    string(REGEX REPLACE "\\.[^.]*$" "" id ${id})
    file(READ ${input} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(MAKE_C_IDENTIFIER ${id} name)
    string(APPEND text "static const char ${name}[] = {${bytes}0};\n")
    string(APPEND cases "    if (strcmp(id, \"${id}\") == 0)\n        return ${name};\n")
endforeach()
string(APPEND text "\nconst char *${FUNCTION}(const char *id) {\n    (void)id;\n${cases}    return NULL;\n}\n")
file(WRITE ${OUTPUT} "${text}")
