// plumb/trace/stamp/plain_copy.cpp - what of a body can stand twice in a function.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/plain_copy.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace plumb::trace {
namespace {

// Declares variables, not registers: `.shared .align 4 .b8 tile[64];`
bool declares_memory(const ptx::Module& module, const ptx::Statement& statement) {
  constexpr std::array<std::string_view, 8> words{".shared", ".local",   ".global", ".const",
                                                  ".extern", ".visible", ".weak",   ".tex"};
  return statement.kind == ptx::StatementKind::directive &&
         std::ranges::find(words, module.view(statement.word)) != words.end();
}

bool needs_several_warps(const ptx::Module& module, const ptx::Statement& statement) {
  if (statement.kind != ptx::StatementKind::instruction) return false;
  const std::string_view opcode = ptx::base_of(module.view(statement.word));
  return opcode == "wgmma" || opcode == "tcgen05" || opcode == "setmaxnreg";
}

}  // namespace

bool can_be_copied(const ptx::Module& module, const ptx::Function& function,
                   const Sampling& sampling) {
  int depth = 0;
  for (const ptx::Statement& statement : function.statements) {
    if (statement.kind == ptx::StatementKind::open_block) ++depth;
    if (statement.kind == ptx::StatementKind::close_block) --depth;
    if (depth > 0 && declares_memory(module, statement)) return false;
    if (parts_blocks(sampling) && needs_several_warps(module, statement)) return false;
  }
  return true;
}

std::string plain_copy(const ptx::Module& module, const ptx::Function& function) {
  std::string text = "{";
  std::uint32_t from = function.body.begin + 1;
  for (const ptx::Statement& statement : function.statements) {
    if (!declares_memory(module, statement)) continue;
    text += module.view({from, statement.text.begin});
    from = statement.text.end;
  }
  text += module.view({from, function.body.end - 1});
  return text + "\n}\n";
}

}  // namespace plumb::trace
