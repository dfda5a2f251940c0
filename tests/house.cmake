# Checks of the tree, of what is built from it, and of what is installed.

# The page: built once, then looked at.
if(NOT KW_SANITIZE)
    kw_check(web_build full scripts/web build)
    set_tests_properties(web_build PROPERTIES FIXTURES_SETUP web)
    kw_check(web_check full scripts/web check)
    kw_check(web_test full scripts/web test)
    kw_check(web_page full scripts/web page)
    set_tests_properties(web_check web_test PROPERTIES FIXTURES_REQUIRED web TIMEOUT 600)
    set_tests_properties(web_page PROPERTIES FIXTURES_REQUIRED web TIMEOUT 1200 PROCESSORS 2
        ENVIRONMENT "KOMWE_COMMAND=$<TARGET_FILE:komwe_command>;KOMWE_TABLES=none")
    kw_check(npm_build full scripts/web package)
    kw_check(npm_check full scripts/web package-check)
    kw_check(npm_test full scripts/web package-test)
    set_tests_properties(npm_build PROPERTIES FIXTURES_REQUIRED web FIXTURES_SETUP npm)
    set_tests_properties(npm_check PROPERTIES FIXTURES_REQUIRED web)
    set_tests_properties(npm_test PROPERTIES FIXTURES_REQUIRED npm TIMEOUT 600)
    set_tests_properties(web_test PROPERTIES
        ENVIRONMENT "KOMWE_API_LINES=$<TARGET_FILE:api_lines>;KOMWE_EFFORT=5")
endif()

# The documents, and what they say of the command.
kw_check(games_page quick scripts/games --check $<TARGET_FILE:komwe_command>)
kw_check(manpage quick scripts/checks/manpage $<TARGET_FILE:komwe_command>)
kw_check(rules_manual quick scripts/checks/rules-manual)
kw_check(help quick scripts/help --check)
kw_check(install_page quick tests/install/install_page.py)
kw_check(paths quick scripts/checks/paths)
kw_check(paths_self_test quick scripts/checks/paths --self-test)
set_tests_properties(paths PROPERTIES SKIP_RETURN_CODE 77)
kw_check(site full scripts/site)
kw_check(site_self_test quick scripts/site --self-test)
kw_check(statistics full scripts/statistics --check $<TARGET_FILE:komwe_command> kalah giuthi)
kw_check(game_statistics full scripts/game-statistics --check $<TARGET_FILE:komwe_command>)
if(NOT KW_SANITIZE)
    kw_check(small_boards full scripts/small-boards --check $<TARGET_FILE:komwe_command>)
    kw_check(results full scripts/results --check $<TARGET_FILE:komwe_command>)
endif()
# The tables of docs/sources, and the pages beside them with their slow programs.
kw_check(sources_tables quick tests/sources/check_tables.py $<TARGET_FILE:komwe_command>
    docs/sources/README.md)
kw_check(sources_pages full tests/sources/check_pages.py docs/sources)

# Data.
file(GLOB weights ${PROJECT_SOURCE_DIR}/data/weights/*.weights)
kw_check(weights quick scripts/weights --check ${weights})
kw_check(openings quick tests/content/openings_check.py $<TARGET_FILE:komwe_command> data/openings)

# The sources.
kw_check(floors quick scripts/checks/floors)
kw_check(floors_self_test quick scripts/checks/floors --self-test)
kw_check(rooms quick scripts/checks/rooms)
kw_check(rooms_self_test quick scripts/checks/rooms --self-test)
kw_check(names quick scripts/checks/names)
kw_check(names_self_test quick scripts/checks/names --self-test)
kw_check(numbers quick scripts/checks/numbers)
kw_check(numbers_self_test quick scripts/checks/numbers --self-test)
kw_check(words quick scripts/checks/words)
kw_check(words_self_test quick scripts/checks/words --self-test)
kw_check(format quick scripts/format --check)
kw_check(commits quick scripts/checks/commits)
kw_check(commits_self_test quick scripts/checks/commits --self-test)
set_tests_properties(commits commits_self_test PROPERTIES SKIP_RETURN_CODE 77)
kw_check(tidy full scripts/lint tidy)
kw_check(cppcheck full scripts/lint cppcheck)

# What is built and installed.
if(NOT KW_SANITIZE)
    kw_check(exports quick scripts/checks/exports $<TARGET_FILE:komwe> include)
    kw_check(abi quick scripts/checks/abi $<TARGET_FILE:komwe>)
    kw_check(abi_self_test quick scripts/checks/abi --self-test)
    set_tests_properties(abi abi_self_test PROPERTIES SKIP_RETURN_CODE 77)
    set(hardened komwe_command check_proof_command komwe)
    if(MPI_C_FOUND)
        list(APPEND hardened mpi_command)
    endif()
    list(TRANSFORM hardened REPLACE ".+" "$<TARGET_FILE:\\0>")
    kw_check(hardening quick scripts/checks/hardening ${hardened})
    set_tests_properties(hardening PROPERTIES LABELS quick) # of clang's build too
    kw_check(install full tests/install/run.sh ${PROJECT_BINARY_DIR})
    kw_check(packaging full tests/install/packaging.py ${PROJECT_BINARY_DIR})
endif()
