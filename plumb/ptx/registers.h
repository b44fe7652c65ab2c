// plumb/ptx/registers.h - which registers a function has, and what its instructions do with them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "plumb/ptx/module.h"

namespace plumb::ptx {

// .pred has no width; .b128 has 128.
struct RegisterType {
  std::string_view name;  // "b32", "f64", "pred", without the dot
  unsigned bits = 0;
};

// The registers that are declared at one statement after the other: feed it every statement of a
// function in order. Views point into the module.
class Registers {
 public:
  explicit Registers(const Module& module) : module_(&module), scopes_(1) {}

  void pass(const Statement& statement);

  // The type of a name (its vector component left out); none for what is not a register here.
  [[nodiscard]] std::optional<RegisterType> type_of(std::string_view name) const;

 private:
  struct Scope {
    std::map<std::string_view, RegisterType> names;
    std::map<std::string_view, std::pair<unsigned long, RegisterType>> families;  // %r<100>
  };
  void declare(const Statement& statement);

  const Module* module_;
  std::vector<Scope> scopes_;
};

// What one instruction writes and reads, guard included. `known` is false for an opcode that this
// file has never heard of: then nothing may be concluded from the lists.
struct Effects {
  std::vector<std::string_view> defines;
  std::vector<std::string_view> uses;
  bool known = true;
};
Effects effects_of(const Module& module, const Registers& registers, const Statement& instruction);

// The registers that an operand names, in order; `_` and numbers are left out.
std::vector<std::string_view> registers_in(const Module& module, const Registers& registers,
                                           const Operand& operand);

}  // namespace plumb::ptx
