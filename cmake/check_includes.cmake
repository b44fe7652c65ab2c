# check_includes.cmake - fails when a module includes a module that its DEPENDS list does not name,
# or when a third-party header is used outside the one place where it belongs.
# cmake -DROOT=. "-DRULES=base:;records:base;run:base,records" -P cmake/check_includes.cmake
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)

function(check_module module allowed)
  file(GLOB_RECURSE files ${ROOT}/plumb/${module}/*.h ${ROOT}/plumb/${module}/*.cpp)
  foreach(file IN LISTS files)
    file(STRINGS ${file} lines REGEX "^#include \"plumb/")
    list(FILTER lines EXCLUDE REGEX "/embedded[.]h")   # texts of the build, not a module
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"plumb/([^/]+)/.*" "\\1" used "${line}")
      if(NOT used IN_LIST allowed)
        message(SEND_ERROR "${file}: module '${module}' may not include '${used}'")
      endif()
    endforeach()
  endforeach()
endfunction()

# The command layer and the benchmarks: what a folder beside plumb/ may not include.
function(check_forbidden folder pattern why)
  file(GLOB_RECURSE files ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cpp)
  foreach(file IN LISTS files)
    file(STRINGS ${file} found REGEX "^#include \"${pattern}")
    if(found)
      message(SEND_ERROR "${file}: ${found}: ${why}")
    endif()
  endforeach()
endfunction()

# A header matching `pattern` may appear only in files whose path starts with one of `homes`.
function(check_home pattern)
  file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/plumb/*.h ${ROOT}/plumb/*.cpp ${ROOT}/cli/*.h ${ROOT}/cli/*.cpp)
  foreach(file IN LISTS files)
    file(STRINGS ${ROOT}/${file} found REGEX "^#include ${pattern}")
    if(NOT found)
      continue()
    endif()
    set(at_home FALSE)
    foreach(home IN LISTS ARGN)
      if(file MATCHES "^${home}")
        set(at_home TRUE)
      endif()
    endforeach()
    if(NOT at_home)
      message(SEND_ERROR "${file}: '${found}' belongs in ${ARGN} only")
    endif()
  endforeach()
endfunction()

foreach(rule IN LISTS RULES)
  string(REGEX MATCHALL "[^:,]+" allowed "${rule}")   # the module itself, then its DEPENDS
  list(GET allowed 0 module)
  check_module(${module} "${allowed}")
endforeach()
check_forbidden(cli "plumb/(measure|run)/" "cli parses words and prints; measuring is plumb/study's")
check_forbidden(bench "cli/" "benchmarks stand on plumb/study")
check_home("<CL/" plumb/device/opencl)
check_home("<png[.]h>" plumb/records/png.cpp)
check_home("<CLI/" cli/frame/command_line)
check_home("<Eigen/" plumb/base/statistics plumb/model plumb/probe)
check_home("<toml[+][+]/" plumb/application/toml_tree.cpp)
check_home("<muParser" plumb/application/expression.cpp)
