include(CMakeFindDependencyMacro)
find_dependency(Threads)
# komwe::komwe is the shared library, komwe::komwe_static the static one.
include("${CMAKE_CURRENT_LIST_DIR}/komwe-targets.cmake")
