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
  const OpcodeInfo& info = info_of(instruction.op);
  for (std::size_t s = 0; s < instruction.sources.size(); ++s) {
    const Source& source = instruction.sources[s];
    if (source.reg.file != File::temporary) continue;
    const int rows = info.shape == Shape::matrix && s == 1 ? info.rows : 1;
    for (int row = 0; row < rows; ++row) {
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

// Intervals from the first write to the last read; a register is free for one if nothing else lives
// in it from the first write on until before the last read.
bool number_temporaries(Shader& shader, int first) {
  const int count = limits_of(shader.profile).temporaries;
  for (;;) {
    std::optional<int> wanted;
    std::size_t from = 0;
    std::size_t to = 0;
    for (std::size_t i = 0; i < shader.instructions.size(); ++i) {
      const Instruction& one = shader.instructions[i];
      if (!wanted && writes(one) && one.destination.reg.file == File::temporary &&
          one.destination.reg.index >= first) {
        wanted = one.destination.reg.index;
        from = i;
        to = i;
      }
      if (!wanted) continue;
      for (const Source& source : one.sources) {
        if (source.reg == Register{File::temporary, *wanted}) to = i;
      }
      if (writes(one) && one.destination.reg == Register{File::temporary, *wanted}) to = i;
    }
    if (!wanted) return true;
    const std::vector<std::map<int, int>> live = live_after(shader);
    std::set<int> taken;
    for (std::size_t i = from; i <= to; ++i) {
      const Instruction& one = shader.instructions[i];
      if (i < to) {
        for (const auto& [index, mask] : live[i]) {
          if (mask != 0) taken.insert(index);
        }
      }
      const bool own = one.destination.reg == Register{File::temporary, *wanted};
      if (writes(one) && !own && one.destination.reg.file == File::temporary && i < to) {
        taken.insert(one.destination.reg.index);
      }
    }
    int chosen = 0;
    while (chosen < count && taken.contains(chosen)) ++chosen;
    if (chosen == count) return false;
    for (std::size_t i = from; i <= to; ++i) {
      Instruction& one = shader.instructions[i];
      if (one.destination.reg == Register{File::temporary, *wanted})
        one.destination.reg.index = chosen;
      for (Source& source : one.sources) {
        if (source.reg == Register{File::temporary, *wanted}) source.reg.index = chosen;
      }
    }
  }
}

}  // namespace plumb::shader
