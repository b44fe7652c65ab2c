// plumb/ptx/registers.cpp - declarations of registers, definitions and uses.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/registers.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "plumb/ptx/tokens.h"

namespace plumb::ptx {
namespace {

// Instructions that write nothing but memory, barriers or the program counter.
constexpr std::array<std::string_view, 24> without_result{
    "applypriority", "bra",        "brkpt",
    "brx",           "cp",         "discard",
    "exit",          "fence",      "griddepcontrol",
    "membar",        "nanosleep",  "pmevent",
    "prefetch",      "prefetchu",  "red",
    "ret",           "setmaxnreg", "st",
    "stackrestore",  "stmatrix",   "sured",
    "sust",          "tensormap",  "trap"};

// Instructions whose first operand is what they write.
constexpr std::array<std::string_view, 98> with_result{
    "abs",      "activemask", "add",          "addc",      "alloca",    "and",        "atom",
    "bfe",      "bfi",        "bfind",        "bmsk",      "brev",      "clz",        "cnot",
    "copysign", "cos",        "createpolicy", "cvt",       "cvta",      "div",        "dp2a",
    "dp4a",     "elect",      "ex2",          "fma",       "fns",       "getctarank", "isspacep",
    "istypep",  "ld",         "ldmatrix",     "ldu",       "lg2",       "lop3",       "mad",
    "mad24",    "madc",       "mapa",         "match",     "max",       "mbarrier",   "min",
    "mma",      "mov",        "movmatrix",    "mul",       "mul24",     "neg",        "not",
    "or",       "popc",       "prmt",         "rcp",       "redux",     "rem",        "rsqrt",
    "sad",      "selp",       "set",          "setp",      "shf",       "shfl",       "shl",
    "shr",      "sin",        "slct",         "sqrt",      "stacksave", "sub",        "subc",
    "suld",     "suq",        "szext",        "tanh",      "testp",     "tex",        "tld4",
    "txq",      "vabsdiff",   "vabsdiff2",    "vabsdiff4", "vadd",      "vadd2",      "vadd4",
    "vavrg2",   "vavrg4",     "vmad",         "vmax",      "vmax2",     "vmax4",      "vmin",
    "vmin2",    "vmin4",      "vote",         "vset",      "vshl",      "vshr",       "xor"};

template <std::size_t n>
bool among(const std::array<std::string_view, n>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

std::string_view without_component(std::string_view name) { return name.substr(0, name.find('.')); }

void collect(const Module& module, const Registers& registers, const Operand& operand,
             std::vector<std::string_view>& names) {
  if (operand.kind == OperandKind::name) {
    const std::string_view name = without_component(module.view(operand.text));
    if (registers.type_of(name)) names.push_back(name);
    return;
  }
  for (const Operand& part : operand.parts) collect(module, registers, part, names);
}

enum class Shape { nothing, first, unknown };

// mbarrier.arrive and .test_wait give a result, .init and .inval none; bar.red gives one, bar.sync
// none. An address as the first operand is never a result.
Shape shape_of(std::string_view opcode, const Statement& instruction) {
  const std::string_view base = base_of(opcode);
  const bool address_first =
      !instruction.operands.empty() && instruction.operands.front().kind == OperandKind::address;
  if (base == "bar" || base == "barrier")
    return has_modifier(opcode, "red") ? Shape::first : Shape::nothing;
  if (base == "multimem") return has_modifier(opcode, "ld_reduce") ? Shape::first : Shape::nothing;
  // Loads from tensor memory give a result, with a reduction two; the others of the family order,
  // start or allocate.
  if (base == "tcgen05" && has_modifier(opcode, "ld"))
    return has_modifier(opcode, "red") ? Shape::unknown : Shape::first;
  if (base == "tcgen05") return Shape::nothing;
  if (base == "wgmma") return has_modifier(opcode, "mma_async") ? Shape::first : Shape::nothing;
  if (base == "wmma") return has_modifier(opcode, "store") ? Shape::nothing : Shape::first;
  if (among(without_result, base)) return Shape::nothing;
  if (among(with_result, base)) return address_first ? Shape::nothing : Shape::first;
  return Shape::unknown;
}

unsigned bits_of(std::string_view type) {
  if (type == "pred") return 1;
  unsigned bits = 0;
  const std::size_t digit = type.find_first_of("0123456789");
  if (digit == std::string_view::npos) return 0;
  std::from_chars(type.data() + digit, type.data() + type.size(), bits);
  return type.find('x') == std::string_view::npos ? bits : 2 * bits;  // f16x2
}

}  // namespace

void Registers::pass(const Statement& statement) {
  if (statement.kind == StatementKind::open_block) {
    scopes_.emplace_back();
  } else if (statement.kind == StatementKind::close_block) {
    if (scopes_.size() > 1) scopes_.pop_back();
  } else if (statement.kind == StatementKind::directive &&
             module_->view(statement.word) == ".reg") {
    declare(statement);
  }
}

// .reg .b32 %r<6>;  .reg .pred p, q;  .reg .v4 .f32 v;
void Registers::declare(const Statement& statement) {
  Tokens tokens(*module_, statement.word.end);
  RegisterType type;
  unsigned long components = 1;
  while (tokens.view().starts_with('.')) {
    const std::string_view word = module_->view(tokens.take().range).substr(1);
    if (word == "v2" || word == "v4") {
      components = word == "v2" ? 2 : 4;
    } else if (word != "align") {
      type = {word, bits_of(word)};
    } else {
      tokens.take();
    }
  }
  type.bits *= static_cast<unsigned>(components);
  while (tokens.next().range.begin < statement.text.end && !tokens.at(";")) {
    const std::string_view name = module_->view(tokens.take().range);
    if (tokens.at("<")) {
      tokens.take();
      const std::string_view digits = module_->view(tokens.take().range);
      unsigned long count = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), count);
      scopes_.back().families[name] = {count, type};
      tokens.take();
    } else {
      scopes_.back().names[name] = type;
    }
    if (tokens.at(",")) tokens.take();
  }
}

std::optional<RegisterType> Registers::type_of(std::string_view name) const {
  name = without_component(name);
  const std::size_t last = name.find_last_not_of("0123456789");
  const std::string_view family =
      last == std::string_view::npos ? std::string_view() : name.substr(0, last + 1);
  unsigned long number = 0;
  const bool numbered =
      family.size() < name.size() &&
      std::from_chars(name.data() + family.size(), name.data() + name.size(), number).ec ==
          std::errc();
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto found = scope->names.find(name); found != scope->names.end())
      return found->second;
    if (!numbered) continue;
    const auto found = scope->families.find(family);
    if (found != scope->families.end() && number < found->second.first) return found->second.second;
  }
  return std::nullopt;
}

std::vector<std::string_view> registers_in(const Module& module, const Registers& registers,
                                           const Operand& operand) {
  std::vector<std::string_view> names;
  collect(module, registers, operand, names);
  return names;
}

Effects effects_of(const Module& module, const Registers& registers, const Statement& instruction) {
  Effects effects;
  const std::string_view opcode = module.view(instruction.word);
  if (instruction.guard) effects.uses.push_back(module.view(instruction.guard->name));
  if (base_of(opcode) == "call") {  // (results), function, (arguments): .param, or registers
    const bool results =
        instruction.operands.size() > 1 && instruction.operands.front().kind == OperandKind::list;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i)
      collect(module, registers, instruction.operands[i],
              results && i == 0 ? effects.defines : effects.uses);
    return effects;
  }
  const Shape shape = shape_of(opcode, instruction);
  effects.known = shape != Shape::unknown;
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    collect(module, registers, instruction.operands[i],
            shape == Shape::first && i == 0 ? effects.defines : effects.uses);
  }
  // It adds into what it writes.
  if (base_of(opcode) == "wgmma" && shape == Shape::first)
    effects.uses.insert(effects.uses.end(), effects.defines.begin(), effects.defines.end());
  return effects;
}

}  // namespace plumb::ptx
