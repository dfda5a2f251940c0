# The sources of the face.
set(face_sources api.c api_engine.c api_game.c api_rules.c api_text.c json_text.c)
list(TRANSFORM face_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
