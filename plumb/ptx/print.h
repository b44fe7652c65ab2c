// plumb/ptx/print.h - writing a module: as it was read, or with edits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "plumb/ptx/module.h"

namespace plumb::ptx {

// Puts `text` in the place of `range`; an empty range inserts.
struct Edit {
  Range range;
  std::string text;
};

// The text, byte by byte as it was read.
std::string print(const Module& module);

// With the edits made. They must not overlap; of several insertions at one place the first comes
// first. Refused (input) are edits that overlap or lie outside the text.
std::string print(const Module& module, std::span<const Edit> edits);

// The same with texts that are written when their turn comes, so that millions of them need not
// exist at once: `append` adds the i-th one to the text. It is asked twice for each, first for its
// length.
using AppendEdit = std::function<void(std::size_t i, std::string& text)>;
std::string print(const Module& module, std::span<const Range> ranges, const AppendEdit& append);

// The same, given away in pieces of about a megabyte: what was edited may be many times the text.
using PieceSink = std::function<void(std::string_view piece)>;
void print(const Module& module, std::span<const Range> ranges, const AppendEdit& append,
           const PieceSink& sink);

}  // namespace plumb::ptx
