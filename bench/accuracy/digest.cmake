# bench/accuracy/digest.cmake - one digest of the sources of the model and of the passes, as a header.
#
#   cmake -DROOT=<source folder> -DOUTPUT=<header> -P digest.cmake
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0
file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/plumb/model/*.cpp ${ROOT}/plumb/workloads/*.cpp)
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
