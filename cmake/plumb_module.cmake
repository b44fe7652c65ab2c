# plumb_module.cmake - one folder under plumb/ is one static library whose DEPENDS list is all it may include.
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0

# plumb_embed(<target> <module> <folder> <file>...)
# Makes each text file a function `std::string_view plumb::embedded::<module>_<path>()`, the path with
# `/`, `.` and `-` as `_`, declared in the generated header "plumb/<module>/embedded.h". There,
# `<module>_all()` lists the paths with their functions.
function(plumb_embed target module folder)
  set(generated ${PROJECT_BINARY_DIR}/embedded)
  set(declarations "")
  set(entries "")
  foreach(file IN LISTS ARGN)
    string(REGEX REPLACE "[/.-]" "_" symbol "${module}_${file}")
    string(APPEND declarations "std::string_view ${symbol}();\n")
    string(APPEND entries "      {\"${file}\", ${symbol}},\n")
  endforeach()
  set(out ${generated}/${module}_texts.cpp)
  list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE paths)
  list(JOIN ARGN "|" files)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DFILES=${files} -DMODULE=${module} -DOUT=${out}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
  set_source_files_properties(${out} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  file(CONFIGURE OUTPUT ${generated}/plumb/${module}/embedded.h @ONLY CONTENT
"// The texts embedded into module @module@; written by cmake/plumb_module.cmake.
#pragma once
#include <span>
#include <string_view>
#include <utility>
namespace plumb::embedded {
@declarations@
inline std::span<const std::pair<std::string_view, std::string_view (*)()>> @module@_all() {
  static constexpr std::pair<std::string_view, std::string_view (*)()> all[] = {
@entries@  };
  return all;
}
}  // namespace plumb::embedded
")
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${generated}>)
endfunction()

# plumb_module(<name> [COMPUTES] [DEPENDS <module>...] HEADERS <h>... SOURCES <cpp>... [KERNELS <cl>...]
#   [TEXTS <file>...] [LINK <target>...])
# COMPUTES: its speed matters, so it is optimised, with vector instructions: g++ has them in -O2 from 12 on only where
# the number of rounds is known. KERNELS are embedded and checked as kernels; TEXTS are only embedded.
function(plumb_module name)
  cmake_parse_arguments(PARSE_ARGV 1 M "COMPUTES" "" "DEPENDS;HEADERS;SOURCES;KERNELS;TEXTS;LINK")
  set(folder ${PROJECT_SOURCE_DIR}/plumb/${name})
  list(TRANSFORM M_HEADERS PREPEND ${folder}/)
  list(TRANSFORM M_SOURCES PREPEND ${folder}/)
  add_library(plumb_${name} STATIC ${M_SOURCES})
  add_library(plumb::${name} ALIAS plumb_${name})
  if(M_COMPUTES)
    target_compile_options(plumb_${name} PRIVATE "$<$<CONFIG:Release>:-O2;-ftree-vectorize>"
      $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-fvect-cost-model=dynamic>)
  endif()
  target_compile_features(plumb_${name} PUBLIC cxx_std_20)  # for programs that use the installed headers
  target_sources(plumb_${name} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${M_HEADERS})
  set(allowed ${M_DEPENDS})
  list(TRANSFORM M_DEPENDS PREPEND plumb::)
  target_link_libraries(plumb_${name} PUBLIC ${M_DEPENDS} ${M_LINK} PRIVATE $<BUILD_INTERFACE:plumb_options>)
  if(M_KERNELS OR M_TEXTS)
    plumb_embed(plumb_${name} ${name} ${folder} ${M_KERNELS} ${M_TEXTS})
  endif()
  if(M_KERNELS)
    list(TRANSFORM M_KERNELS PREPEND ${folder}/ OUTPUT_VARIABLE kernels)
    set_property(GLOBAL APPEND PROPERTY PLUMB_KERNELS ${kernels})
  endif()
  list(JOIN allowed "," allowed)
  set_property(GLOBAL APPEND PROPERTY PLUMB_INCLUDE_RULES "${name}:${allowed}")
endfunction()
