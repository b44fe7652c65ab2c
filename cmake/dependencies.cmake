# dependencies.cmake - finds the libraries, also in .deps/ (see scripts/stage-deps).
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0

# The folder of headers that travels with the tree to machines without a package manager.
set(PLUMB_HEADER_DEPS ${PROJECT_SOURCE_DIR}/.deps/include CACHE PATH "staged header-only dependencies")

# Compiled libraries of this processor that travel with it: looked for after those of the system.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  get_filename_component(staged_libraries ${PLUMB_HEADER_DEPS}/../arm64 ABSOLUTE)
else()
  get_filename_component(staged_libraries ${PLUMB_HEADER_DEPS}/../amd64 ABSOLUTE)
endif()
list(APPEND CMAKE_SYSTEM_PREFIX_PATH ${staged_libraries}/usr ${staged_libraries})

# plumb_header_only(<package> <target> <header>): the package, else an interface target on .deps.
macro(plumb_header_only package target header)
  find_package(${package} QUIET)
  if(TARGET ${target})
    message(STATUS "${package}: system package")
  elseif(EXISTS ${PLUMB_HEADER_DEPS}/${header})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${PLUMB_HEADER_DEPS})
    message(STATUS "${package}: staged headers in ${PLUMB_HEADER_DEPS}")
  else()
    message(FATAL_ERROR "${package} not found: run scripts/setup, or stage its headers with scripts/stage-deps")
  endif()
endmacro()

# plumb_optional(<package> <target>): a dependency of the tests alone, chosen by PLUMB_<PACKAGE>=AUTO|ON|OFF.
macro(plumb_optional package target)
  string(TOUPPER ${package} upper)
  set(PLUMB_${upper} AUTO CACHE STRING "use ${package}: AUTO, ON or OFF")
  if(NOT PLUMB_${upper} STREQUAL "OFF")
    find_package(${package} QUIET)
  endif()
  if(PLUMB_${upper} STREQUAL "ON" AND NOT TARGET ${target})
    message(FATAL_ERROR "PLUMB_${upper}=ON, but ${package} was not found: run scripts/setup --test")
  endif()
  if(NOT TARGET ${target})
    message(STATUS "${package}: left out; the tests that need it are not built")
    add_test(NAME needs.${package} COMMAND ${CMAKE_COMMAND} -E echo
      "skipped: ${package} is not here, so the tests that need it were not built; scripts/setup --test installs it")
    set_tests_properties(needs.${package} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
  endif()
endmacro()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
plumb_header_only(nlohmann_json nlohmann_json::nlohmann_json nlohmann/json.hpp)
plumb_header_only(Eigen3 Eigen3::Eigen Eigen/Dense)
plumb_header_only(CLI11 CLI11::CLI11 CLI/CLI.hpp)

# OpenCL headers only: the loader is opened at run time.
find_path(PLUMB_OPENCL_HEADERS CL/cl.h PATHS ${PLUMB_HEADER_DEPS} /usr/local/cuda/include REQUIRED)

# toml++ headers only: Debian's target would link a shared library.
find_path(PLUMB_TOML_HEADERS toml++/toml.h PATHS ${PLUMB_HEADER_DEPS} REQUIRED)

# muParser evaluates the expressions of application files; without it they are refused.
set(PLUMB_MUPARSER AUTO CACHE STRING "use muParser: AUTO, ON or OFF")
if(NOT PLUMB_MUPARSER STREQUAL "OFF")
  find_package(muparser QUIET)
endif()
if(TARGET muparser::muparser)
  set(PLUMB_EXPRESSIONS expression.cpp)
  set(PLUMB_MUPARSER_VERSION ${muparser_VERSION})
elseif(PLUMB_MUPARSER STREQUAL "ON")
  message(FATAL_ERROR "PLUMB_MUPARSER=ON, but muParser was not found: run scripts/setup")
else()
  set(PLUMB_EXPRESSIONS no_expressions.cpp)
  set(PLUMB_MUPARSER_VERSION "(left out)")
  message(STATUS "muParser: left out; application files (.toml) cannot be read")
endif()

# libpng reads and writes pictures; without it workloads have synthetic ones only.
set(PLUMB_PNG AUTO CACHE STRING "use libpng: AUTO, ON or OFF")
if(NOT PLUMB_PNG STREQUAL "OFF")
  find_package(PNG 1.6 QUIET)
endif()
if(TARGET PNG::PNG)
  set(PLUMB_PICTURES png.cpp)
  set(PLUMB_PNG_VERSION ${PNG_VERSION_STRING})
elseif(PLUMB_PNG STREQUAL "ON")
  message(FATAL_ERROR "PLUMB_PNG=ON, but libpng was not found: run scripts/setup")
else()
  set(PLUMB_PICTURES no_png.cpp)
  set(PLUMB_PNG_VERSION "(left out)")
  message(STATUS "libpng: left out; pictures (.png) can be neither read nor written")
endif()

# For `plumb doctor`.
foreach(pair IN ITEMS MUPARSER:muparser::muparser PNG:PNG::PNG)
  string(REGEX MATCH "^([^:]+):(.+)$" pair ${pair})
  set(PLUMB_HAS_${CMAKE_MATCH_1} false)
  if(TARGET ${CMAKE_MATCH_2})
    set(PLUMB_HAS_${CMAKE_MATCH_1} true)
  endif()
endforeach()

# For `plumb --version --verbose`; staged headers have no package version.
foreach(pair IN ITEMS JSON:nlohmann_json EIGEN:Eigen3 CLI11:CLI11)
  string(REGEX MATCH "^([^:]+):(.+)$" pair ${pair})
  set(PLUMB_${CMAKE_MATCH_1}_VERSION ${${CMAKE_MATCH_2}_VERSION})
  if(NOT PLUMB_${CMAKE_MATCH_1}_VERSION)
    set(PLUMB_${CMAKE_MATCH_1}_VERSION "(staged headers)")
  endif()
endforeach()
