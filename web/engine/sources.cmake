# The sources of the text API, compiled as WebAssembly and, for the tests, natively.
set(api_sources api.c api_book.c api_draft.c api_engine.c api_game.c api_rules.c api_text.c json_text.c)
list(TRANSFORM api_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
