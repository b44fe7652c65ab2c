// plumb/trace/stamp/source_lines.h - which line of which file a PTX statement comes from.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/ptx/module.h"
#include "plumb/ptx/tokens.h"

namespace plumb::trace {

// Fed with the statements of a function in order.
class SourceLines {
 public:
  explicit SourceLines(const ptx::Module& module);

  void enter_function();
  void pass(const ptx::Statement& statement);

  // The .loc in force as it stands in the text; empty before the first.
  [[nodiscard]] std::string_view directive() const { return directive_; }

  // "stencil.cu:12": what was inlined counts for the line that called it, so that a fetch from a
  // texture is not found in NVIDIA's headers. Empty without line information.
  [[nodiscard]] std::string source() const;

  // With paths, from that line through every call that was inlined to the line in force.
  [[nodiscard]] std::vector<std::string> chain() const;

  // The line of an offset of the text; offsets must not go back.
  std::uint32_t line_of(std::uint32_t offset);

  // A number that no .file has.
  [[nodiscard]] unsigned free_file_number() const { return free_number_; }

 private:
  struct Location {
    unsigned file = 0;
    unsigned line = 0;
    unsigned column = 0;
    friend auto operator<=>(const Location&, const Location&) = default;
  };
  using Chain = std::vector<Location>;

  Location take_location(ptx::Tokens& tokens) const;
  [[nodiscard]] std::string shown(const Location& location, bool whole_path) const;

  const ptx::Module* module_;
  std::map<unsigned, std::string> files_;
  unsigned free_number_ = 1;
  std::string_view directive_;
  Chain chain_;
  std::map<Location, Chain> chains_;  // of the function, by where they end
  std::uint32_t counted_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace plumb::trace
