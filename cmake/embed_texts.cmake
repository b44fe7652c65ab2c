# embed_texts.cmake - cmake -DFOLDER=<folder> -DFILES=<file>|<file>... -DMODULE=<name> -DOUT=<cpp> -P:
# text files as C++ functions, all of a module in one source.
# Functions, not objects: no dynamic initialisation, so no order of initialisation to get wrong. Raw
# string literals: compilers read them hundreds of times faster than lists of bytes.
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0
cmake_policy(VERSION 3.25)
string(REPLACE "|" ";" files "${FILES}")
set(functions "")
foreach(file IN LISTS files)
  file(READ ${FOLDER}/${file} text)
  string(FIND "${text}" ")plumb_text\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${FOLDER}/${file}: contains the end of its own literal, )plumb_text\"")
  endif()
  string(REGEX REPLACE "[/.-]" "_" symbol "${MODULE}_${file}")
  string(APPEND functions "std::string_view ${symbol}();
std::string_view ${symbol}() {
  static constexpr char text[] = R\"plumb_text(${text})plumb_text\";
  return {text, sizeof text - 1};
}
")
endforeach()
file(WRITE ${OUT} "#include <string_view>
#pragma GCC diagnostic ignored \"-Woverlength-strings\"
namespace plumb::embedded {
${functions}}  // namespace plumb::embedded
")
