# The sources of the face.
set(face_sources face.c face_engine.c face_game.c face_rules.c face_words.c json_text.c)
list(TRANSFORM face_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
