# Checks of the tree, of what is built from it, and of what is installed.

# The page: built once, then looked at.
if(NOT KW_SANITIZE)
    kw_check(web_build check scripts/web build)
    kw_check(web_check check scripts/web check)
    kw_check(web_test check scripts/web test)
    set_tests_properties(web_build PROPERTIES FIXTURES_SETUP web)
    set_tests_properties(web_check web_test PROPERTIES FIXTURES_REQUIRED web)
    set_tests_properties(web_test PROPERTIES
        ENVIRONMENT "KOMWE_API_LINES=$<TARGET_FILE:api_lines>;KOMWE_EFFORT=5")
    kw_seconds(web_build 50)
    kw_seconds(web_test 60)

    # Each file of the page in Chromium.  Those of `check` go through every kind of page once.
    set(page_check about cleared home layout learn pictures play puzzles rules served stranger write)
    file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR}/web/page CONFIGURE_DEPENDS
        ${PROJECT_SOURCE_DIR}/web/page/*.test.ts ${PROJECT_SOURCE_DIR}/web/page/looks/*.test.ts)
    foreach(file ${files})
        get_filename_component(part ${file} NAME_WE)
        set(label long)
        if(part IN_LIST page_check)
            set(label check)
        endif()
        kw_check(page_${part} ${label} scripts/web page page/${file})
        set_tests_properties(page_${part} PROPERTIES FIXTURES_REQUIRED web
            ENVIRONMENT "KOMWE_COMMAND=$<TARGET_FILE:komwe_command>;KOMWE_TABLES=none")
        kw_seconds(page_${part} 60)
    endforeach()

    kw_check(npm_build long scripts/web package)
    kw_check(npm_check long scripts/web package-check)
    kw_check(npm_test long scripts/web package-test)
    set_tests_properties(npm_build PROPERTIES FIXTURES_REQUIRED web FIXTURES_SETUP npm)
    set_tests_properties(npm_check PROPERTIES FIXTURES_REQUIRED web)
    set_tests_properties(npm_test PROPERTIES FIXTURES_REQUIRED npm)
    kw_seconds(npm_test 30)
endif()

# The documents, and what they say of the command.
kw_check(manpage check scripts/checks/manpage $<TARGET_FILE:komwe_command>)
kw_check(rules_manual check scripts/checks/rules-manual)
kw_check(help check scripts/help --check)
kw_check(install_page check tests/install/install_page.py)
kw_check(paths check scripts/checks/paths)
kw_check(paths_self_test check scripts/checks/paths --self-test)
set_tests_properties(paths PROPERTIES SKIP_RETURN_CODE 77)
kw_check(site check scripts/site $<TARGET_FILE:komwe_command>)
kw_check(site_self_test check scripts/site --self-test)
kw_check(statistics check scripts/statistics --check $<TARGET_FILE:komwe_command> kalah giuthi)
kw_check(game_statistics check scripts/game-statistics --check $<TARGET_FILE:komwe_command>)
if(NOT KW_SANITIZE)
    kw_check(small_boards check scripts/small-boards --check $<TARGET_FILE:komwe_command>)
    kw_check(results check scripts/results --check $<TARGET_FILE:komwe_command>)
endif()
# The tables of docs/sources, and the pages beside them with their slow programs.
kw_check(sources_tables check tests/sources/check_tables.py $<TARGET_FILE:komwe_command>
    docs/sources/README.md)
kw_check(sources_pages check tests/sources/check_pages.py docs/sources)

# Data.
file(GLOB weights ${PROJECT_SOURCE_DIR}/data/weights/*.weights)
kw_check(weights check scripts/weights --check ${weights})
kw_check(openings check tests/content/openings_check.py $<TARGET_FILE:komwe_command> data/openings)

# The sources.
foreach(check names numbers outside readers rooms web-floors words)
    string(REPLACE - _ name ${check})
    kw_check(${name} check scripts/checks/${check})
    kw_check(${name}_self_test check scripts/checks/${check} --self-test)
endforeach()
kw_check(floors check scripts/checks/floors --objects ${PROJECT_BINARY_DIR})
kw_check(floors_self_test check scripts/checks/floors --self-test)
kw_check(format check scripts/format --check)
kw_check(commits check scripts/checks/commits)
kw_check(commits_self_test check scripts/checks/commits --self-test)
set_tests_properties(commits commits_self_test PROPERTIES SKIP_RETURN_CODE 77)
kw_check(tidy long scripts/lint tidy)
kw_check(cppcheck long scripts/lint cppcheck)
set_tests_properties(tidy cppcheck PROPERTIES PROCESSORS 2)
kw_seconds(tidy 250)

# What is built and installed.
if(NOT KW_SANITIZE)
    kw_check(exports check scripts/checks/exports $<TARGET_FILE:komwe> include)
    kw_check(abi check scripts/checks/abi $<TARGET_FILE:komwe>)
    kw_check(abi_self_test check scripts/checks/abi --self-test)
    set_tests_properties(abi abi_self_test PROPERTIES SKIP_RETURN_CODE 77)
    set(hardened komwe_command check_proof_command komwe)
    if(MPI_C_FOUND)
        list(APPEND hardened mpi_command)
    endif()
    list(TRANSFORM hardened REPLACE ".+" "$<TARGET_FILE:\\0>")
    kw_check(hardening check scripts/checks/hardening ${hardened})
    set_tests_properties(hardening PROPERTIES LABELS check) # of clang's build too
    kw_check(install check tests/install/run.sh ${PROJECT_BINARY_DIR})
    kw_check(sbom check tests/install/sbom_test.py)
    kw_check(packaging long tests/install/packaging.py ${PROJECT_BINARY_DIR})
    kw_seconds(packaging 40)
endif()
