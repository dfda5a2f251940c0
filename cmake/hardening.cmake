# Flags that make memory faults harder to exploit.  They stand before the user's own CFLAGS and
# LDFLAGS, so that a packager's win.  scripts/checks/hardening looks for them in what is built.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckPIESupported)

# Stack canaries, stack pages touched one by one, indirect jumps to marked places only (x86).
set(hardening "")
set(CMAKE_REQUIRED_FLAGS "-Werror") # clang takes flags of other processors, and warns
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "KW_HAVE${flag}" known)
    check_c_compiler_flag(${flag} ${known})
    if(${known})
        string(APPEND hardening "${flag} ")
    endif()
endforeach()

# Checked calls of libc: only optimized code has them, and a level that is already given stays.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT CMAKE_C_FLAGS MATCHES "_FORTIFY_SOURCE")
    set(CMAKE_REQUIRED_FLAGS "-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
    check_c_source_compiles("
        #include <stdio.h>
        #if __USE_FORTIFY_LEVEL < 3
        #error
        #endif
        int main(void) { return 0; }" KW_HAVE_FORTIFY_3)
    if(KW_HAVE_FORTIFY_3)
        string(APPEND hardening "-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 ")
        set(hardening_hot -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    else()
        string(APPEND hardening "-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 ")
    endif()
endif()
unset(CMAKE_REQUIRED_FLAGS)
string(PREPEND CMAKE_C_FLAGS "${hardening}")

# Programs at random addresses; all symbols bound and their table read-only before main; no page
# both written and executed.
check_pie_supported(LANGUAGES C)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
foreach(kind EXE SHARED)
    string(PREPEND CMAKE_${kind}_LINKER_FLAGS
        "-Wl,-z,relro,-z,now,-z,noexecstack,-z,separate-code ")
endforeach()
