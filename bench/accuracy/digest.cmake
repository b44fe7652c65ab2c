# bench/accuracy/digest.cmake - one digest of the sources of the model and of the passes, as a header.
#
#   cmake -DROOT=<source folder> -DOUTPUT=<header> -P digest.cmake
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0
include(${CMAKE_CURRENT_LIST_DIR}/predicting.cmake)
set(sources "")
foreach(pattern IN LISTS predicting_patterns)
  file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/${pattern})
  list(APPEND sources ${found})
endforeach()
list(SORT sources)
set(digests "")
foreach(source IN LISTS sources)
  file(SHA256 ${ROOT}/${source} digest)
  string(APPEND digests "${source} ${digest}\n")
endforeach()
string(SHA256 digest "${digests}")
file(WRITE ${OUTPUT} "// Made by bench/accuracy/digest.cmake.
#pragma once

namespace plumb::bench {

inline constexpr char model_digest[] = \"${digest}\";

}  // namespace plumb::bench
")
