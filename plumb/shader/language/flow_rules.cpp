// plumb/shader/language/flow_rules.cpp - the rules of branches, loops and calls in vs_2_0.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "plumb/shader/language/rule_checker.h"

namespace plumb::shader {
namespace {

// Direct3D 9 reference, "Flow Control Nesting Limits", vs_2_0.
constexpr int flow_registers = 16;   // b0 to b15, i0 to i15, l0 to l15
constexpr int most_branches = 16;    // if, else, rep, loop, call, callnz in all
constexpr int deepest_loop = 1;      // loop and rep inside each other
constexpr int largest_count = 255;   // of iterations, and where aL starts
constexpr int smallest_step = -128;  // of aL
constexpr int largest_step = 127;

// Which registers stand in an instruction of flow control.
std::vector<File> operands_of(Opcode op) {
  switch (op) {
    case Opcode::if_bool:
      return {File::boolean};
    case Opcode::rep:
      return {File::integer};
    case Opcode::loop:
      return {File::loop_counter, File::integer};
    case Opcode::call:
    case Opcode::label:
      return {File::label};
    case Opcode::callnz:
      return {File::label, File::boolean};
    default:
      return {};
  }
}

// The instruction that an end belongs to; both kinds of loop end with their own word.
std::optional<Opcode> beginning_of(Opcode op) {
  switch (op) {
    case Opcode::else_bool:
    case Opcode::endif:
      return Opcode::if_bool;
    case Opcode::endrep:
      return Opcode::rep;
    case Opcode::endloop:
      return Opcode::loop;
    default:
      return std::nullopt;
  }
}

bool is_call(Opcode op) { return op == Opcode::call || op == Opcode::callnz; }

class FlowRules : RuleChecker {
 public:
  FlowRules(const Shader& shader, std::vector<Violation>& violations)
      : RuleChecker(shader, violations) {}

  void check() {
    check_definitions();
    for (at_ = 0; at_ < shader().instructions.size(); ++at_) {
      const Instruction& one = shader().instructions[at_];
      check_counter(one);
      if (info_of(one.op).shape != Shape::flow || !exists_in(one.op, shader().profile)) continue;
      if (check_operands(one)) follow(one);
    }
    for (const Instruction* open : open_) {
      add(open->place, "flow control", "'{}' has no end", info_of(open->op).name);
    }
    check_calls();
  }

 private:
  void check_definitions() {
    for (const BooleanDefinition& one : shader().booleans) check_defined("defb", 'b', one);
    for (const IntegerDefinition& one : shader().integers) {
      check_defined("defi", 'i', one);
      const bool good = one.values[0] >= 0 && one.values[0] <= largest_count &&
                        one.values[1] >= 0 && one.values[1] <= largest_count &&
                        one.values[2] >= smallest_step && one.values[2] <= largest_step;
      if (!good) {
        add(one.place, "flow control", "i{}: count and start are 0 to {}, the step {} to {}",
            one.index, largest_count, smallest_step, largest_step);
      }
    }
  }

  template <class Defined>
  void check_defined(const char* word, char letter, const Defined& one) {
    if (shader().profile != Profile::vs_2_0) {
      add(one.place, "opcode", "'{}' does not exist in {}", word, name_of(shader().profile));
    } else if (one.index >= flow_registers) {
      add(one.place, "register count", "{0}{1} does not exist in vs_2_0; the last is {0}{2}",
          letter, one.index, flow_registers - 1);
    }
  }

  // aL has a value inside loop and endloop alone.
  void check_counter(const Instruction& one) {
    const bool inside = std::ranges::any_of(
        open_, [](const Instruction* open) { return open->op == Opcode::loop; });
    for (const Source& source : one.sources) {
      if (source.relative && source.address == loop_address && !inside && !subroutine_) {
        add(source.place, "address register", "aL has a value between loop and endloop alone");
      }
    }
  }

  bool check_operands(const Instruction& one) {
    const std::vector<File> expected = operands_of(one.op);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Source& source = one.sources[i];
      const bool signed_number = source.negate && source.reg.file != File::boolean;
      if (source.reg.file != expected[i] || source.letters > 0 || signed_number) {
        add(source.place, "register access", "{} takes {} here, plain", info_of(one.op).name,
            expected[i] == File::boolean        ? "b#"
            : expected[i] == File::integer      ? "i#"
            : expected[i] == File::loop_counter ? "aL"
                                                : "l#");
        return false;
      }
      if (source.reg.index >= flow_registers) {
        add(source.place, "register count", "{} does not exist in vs_2_0; the last is {}",
            name_of(source.reg), name_of(Register{source.reg.file, flow_registers - 1}));
        return false;
      }
    }
    return true;
  }

  void follow(const Instruction& one) {
    if (one.op == Opcode::label) return begin_subroutine(one);
    if (one.op == Opcode::ret && !open_.empty()) {
      add(one.place, "flow control", "ret stands outside of if, rep and loop");
    }
    if (const std::optional<Opcode> begin = beginning_of(one.op)) {
      if (!close(one, *begin)) return;
    }
    const bool opens = one.op == Opcode::if_bool || one.op == Opcode::else_bool ||
                       one.op == Opcode::rep || one.op == Opcode::loop;
    if (opens) open_.push_back(&one);
    if (opens || is_call(one.op)) count(one);
    const auto loops = std::ranges::count_if(open_, [](const Instruction* open) {
      return open->op == Opcode::rep || open->op == Opcode::loop;
    });
    if (loops > deepest_loop && opens) {
      add(one.place, "flow control", "loops inside each other do not exist in vs_2_0");
    }
    if (is_call(one.op) && subroutine_) {
      add(one.place, "flow control", "a subroutine calls no other in vs_2_0");
    }
  }

  // Takes the beginning from those that are open. else ends if and waits for endif itself.
  bool close(const Instruction& one, Opcode begin) {
    const bool fits =
        !open_.empty() && (open_.back()->op == begin ||
                           (one.op == Opcode::endif && open_.back()->op == Opcode::else_bool));
    if (!fits) {
      add(one.place, "flow control", "'{}' without '{}' before it", info_of(one.op).name,
          info_of(begin).name);
      return false;
    }
    open_.pop_back();
    return true;
  }

  void count(const Instruction& one) {
    if (++branches_ == most_branches + 1) {
      add(one.place, "flow control", "more than {} branches, loops and calls", most_branches);
    }
  }

  void begin_subroutine(const Instruction& one) {
    subroutine_ = true;
    if (at_ == 0 || shader().instructions[at_ - 1].op != Opcode::ret) {
      add(one.place, "flow control", "a label stands behind a ret");
    }
    if (!labels_.emplace(one.sources[0].reg.index, at_).second) {
      add(one.place, "flow control", "{} stands twice", name_of(one.sources[0].reg));
    }
  }

  void check_calls() {
    for (std::size_t i = 0; i < shader().instructions.size(); ++i) {
      const Instruction& one = shader().instructions[i];
      if (!is_call(one.op) || one.sources[0].reg.file != File::label) continue;
      const auto found = labels_.find(one.sources[0].reg.index);
      if (found == labels_.end()) {
        add(one.place, "flow control", "no label {}", name_of(one.sources[0].reg));
      } else if (found->second < i) {
        add(one.place, "flow control", "a call goes forward, to a label behind it");
      }
    }
    if (subroutine_ && shader().instructions.back().op != Opcode::ret) {
      add(shader().instructions.back().place, "flow control", "the last subroutine has no ret");
    }
  }

  std::size_t at_ = 0;
  std::vector<const Instruction*> open_;  // if, else, rep, loop without their end
  std::map<int, std::size_t> labels_;
  bool subroutine_ = false;
  int branches_ = 0;
};

}  // namespace

void check_flow(const Shader& shader, std::vector<Violation>& violations) {
  FlowRules(shader, violations).check();
}

std::vector<const Instruction*> execution_order(const Shader& shader) {
  const std::vector<Instruction>& all = shader.instructions;
  std::map<int, std::size_t> labels;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].op == Opcode::label) labels.emplace(all[i].sources[0].reg.index, i);
  }
  std::vector<const Instruction*> order;
  const auto append = [&](std::size_t from, const auto& again) -> void {
    for (std::size_t i = from; i < all.size() && all[i].op != Opcode::ret; ++i) {
      order.push_back(&all[i]);
      if (!is_call(all[i].op) || from != 0) continue;  // calls do not nest
      const auto found = labels.find(all[i].sources[0].reg.index);
      if (found != labels.end() && found->second > i) again(found->second, again);
    }
  };
  append(0, append);
  return order;
}

}  // namespace plumb::shader
