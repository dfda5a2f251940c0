# WebAssembly by clang and Debian's wasi-libc.  Clang 22 calls the target of that libc wasm32-wasip1,
# and looks for it in another folder by that name.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
find_program(KW_WASM_CLANG NAMES clang-22 clang-21 clang-20 clang-19 clang REQUIRED)
set(CMAKE_C_COMPILER ${KW_WASM_CLANG})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT "-Wno-deprecated -Wdeprecated-declarations")
set(CMAKE_C_COMPILER_WORKS TRUE)
