// plumb/shader/paper/rewrite.cpp - the rewriting M1-M4 of paper 004 for a given set of moved
// instructions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/paper/rewrite.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "plumb/shader/free_registers.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/paper/carriers.h"

namespace plumb::shader {
namespace {

// A line of the vertex program that is being made: an original, or the moved instruction `moved`.
struct Line {
  Instruction instruction;
  int moved = -1;
};

int letters_of(int mask) { return std::popcount(static_cast<unsigned>(mask)); }

// A source that reads `reg` at the components of `mask`, as in `mov oT1.xy, r0.xy`.
Source masked_source(Register reg, int mask) {
  Source source{.reg = reg, .letters = 0};
  std::uint8_t last = 0;
  std::vector<std::uint8_t> written;
  for (std::uint8_t c = 0; c < 4; ++c) {
    if ((mask >> c & 1) == 0) continue;
    last = c;
    written.push_back(c);
  }
  const bool prefix = is_prefix(mask);
  for (std::size_t c = 0; c < 4; ++c) {
    if (prefix) {
      source.swizzle[c] = std::min(static_cast<std::uint8_t>(c), last);
    } else {
      source.swizzle[c] = (mask >> c & 1) != 0 ? static_cast<std::uint8_t>(c) : written.front();
    }
  }
  source.letters = mask == 15 ? 0 : prefix ? letters_of(mask) : letters_of(mask) == 1 ? 1 : 4;
  if (letters_of(mask) == 1) source.swizzle = replicate(last);
  return source;
}

int outputs_of(const Shader& vertex) {
  int count = 0;
  for (const Instruction& one : vertex.instructions) {
    if (writes(one) && one.destination.reg.file == File::coordinate_out) {
      count = std::max(count, one.destination.reg.index + 1);
    }
  }
  return count;
}

class PaperRewriter {
 public:
  PaperRewriter(const Pair& pair, const StageValues& values, const std::vector<bool>& moved,
                const MoveOptions& options)
      : pair_(pair),
        moved_(moved),
        options_(options),
        constants_(pair.vertex, pair.fragment),
        carriers_(pair, values, moved, outputs_of(pair.vertex)) {}

  // The pair, or why it does not fit.
  std::optional<MoveResult> rewrite(std::string& why) {
    if (carriers_.end() > options_.limit_interpolants) fail("no free interpolant");
    if (failure_.empty()) append_moved();
    if (failure_.empty()) rewrite_fragment();
    if (failure_.empty()) insert_outputs();
    if (failure_.empty()) finish();
    if (failure_.empty()) check_limits();
    why = failure_;
    if (!failure_.empty()) return std::nullopt;
    return std::move(out_);
  }

 private:
  void fail(const std::string& why) {
    if (failure_.empty()) failure_ = why;
  }

  // A2, M1, M2, M3, and a copy where one instruction would read two constants or inputs.
  void append_moved() {
    for (const Instruction& one : pair_.vertex.instructions) lines_.push_back({one});
    const std::set<int> used = temporaries_of(pair_.vertex);
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      if (moved_[i]) {
        written_later_.insert(pair_.fragment.instructions[i].destination.reg.index);
      }
    }
    for (int r = limits_of(pair_.vertex.profile).temporaries - 1; r >= 0; --r) {
      if (!used.contains(r) && !written_later_.contains(r)) free_.push_back(r);
    }
    std::ranges::reverse(free_);  // the highest is taken first, as r11 in the paper's text
    for (std::size_t i = 0; i < moved_.size() && failure_.empty(); ++i) {
      if (!moved_[i]) continue;
      Instruction instruction = pair_.fragment.instructions[i];
      for (Source& source : instruction.sources) {
        if (source.reg.file == File::constant) rename_constant(source, instruction);
        if (source.reg.file == File::coordinate) read_output(source, instruction, i);
      }
      separate_ports(instruction);
      lines_.push_back({instruction, static_cast<int>(i)});
    }
  }

  void rename_constant(Source& source, const Instruction& instruction) {
    const OpcodeInfo& info = info_of(instruction.op);
    if (info.shape == Shape::matrix && &source == &instruction.sources[1]) {
      return rename_matrix(source, info.rows);
    }
    const std::optional<int> index = constants_.copy_of(source.reg.index);
    if (!index) return fail("no free constant of the vertex program");
    source.reg.index = *index;
  }

  void rename_matrix(Source& source, int rows) {
    std::optional<int> first;
    for (int row = 0; row < rows; ++row) {
      const std::optional<int> index = constants_.copy_of(source.reg.index + row);
      if (!index || (first && *index != *first + row)) {
        return fail("no free constants of the vertex program in a row");
      }
      if (!first) first = index;
    }
    source.reg.index = *first;
  }

  // The vertex instruction I_W that writes component `c` of oT#, the last one.
  [[nodiscard]] int writer_of(int output, int c) const {
    int found = -1;
    for (std::size_t i = 0; i < pair_.vertex.instructions.size(); ++i) {
      const Instruction& one = pair_.vertex.instructions[i];
      if (writes(one) && one.destination.reg == Register{File::coordinate_out, output} &&
          (one.destination.mask >> c & 1) != 0) {
        found = static_cast<int>(i);
      }
    }
    return found;
  }

  // M3: I_W is a mov whose source keeps its value to the end, moved instructions included.
  [[nodiscard]] bool keeps(const Instruction& writer, int at) const {
    if (writer.op != Opcode::mov || writer.sources[0].relative) return false;
    const Register& from = writer.sources[0].reg;
    if (from.file != File::temporary) return true;
    if (written_later_.contains(from.index)) return false;
    for (std::size_t i = static_cast<std::size_t>(at) + 1; i < pair_.vertex.instructions.size();
         ++i) {
      const Instruction& later = pair_.vertex.instructions[i];
      if (writes(later) && later.destination.reg == from) return false;
    }
    return true;
  }

  void read_output(Source& source, const Instruction& instruction, std::size_t number) {
    const int read =
        components_read(pair_.fragment, pair_.fragment.instructions[number],
                        static_cast<std::size_t>(&source - instruction.sources.data()));
    int writer = -1;
    bool one_writer = true;
    for (int c = 0; c < 4; ++c) {
      if ((read >> c & 1) == 0) continue;
      const int found = writer_of(source.reg.index, c);
      one_writer = one_writer && (writer < 0 || found == writer);
      writer = found;
    }
    const Instruction& by = pair_.vertex.instructions.at(static_cast<std::size_t>(writer));
    if (one_writer && keeps(by, writer)) {
      const Source& from = by.sources[0];
      for (std::uint8_t& c : source.swizzle) c = from.swizzle[c];
      source.reg = from.reg;
      source.negate = source.negate != from.negate;
      if (source.swizzle == no_swizzle) source.letters = 0;
      return;
    }
    copy_writers(source);
  }

  // M2: a copy of every I_W into one free temporary R_T.
  void copy_writers(Source& source) {
    const auto known = copied_.find(source.reg.index);
    int temporary = known == copied_.end() ? -1 : known->second;
    if (temporary < 0) {
      if (free_.empty()) return fail("no free temporary of the vertex program");
      temporary = free_.back();
      free_.pop_back();
      copied_[source.reg.index] = temporary;
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        Instruction copy = lines_[i].instruction;
        if (!writes(copy) ||
            copy.destination.reg != Register{File::coordinate_out, source.reg.index}) {
          continue;
        }
        copy.destination.reg = {File::temporary, temporary};
        lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(i) + 1, {copy});
        ++i;
      }
    }
    source.reg = {File::temporary, temporary};
  }

  // Erratum 4: one c# and one v# per instruction; the others are moved to a temporary first.
  void separate_ports(Instruction& instruction) {
    if (info_of(instruction.op).shape == Shape::matrix) return;
    for (const File file : {File::constant, File::input}) {
      std::optional<int> first;
      std::map<int, int> copied;
      for (Source& source : instruction.sources) {
        if (source.reg.file != file) continue;
        if (!first) first = source.reg.index;
        if (source.reg.index == *first) continue;
        if (!copied.contains(source.reg.index)) {
          const std::size_t number = copied.size();
          if (number == scratch_.size()) {
            if (free_.empty()) return fail("no free temporary of the vertex program");
            scratch_.push_back(free_.back());
            free_.pop_back();
          }
          copied[source.reg.index] = scratch_[number];
          lines_.push_back({Instruction{.op = Opcode::mov,
                                        .destination = {{File::temporary, scratch_[number]}},
                                        .sources = {Source{.reg = source.reg}}}});
        }
        source.reg = {File::temporary, copied[source.reg.index]};
      }
    }
  }

  // What stays; operands that moved are read from carriers (M4), or loaded again where they cannot.
  void rewrite_fragment() {
    out_.pair = pair_;
    std::vector<Instruction> stay;
    for (std::size_t i = 0; i < moved_.size(); ++i) {
      const Instruction& original = pair_.fragment.instructions[i];
      if (moved_[i]) {
        reload(original, static_cast<int>(i), stay);
        continue;
      }
      Instruction instruction = original;
      for (std::size_t s = 0; s < instruction.sources.size(); ++s) {
        const std::optional<int> at = carriers_.operand(static_cast<int>(i), s);
        if (at) instruction.sources[s].reg = {File::coordinate, *at};
      }
      stay.push_back(instruction);
    }
    out_.pair.fragment.instructions = std::move(stay);
  }

  void reload(const Instruction& original, int number, std::vector<Instruction>& stay) const {
    const std::optional<Carriers::Reload> found = carriers_.reload(number);
    if (!found) return;
    stay.push_back({.op = Opcode::mov,
                    .destination = {original.destination.reg, found->mask},
                    .sources = {Source{.reg = {File::coordinate, found->coordinate}}}});
  }

  // M4: directly after the instruction that made the value.
  void insert_outputs() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const int number = lines_[i].moved;
      if (number < 0) continue;
      std::size_t behind = i;
      for (std::size_t k = 0; k < carriers_.all().size(); ++k) {
        int mask = 0;
        for (std::size_t c = 0; c < 4; ++c) {
          if (carriers_.all()[k].by[c] == number) mask |= 1 << c;
        }
        if (mask == 0) continue;
        const Register out{File::coordinate_out, carriers_.first() + static_cast<int>(k)};
        const Register from = lines_[i].instruction.destination.reg;
        ++behind;
        lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(behind),
                      {Instruction{.op = Opcode::mov,
                                   .destination = {out, mask},
                                   .sources = {masked_source(from, mask)}}});
      }
      i = behind;
    }
  }

  // Erratum 9: the written components of an oT# are a prefix; the first mov to it writes the rest.
  void widen(int output) {
    int mask = 0;
    Instruction* first = nullptr;
    for (Line& line : lines_) {
      if (!writes(line.instruction) ||
          line.instruction.destination.reg != Register{File::coordinate_out, output}) {
        continue;
      }
      if (first == nullptr) first = &line.instruction;
      mask |= line.instruction.destination.mask;
    }
    if (first == nullptr || is_prefix(mask)) return;
    const int highest = 32 - std::countl_zero(static_cast<unsigned>(mask));
    first->destination.mask |= ((1 << highest) - 1) & ~mask;
  }

  void finish() {
    for (int k = carriers_.first(); k < carriers_.end(); ++k) widen(k);
    Shader& vertex = out_.pair.vertex;
    vertex.instructions.clear();
    for (Line& line : lines_) {
      if (line.moved >= 0) ++out_.moved;
      vertex.instructions.push_back(std::move(line.instruction));
    }
    vertex.definitions.insert(vertex.definitions.end(), constants_.definitions.begin(),
                              constants_.definitions.end());
    out_.copies = constants_.copies;
    declare_coordinates();
  }

  // Erratum 5: what the fragment program reads is declared, and nothing else.
  void declare_coordinates() {
    Shader& fragment = out_.pair.fragment;
    for (std::size_t k = 0; k < carriers_.all().size(); ++k) {
      int mask = 0;
      for (std::size_t c = 0; c < 4; ++c) {
        if (carriers_.all()[k].by[c] >= 0) mask |= (2 << c) - 1;
      }
      const Register reg{File::coordinate, carriers_.first() + static_cast<int>(k)};
      std::erase_if(fragment.declarations, [&](const Declaration& d) { return d.reg == reg; });
      fragment.declarations.push_back({.reg = reg, .mask = mask});
    }
  }

  void check_limits() {
    if (count_slots(out_.pair.vertex).total() > vertex_slot_limit(pair_.vertex, options_)) {
      return fail("no free slot of the vertex program");
    }
    for (const Shader* shader : {&out_.pair.vertex, &out_.pair.fragment}) {
      const std::vector<Violation> broken = broken_rules(*shader);
      if (!broken.empty()) return fail(broken.front().message);
    }
  }

  const Pair& pair_;
  const std::vector<bool>& moved_;
  const MoveOptions& options_;
  FreeConstants constants_;
  MoveResult out_;
  std::vector<Line> lines_;
  std::set<int> written_later_;  // temporaries that moved instructions write
  std::vector<int> free_;
  std::vector<int> scratch_;   // for copies that only the next instruction reads
  std::map<int, int> copied_;  // R_T of an output
  Carriers carriers_;
  std::string failure_;
};

}  // namespace

std::optional<MoveResult> rewrite_as_paper(const Pair& pair, const StageValues& values,
                                           const std::vector<bool>& moved,
                                           const MoveOptions& options, std::string& why) {
  return PaperRewriter(pair, values, moved, options).rewrite(why);
}

}  // namespace plumb::shader
