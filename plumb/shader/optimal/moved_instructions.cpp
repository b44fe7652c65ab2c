// plumb/shader/optimal/moved_instructions.cpp - instructions of the fragment program as vertex
// code.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/optimal/moved_instructions.h"

#include <algorithm>
#include <bit>

#include "plumb/shader/optimal/expand_instruction.h"

namespace plumb::shader {
namespace {

constexpr std::array<int, 4> in_place{0, 1, 2, 3};

}  // namespace

MovedInstructions::MovedInstructions(Analysis& analysis, const Cut& cut, InvariantValues& out,
                                     const OldOutputs& inputs)
    : analysis_(analysis),
      cut_(cut),
      out_(out),
      inputs_(inputs),
      needed_(cut.live.size(), 0),
      last_use_(cut.live.size(), std::array<int, 4>{-1, -1, -1, -1}) {
  for (auto& one : writer_) one.fill(-1);
}

bool MovedInstructions::write() {
  find_outputs();
  find_needed();
  write_plain_outputs();
  for (std::size_t i = 0; i < needed_.size(); ++i) {
    if (needed_[i] != 0 && !write_instruction(static_cast<int>(i))) return false;
  }
  return true;
}

// Each form that crosses is the result of an instruction, or an old interpolant.
void MovedInstructions::find_outputs() {
  std::map<FormId, std::pair<int, int>> made;   // instruction, component
  std::map<FormId, std::pair<int, int>> given;  // old interpolant, component
  for (const Group& group : cut_.groups) {
    for (std::size_t p = 0; p < 4; ++p) {
      if (group.forms[p] < 0) continue;
      const int component = group.reload ? static_cast<int>(p) : group.swizzle[p];
      if (group.writers[p] >= 0) {
        made.try_emplace(group.forms[p], group.writers[p], component);
      } else {
        given.try_emplace(group.forms[p], group.reg.index, component);
      }
    }
  }
  for (std::size_t k = 0; k < cut_.interpolants.size(); ++k) {
    for (std::size_t c = 0; c < 4; ++c) {
      const FormId form = cut_.interpolants[k][c];
      if (form < 0) continue;
      Output output{static_cast<int>(k), static_cast<int>(c), 0};
      if (const auto old = given.find(form); old != given.end()) {
        plain_outputs_.emplace_back(old->second, output);
        continue;
      }
      const auto& [instruction, component] = made.at(form);
      output.of_result = component;
      outputs_[instruction].push_back(output);
    }
  }
}

// Backwards from the outputs.
void MovedInstructions::find_needed() {
  for (const auto& [number, list] : outputs_) {
    for (const Output& one : list) needed_[static_cast<std::size_t>(number)] |= 1 << one.of_result;
  }
  for (std::size_t i = needed_.size(); i-- > 0;) {
    if (needed_[i] == 0) continue;
    const Instruction& one = analysis_.instruction(static_cast<int>(i));
    for (std::size_t s = 0; s < one.sources.size(); ++s) {
      if (one.sources[s].reg.file != File::temporary) continue;
      const int read = analysis_.positions(static_cast<int>(i), s, needed_[i]);
      for (std::size_t p = 0; p < 4; ++p) {
        const int by = analysis_.fragment.instructions[i].written_by[s][p];
        if (!has_component(read, p) || by < 0) continue;
        const auto c = static_cast<std::size_t>(one.sources[s].swizzle[p]);
        needed_[static_cast<std::size_t>(by)] |= 1 << c;
        int& last = last_use_[static_cast<std::size_t>(by)][c];
        last = std::max(last, static_cast<int>(i));
      }
    }
  }
}

// One mov for all components of an interpolant that lie in one register.
void MovedInstructions::write_plain_outputs() {
  std::vector<bool> done(plain_outputs_.size(), false);
  for (std::size_t i = 0; i < plain_outputs_.size(); ++i) {
    if (done[i]) continue;
    const RegisterComponent& first = inputs_.at(plain_outputs_[i].first);
    const int interpolant = plain_outputs_[i].second.interpolant;
    Source source{.reg = first.reg, .negate = first.negate};
    source.swizzle = replicate(first.component);
    int mask = 0;
    for (std::size_t j = i; j < plain_outputs_.size(); ++j) {
      const RegisterComponent& place = inputs_.at(plain_outputs_[j].first);
      const Output& output = plain_outputs_[j].second;
      if (output.interpolant != interpolant || place.reg != first.reg ||
          place.negate != first.negate) {
        continue;
      }
      done[j] = true;
      mask |= 1 << output.component;
      source.swizzle[static_cast<std::size_t>(output.component)] =
          static_cast<std::uint8_t>(place.component);
    }
    out_.emit(Opcode::mov, {{File::coordinate_out, interpolant}, mask}, {source});
  }
}

bool MovedInstructions::write_instruction(int number) {
  const Instruction& one = analysis_.instruction(number);
  if (one.destination.reg.file != File::temporary || !writes(one)) return false;
  if (!write_directly(one, number)) {
    // Operands first: the result may take over their register.
    const std::optional<std::vector<Source>> sources = operands(number, in_place);
    if (!sources) return false;
    const Register to = register_for(number);
    const int mask = needed_[static_cast<std::size_t>(number)];
    if (!expand_instruction(out_, one, {to, mask}, *sources)) return false;
    copy_outputs(number, to);
  }
  for (std::size_t c = 0; c < 4; ++c) {
    if (has_component(needed_[static_cast<std::size_t>(number)], c)) {
      writer_.at(static_cast<std::size_t>(one.destination.reg.index))[c] = number;
    }
  }
  return true;
}

// A new register, unless parts of the old value are still to be read beside the new.
Register MovedInstructions::register_for(int number) {
  const Register& reg = analysis_.instruction(number).destination.reg;
  const auto r = static_cast<std::size_t>(reg.index);
  bool shared = false;
  for (std::size_t c = 0; c < 4; ++c) {
    const int before = writer_.at(r)[c];
    if (has_component(needed_[static_cast<std::size_t>(number)], c) || before < 0) continue;
    shared = shared || last_use_[static_cast<std::size_t>(before)][c] >= number;
  }
  if (!shared) now_.at(r) = out_.fresh_temporary();
  return now_.at(r);
}

// Into the interpolant itself, where nothing else reads the result. The components may change
// places: vertex programs have every swizzle.
bool MovedInstructions::write_directly(const Instruction& one, int number) {
  const auto found = outputs_.find(number);
  if (found == outputs_.end() || one.saturate || !is_one_vertex_instruction(one.op)) return false;
  const std::vector<Output>& list = found->second;
  int mask = 0;
  std::array<int, 4> from{0, 0, 0, 0};
  from.fill(list.front().of_result);
  for (const Output& output : list) {
    if (output.interpolant != list.front().interpolant) return false;
    mask |= 1 << output.component;
    from.at(static_cast<std::size_t>(output.component)) = output.of_result;
  }
  for (const int last : last_use_[static_cast<std::size_t>(number)]) {
    if (last >= 0) return false;
  }
  const bool parallel = info_of(one.op).shape == Shape::parallel;
  const std::optional<std::vector<Source>> sources = operands(number, parallel ? from : in_place);
  if (!sources) return false;
  out_.emit(one.op, {{File::coordinate_out, list.front().interpolant}, mask}, *sources);
  return true;
}

void MovedInstructions::copy_outputs(int number, const Register& from) {
  const auto found = outputs_.find(number);
  if (found == outputs_.end()) return;
  std::map<int, std::pair<int, Swizzle>> moves;  // by interpolant: mask, swizzle
  for (const Output& output : found->second) {
    const auto [place, fresh] =
        moves.try_emplace(output.interpolant, 0, replicate(output.of_result));
    place->second.first |= 1 << output.component;
    place->second.second[static_cast<std::size_t>(output.component)] =
        static_cast<std::uint8_t>(output.of_result);
  }
  for (const auto& [interpolant, move] : moves) {
    out_.emit(Opcode::mov, {{File::coordinate_out, interpolant}, move.first},
              {Source{.reg = from, .swizzle = move.second}});
  }
}

std::optional<std::vector<Source>> MovedInstructions::operands(
    int number, const std::array<int, 4>& positions) {
  std::vector<Source> out;
  for (std::size_t s = 0; s < analysis_.instruction(number).sources.size(); ++s) {
    const std::optional<Source> source = operand(number, s, positions);
    if (!source) return std::nullopt;
    out.push_back(*source);
  }
  return out;
}

// What the operand reads at positions[p] is read at p.
std::optional<Source> MovedInstructions::operand(int number, std::size_t s,
                                                 const std::array<int, 4>& positions) {
  const Instruction& one = analysis_.instruction(number);
  const Source& source = one.sources[s];
  Source out = source;
  for (std::size_t p = 0; p < 4; ++p) {
    out.swizzle[p] = source.swizzle[static_cast<std::size_t>(positions[p])];
  }
  out.letters = 0;
  switch (source.reg.file) {
    case File::temporary:
      out.reg = now_.at(static_cast<std::size_t>(source.reg.index));
      return out;
    case File::constant: {
      const std::optional<int> index = out_.constants.copy_of(source.reg.index);
      if (!index) throw OutOfRegisters{};
      out.reg.index = *index;
      return out;
    }
    case File::coordinate: {
      const int read = analysis_.positions(number, s, needed_[static_cast<std::size_t>(number)]);
      std::array<std::optional<RegisterComponent>, 4> places;
      for (std::size_t p = 0; p < 4; ++p) {
        if (has_component(read, static_cast<std::size_t>(positions[p]))) {
          places[p] = inputs_.at({source.reg.index, out.swizzle[p]});
        }
      }
      out = out_.vector(places);
      out.negate = out.negate != source.negate;
      return out;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace plumb::shader
