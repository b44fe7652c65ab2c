// plumb/trace/stamp/source_lines.cpp - following .file and .loc.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/source_lines.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "plumb/ptx/tokens.h"

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
    files_[number] = name.substr(name.find_last_of('/') + 1);
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
  here_ = {};
  origin_ = {};
}

void SourceLines::pass(const ptx::Statement& statement) {
  if (statement.kind != ptx::StatementKind::directive || module_->view(statement.word) != ".loc")
    return;
  directive_ = module_->view(statement.text);
  ptx::Tokens tokens(*module_, statement.word.end);
  Location now;
  now.file = number_in(module_->view(tokens.take().range));
  now.line = number_in(module_->view(tokens.take().range));
  Location caller = now;
  while (tokens.next().range.begin < statement.text.end) {
    const bool inlined = tokens.at("inlined_at");
    tokens.take();
    if (!inlined) continue;
    caller.file = number_in(module_->view(tokens.take().range));
    caller.line = number_in(module_->view(tokens.take().range));
    break;
  }
  // A call within a call: the caller is the statement before, which knows its own caller.
  if (caller == now || caller != here_) origin_ = caller;
  here_ = now;
}

std::string SourceLines::source() const {
  if (origin_.line == 0) return {};
  const auto file = files_.find(origin_.file);
  return fmt::format("{}:{}", file == files_.end() ? "?" : file->second, origin_.line);
}

std::uint32_t SourceLines::line_of(std::uint32_t offset) {
  const auto start = module_->text.begin();
  line_ += static_cast<std::uint32_t>(std::count(start + counted_, start + offset, '\n'));
  counted_ = offset;
  return line_;
}

}  // namespace plumb::trace
