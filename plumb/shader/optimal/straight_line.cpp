// plumb/shader/optimal/straight_line.cpp - liveness and what follows from it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/straight_line.h"

#include <algorithm>
#include <optional>
#include <set>

#include "plumb/shader/language/rules.h"

namespace plumb::shader {
namespace {

// Adds what the instruction reads, with `mask` of its result needed.
void add_reads(const Shader& shader, const Instruction& instruction, int mask,
               std::map<int, int>& live) {
  Instruction narrowed = instruction;
  narrowed.destination.mask = mask;
  for (std::size_t s = 0; s < instruction.sources.size(); ++s) {
    const Source& source = instruction.sources[s];
    if (source.reg.file != File::temporary) continue;
    for (int row = 0; row < rows_read(instruction, s); ++row) {
      live[source.reg.index + row] |= components_read(shader, narrowed, s);
    }
  }
}

bool may_narrow(const Instruction& instruction) {
  const Shape shape = info_of(instruction.op).shape;
  return (shape == Shape::parallel && instruction.op != Opcode::frc) || shape == Shape::scalar ||
         shape == Shape::dot3 || shape == Shape::dot4;
}

}  // namespace

std::vector<std::map<int, int>> live_after(const Shader& shader) {
  std::vector<std::map<int, int>> out(shader.instructions.size());
  std::map<int, int> live;
  for (std::size_t i = shader.instructions.size(); i-- > 0;) {
    const Instruction& instruction = shader.instructions[i];
    out[i] = live;
    if (writes(instruction) && instruction.destination.reg.file == File::temporary) {
      live[instruction.destination.reg.index] &= ~instruction.destination.mask;
    }
    add_reads(shader, instruction, instruction.destination.mask, live);
  }
  return out;
}

void remove_dead(Shader& shader) {
  std::map<int, int> live;
  bool address = false;
  std::vector<Instruction> kept;
  for (std::size_t i = shader.instructions.size(); i-- > 0;) {
    Instruction instruction = shader.instructions[i];
    const File to = instruction.destination.reg.file;
    if (instruction.op == Opcode::nop) continue;
    int mask = instruction.destination.mask;
    if (writes(instruction) && to == File::temporary) {
      int& needed = live[instruction.destination.reg.index];
      const int useful = needed & mask;
      if (useful == 0) continue;
      if (may_narrow(instruction)) {
        mask = useful;
        instruction.destination.mask = mask;
      }
      needed &= ~mask;
    } else if (to == File::address && writes(instruction)) {
      if (!address) continue;
    }
    for (const Source& source : instruction.sources) address = address || source.relative;
    add_reads(shader, instruction, mask, live);
    kept.push_back(std::move(instruction));
  }
  std::ranges::reverse(kept);
  shader.instructions = std::move(kept);
}

void merge_moves(Shader& shader) {
  std::vector<Instruction>& all = shader.instructions;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Instruction move = all[i];
    if (move.op != Opcode::mov || move.destination.reg.file != File::coordinate_out ||
        move.sources[0].reg.file != File::temporary || move.sources[0].negate) {
      continue;
    }
    const Register from = move.sources[0].reg;
    bool straight = true;
    for (std::uint8_t c = 0; c < 4; ++c) {
      if ((move.destination.mask >> c & 1) != 0)
        straight = straight && move.sources[0].swizzle[c] == c;
    }
    int written = 0;
    int readers = 0;
    bool once = true;
    for (std::size_t j = 0; j < all.size(); ++j) {
      for (std::size_t s = 0; s < all[j].sources.size(); ++s) {
        const Register& read = all[j].sources[s].reg;
        if (read == from) ++readers;
        if (info_of(all[j].op).shape == Shape::matrix && s == 1 && read.file == File::temporary &&
            read.index < from.index && read.index + 4 > from.index) {
          ++readers;
        }
      }
      if (!writes(all[j]) || all[j].destination.reg != from) continue;
      once = once && (written & all[j].destination.mask) == 0 && j < i;
      written |= all[j].destination.mask;
    }
    if (!straight || readers != 1 || !once || written != move.destination.mask) continue;
    for (std::size_t j = 0; j < i; ++j) {
      if (writes(all[j]) && all[j].destination.reg == from) {
        all[j].destination.reg = move.destination.reg;
      }
    }
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    --i;
  }
}

namespace {

// From the first write to the last read of a temporary.
struct Lifetime {
  Register reg = {};
  std::size_t from = 0;
  std::size_t to = 0;
};

// That of the first temporary whose number is `first` or larger; empty: there is none.
std::optional<Lifetime> first_lifetime(const Shader& shader, int first) {
  std::optional<Lifetime> out;
  for (std::size_t i = 0; i < shader.instructions.size(); ++i) {
    const Instruction& one = shader.instructions[i];
    const Register& to = one.destination.reg;
    if (!out && writes(one) && to.file == File::temporary && to.index >= first) out = {to, i, i};
    if (!out) continue;
    for (const Source& source : one.sources) {
      if (source.reg == out->reg) out->to = i;
    }
    if (writes(one) && to == out->reg) out->to = i;
  }
  return out;
}

// What else lives while it does, from its first write on until before its last read.
std::set<int> taken_during(const Shader& shader, const Lifetime& lifetime) {
  const std::vector<std::map<int, int>> live = live_after(shader);
  std::set<int> taken;
  for (std::size_t i = lifetime.from; i < lifetime.to; ++i) {
    for (const auto& [index, mask] : live[i]) {
      if (mask != 0) taken.insert(index);
    }
    const Instruction& one = shader.instructions[i];
    if (writes(one) && one.destination.reg.file == File::temporary &&
        one.destination.reg != lifetime.reg) {
      taken.insert(one.destination.reg.index);
    }
  }
  return taken;
}

void rename(Shader& shader, const Lifetime& lifetime, int index) {
  for (std::size_t i = lifetime.from; i <= lifetime.to; ++i) {
    Instruction& one = shader.instructions[i];
    if (one.destination.reg == lifetime.reg) one.destination.reg.index = index;
    for (Source& source : one.sources) {
      if (source.reg == lifetime.reg) source.reg.index = index;
    }
  }
}

}  // namespace

bool number_temporaries(Shader& shader, int first) {
  const int count = limits_of(shader.profile).temporaries;
  while (const std::optional<Lifetime> lifetime = first_lifetime(shader, first)) {
    const std::set<int> taken = taken_during(shader, *lifetime);
    int chosen = 0;
    while (chosen < count && taken.contains(chosen)) ++chosen;
    if (chosen == count) return false;
    rename(shader, *lifetime, chosen);
  }
  return true;
}

}  // namespace plumb::shader
