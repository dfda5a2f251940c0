# Writes weights_learned.c, which holds the texts of src/search/weights as they are.
#   cmake -D OUTPUT=FILE -D "INPUTS=FILE;..." -P weights.cmake
set(text "#include \"search/weights.h\"\n\n")
set(cases "")
foreach(input ${INPUTS})
    get_filename_component(id ${input} NAME_WE)
    file(READ ${input} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(MAKE_C_IDENTIFIER ${id} name)
    string(APPEND text "static const char ${name}[] = {${bytes}0};\n")
    string(APPEND cases "    if (strcmp(id, \"${id}\") == 0)\n        return ${name};\n")
endforeach()
string(APPEND text "\nconst char *weights_learned(const char *id) {\n    (void)id;\n${cases}    return NULL;\n}\n")
file(WRITE ${OUTPUT} "${text}")
