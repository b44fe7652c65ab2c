// plumb/ptx/instruction_mix.cpp - instructions by kind, in the loop that loads.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/instruction_mix.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <span>

namespace plumb::ptx {
namespace {

template <std::size_t count>
bool is_one_of(std::string_view word, const std::array<std::string_view, count>& words) {
  return std::ranges::find(words, word) != words.end();
}

// Words that compute integers, addresses, predicates and conversions. Moves are left out: the
// assembler makes most of them disappear.
constexpr std::array<std::string_view, 37> integer_words{
    "add", "sub",   "mul", "mad",  "mul24", "mad24", "addc", "subc", "madc", "min",
    "max", "abs",   "neg", "div",  "rem",   "and",   "or",   "xor",  "not",  "cnot",
    "shl", "shr",   "shf", "lop3", "setp",  "set",   "selp", "slct", "cvt",  "popc",
    "clz", "bfind", "bfe", "bfi",  "prmt",  "dp4a",  "brev"};

// The size of one element: "f32" of "ld.global.v4.f32" is 4 bytes; 0: the word is not a type.
std::uint64_t element_bytes(std::string_view modifier) {
  if (modifier.size() < 2 || std::string_view("fbus").find(modifier.front()) == std::string::npos)
    return 0;
  unsigned bits = 0;
  const char* const end = modifier.data() + modifier.size();
  const auto read = std::from_chars(modifier.data() + 1, end, bits);
  return read.ec == std::errc() && read.ptr == end ? bits / 8 : 0;
}

struct Word {
  std::string_view base;
  std::vector<std::string_view> modifiers;

  explicit Word(std::string_view opcode) : base(base_of(opcode)) {
    for (std::size_t dot = opcode.find('.'); dot != std::string_view::npos;) {
      const std::size_t next = opcode.find('.', dot + 1);
      modifiers.push_back(opcode.substr(
          dot + 1, next == std::string_view::npos ? std::string_view::npos : next - dot - 1));
      dot = next;
    }
  }
  [[nodiscard]] bool has(std::string_view modifier) const {
    return std::ranges::find(modifiers, modifier) != modifiers.end();
  }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t each = 0;  // of a texture the type of its elements stands before that of places
    for (const std::string_view modifier : modifiers) {
      if (each == 0) each = element_bytes(modifier);
    }
    return each * (has("v8") ? 8 : has("v4") ? 4 : has("v2") ? 2 : 1);
  }
};

bool loads_from_memory(const Word& word) {
  if (word.base == "tex" || word.base == "tld4" || word.base == "suld") return true;
  if (word.base != "ld" && word.base != "ldu") return false;
  constexpr std::array<std::string_view, 6> elsewhere{"param", "shared",      "const",
                                                      "local", "shared::cta", "shared::cluster"};
  return std::ranges::none_of(elsewhere, [&](std::string_view space) { return word.has(space); });
}

// True where the word computes floating-point numbers of these.
bool add_floating(ArithmeticCounts& counts, std::string_view base) {
  constexpr std::array<std::string_view, 8> adding{"add", "sub", "min",  "max",
                                                   "abs", "neg", "setp", "set"};
  constexpr std::array<std::string_view, 3> rooting{"sqrt", "rsqrt", "rcp"};
  constexpr std::array<std::string_view, 5> functions{"ex2", "lg2", "sin", "cos", "tanh"};
  if (base == "fma" || base == "mad") {
    ++counts.fma;
  } else if (is_one_of(base, adding)) {
    ++counts.add;
  } else if (base == "mul") {
    ++counts.mul;
  } else if (base == "div") {
    ++counts.div;
  } else if (is_one_of(base, rooting)) {
    ++counts.sqrt;
  } else if (is_one_of(base, functions)) {
    ++counts.exp;
  } else {
    return false;
  }
  return true;
}

void add(InstructionMix& mix, const Word& word) {
  if (loads_from_memory(word)) {
    ++mix.loads;
    mix.loaded_bytes += word.bytes();
    return;
  }
  constexpr std::array<std::string_view, 5> short_floats{"f32", "f16", "f16x2", "bf16", "bf16x2"};
  const bool is_float = std::ranges::any_of(
      word.modifiers, [&](std::string_view each) { return is_one_of(each, short_floats); });
  if (word.base != "cvt" && word.has("f64") && add_floating(mix.doubles, word.base)) return;
  if (word.base != "cvt" && is_float && add_floating(mix.floats, word.base)) return;
  if (is_one_of(word.base, integer_words)) ++mix.integer;
}

InstructionMix mix_of(const Module& module, std::span<const Statement> statements) {
  InstructionMix mix;
  for (const Statement& statement : statements) {
    if (statement.kind == StatementKind::instruction) add(mix, Word(module.view(statement.word)));
  }
  return mix;
}

// From a label to a branch back to it, as places among the statements.
struct Loop {
  std::size_t first = 0;
  std::size_t last = 0;
};

std::vector<Loop> loops_of(const Module& module, const Function& function) {
  std::map<std::string_view, std::size_t> labels;
  std::vector<Loop> loops;
  for (std::size_t i = 0; i < function.statements.size(); ++i) {
    const Statement& statement = function.statements[i];
    if (statement.kind == StatementKind::label) {
      labels[module.view(statement.word)] = i;
    } else if (statement.kind == StatementKind::instruction && !statement.operands.empty() &&
               base_of(module.view(statement.word)) == "bra") {
      const auto target = labels.find(module.view(statement.operands.front().text));
      if (target != labels.end()) loops.push_back({target->second, i});
    }
  }
  return loops;
}

InstructionMix busiest(const Module& module, const Function& function) {
  const std::span<const Statement> all(function.statements);
  InstructionMix best;
  std::vector<Loop> loading;
  std::vector<Loop> loops = loops_of(module, function);
  std::ranges::sort(loops, {}, [](const Loop& loop) { return loop.last - loop.first; });
  for (const Loop& loop : loops) {
    const bool is_around = std::ranges::any_of(loading, [&](const Loop& inner) {
      return loop.first <= inner.first && inner.last <= loop.last;
    });
    if (is_around) continue;
    const InstructionMix mix = mix_of(module, all.subspan(loop.first, loop.last - loop.first + 1));
    if (mix.loads == 0) continue;
    loading.push_back(loop);
    if (mix.loads > best.loads) best = mix;
  }
  best.in_loop = best.loads > 0;
  if (!best.in_loop) best = mix_of(module, all);
  best.entry = module.view(function.name);
  return best;
}

}  // namespace

std::vector<InstructionMix> instruction_mixes(const Module& module) {
  std::vector<InstructionMix> mixes;
  for (const Function& function : module.functions) {
    if (function.entry && function.has_body) mixes.push_back(busiest(module, function));
  }
  return mixes;
}

}  // namespace plumb::ptx
