// plumb/trace/stamp/source_lines.cpp - following .file and .loc.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/source_lines.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace plumb::trace {
namespace {

unsigned number_in(std::string_view text) {
  unsigned value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

SourceLines::SourceLines(const ptx::Module& module) : module_(&module) {
  const auto learn = [&](const ptx::Statement& statement) {
    if (module.view(statement.word) != ".file") return;
    ptx::Tokens tokens(module, statement.word.end);
    const unsigned number = number_in(module.view(tokens.take().range));
    std::string_view name = module.view(tokens.take().range);
    name = name.substr(1, name.size() - 2);
    files_[number] = name;
    free_number_ = std::max(free_number_, number + 1);
  };
  for (const ptx::Statement& directive : module.directives) learn(directive);
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Statement& statement : function.statements) {
      if (statement.kind == ptx::StatementKind::directive) learn(statement);
    }
  }
}

void SourceLines::enter_function() {
  directive_ = {};
  chain_.clear();
  chains_.clear();
}

SourceLines::Location SourceLines::take_location(ptx::Tokens& tokens) const {
  Location location;
  location.file = number_in(module_->view(tokens.take().range));
  location.line = number_in(module_->view(tokens.take().range));
  location.column = number_in(module_->view(tokens.next().range));
  return location;
}

void SourceLines::pass(const ptx::Statement& statement) {
  if (statement.kind != ptx::StatementKind::directive || module_->view(statement.word) != ".loc")
    return;
  directive_ = module_->view(statement.text);
  ptx::Tokens tokens(*module_, statement.word.end);
  const Location now = take_location(tokens);
  chain_.clear();
  while (tokens.next().range.begin < statement.text.end) {
    const bool inlined = tokens.at("inlined_at");
    tokens.take();
    if (!inlined) continue;
    // A call within a call: the line of the outer one stands before it, with its own caller. That
    // of a recursion leads back here: then only the caller is known.
    const Location caller = take_location(tokens);
    const auto known = chains_.find(caller);
    const bool usable =
        known != chains_.end() && std::ranges::find(known->second, now) == known->second.end();
    chain_ = usable ? known->second : Chain{caller};
    break;
  }
  chain_.push_back(now);
  chains_[now] = chain_;
}

// A name may have what would break a line of the stamp table: it is shown without.
std::string SourceLines::shown(const Location& location, bool whole_path) const {
  const auto file = files_.find(location.file);
  std::string name = file == files_.end() ? "?" : file->second;
  if (!whole_path) name.erase(0, name.find_last_of('/') + 1);
  std::ranges::replace_if(name, [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
  return fmt::format("{}:{}", name, location.line);
}

std::string SourceLines::source() const {
  return chain_.empty() || chain_.front().line == 0 ? std::string() : shown(chain_.front(), false);
}

std::vector<std::string> SourceLines::chain() const {
  std::vector<std::string> places;
  if (source().empty()) return places;
  for (const Location& location : chain_) places.push_back(shown(location, true));
  return places;
}

std::uint32_t SourceLines::line_of(std::uint32_t offset) {
  const auto start = module_->text.begin();
  line_ += static_cast<std::uint32_t>(std::count(start + counted_, start + offset, '\n'));
  counted_ = offset;
  return line_;
}

}  // namespace plumb::trace
