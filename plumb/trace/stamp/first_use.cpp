// plumb/trace/stamp/first_use.cpp - following a loaded value through the blocks of a function.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/first_use.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/ptx/registers.h"
#include "plumb/trace/stamp/source_lines.h"

namespace plumb::trace {
namespace {

constexpr const char* several_places = "first use in several places";
// Of blocks behind that of a load. What lies farther is not looked for: it would take a time that
// grows with the square of a function's length.
constexpr std::size_t most_blocks_behind = 64;

struct Step {
  const ptx::Statement* statement = nullptr;
  ptx::Effects effects;
  std::string_view location;
  bool copies = false;  // one register to another of the same width, whatever happens
};

// Steps that are carried out one after the other.
struct StraightCode {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<std::size_t> next = {};
  unsigned ways_in = 0;
};

using Names = std::set<std::string_view>;

bool any_of_them(const std::vector<std::string_view>& names, const Names& wanted) {
  return std::ranges::any_of(names, [&](std::string_view name) { return wanted.contains(name); });
}

std::string_view without_component_of(std::string_view name) {
  return name.substr(0, name.find('.'));
}

class FunctionUses {
 public:
  FunctionUses(const ptx::Module& module, SourceLines& lines, const ptx::Function& function)
      : module_(&module) {
    ptx::Registers registers(module);
    lines.enter_function();
    start_code();
    for (const ptx::Statement& statement : function.statements) {
      registers.pass(statement);
      lines.pass(statement);
      if (statement.kind == ptx::StatementKind::label) {
        start_code();
        labels_[module.view(statement.word)] = blocks_.size() - 1;
      }
      if (statement.kind == ptx::StatementKind::instruction)
        add_step(statement, registers, lines.directive());
    }
    blocks_.back().end = steps_.size();
    connect();
  }

  void find(FoundAccess& access) const {
    if (!access.guard.empty()) {
      access.why_not = "it is under a guard: lanes that do not load come by its first use as well";
      return;
    }
    const auto load =
        std::ranges::lower_bound(steps_, access.begin.begin, {},
                                 [](const Step& step) { return step.statement->text.begin; });
    const std::size_t from = static_cast<std::size_t>(load - steps_.begin()) + 1;
    const auto block = std::ranges::lower_bound(blocks_, from, {}, &StraightCode::end);
    Search search{.block = static_cast<std::size_t>(block - blocks_.begin()), .from = from};
    for (const AccessRegister& to : access.destinations)
      search.names.insert(without_component_of(to.name));
    search.loaded = search.names;
    const std::optional<std::size_t> found = follow(search, access.why_not);
    if (found) note(access, search, steps_[*found]);
  }

 private:
  struct Search {
    std::size_t block = 0;
    std::size_t from = 0;
    Names names = {};                      // that hold the value
    Names loaded = {};                     // of these, the registers that the load wrote
    std::optional<std::size_t> copy = {};  // the first one in the block
    Names before_copy = {};
  };

  void start_code() {
    if (!blocks_.empty()) blocks_.back().end = steps_.size();
    blocks_.push_back({.begin = steps_.size()});
  }

  void add_step(const ptx::Statement& statement, const ptx::Registers& registers,
                std::string_view location) {
    Step step{.statement = &statement,
              .effects = ptx::effects_of(*module_, registers, statement),
              .location = location};
    const std::string_view base = ptx::base_of(module_->view(statement.word));
    step.copies = base == "mov" && !statement.guard && statement.operands.size() == 2 &&
                  statement.operands[0].kind == ptx::OperandKind::name &&
                  statement.operands[1].kind == ptx::OperandKind::name &&
                  step.effects.defines.size() == 1 && step.effects.uses.size() == 1;
    steps_.push_back(std::move(step));
    if (base == "bra" || base == "brx" || base == "ret" || base == "exit") start_code();
  }

  void lead(std::size_t from, std::size_t to) {
    if (to >= blocks_.size()) return;
    blocks_[from].next.push_back(to);
    ++blocks_[to].ways_in;
  }

  // A branch through a table may lead to any label.
  void connect() {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const StraightCode& block = blocks_[i];
      const Step* last = block.end > block.begin ? &steps_[block.end - 1] : nullptr;
      const std::string_view base =
          last == nullptr ? std::string_view() : ptx::base_of(module_->view(last->statement->word));
      if (base == "bra") {
        const auto& operands = last->statement->operands;
        const auto label =
            operands.empty() ? labels_.end() : labels_.find(module_->view(operands.back().text));
        if (label != labels_.end()) lead(i, label->second);
      }
      if (base == "brx") {
        for (const auto& [name, target] : labels_) lead(i, target);
      }
      const bool ends = base == "bra" || base == "brx" || base == "ret" || base == "exit";
      if (!ends || last->statement->guard) lead(i, i + 1);
    }
  }

  // The step that first uses the value.
  std::optional<std::size_t> follow(Search& search, std::string& why_not) const {
    for (std::size_t passed = 0; passed < most_blocks_behind; ++passed) {
      const StraightCode& block = blocks_[search.block];
      for (std::size_t i = search.from; i < block.end; ++i) {
        const Step& step = steps_[i];
        const std::string_view base = ptx::base_of(module_->view(step.statement->word));
        if (any_of_them(step.effects.uses, search.names) && !copied(search, i)) {
          // Arguments of a call stand right before it: nothing may come between them.
          const bool handed = ptx::has_modifier(module_->view(step.statement->word), "param");
          if (!handed && base != "call") return i;
          why_not = "its first use hands it to a function";
          return std::nullopt;
        }
        if (base == "call" || !step.effects.known) {
          why_not = base == "call" ? "a function is called before its first use"
                                   : "before its first use comes an instruction that is not known";
          return std::nullopt;
        }
        if (step.copies && search.names.contains(step.effects.uses.front())) continue;
        forget_overwritten(search, step);
        if (!search.names.empty()) continue;
        why_not = "nothing uses its value";
        return std::nullopt;
      }
      if (search.copy) {
        search.names = search.before_copy;
        return search.copy;
      }
      const std::optional<std::size_t> next = only_way_on(search, why_not);
      if (!next) return std::nullopt;
      search.block = *next;
      search.from = blocks_[*next].begin;
    }
    why_not = "its first use is too far away";
    return std::nullopt;
  }

  // Whether the step is a copy, which is then followed.
  bool copied(Search& search, std::size_t i) const {
    const Step& step = steps_[i];
    if (!step.copies) return false;
    if (!search.copy) {
      search.copy = i;
      search.before_copy = search.names;
    }
    search.names.insert(step.effects.defines.front());
    return true;
  }

  static void forget_overwritten(Search& search, const Step& step) {
    if (step.statement->guard) return;
    for (const std::string_view name : step.effects.defines) search.names.erase(name);
  }

  // Where the value is used behind the block, if that is behind one way alone and nobody else comes
  // there.
  std::optional<std::size_t> only_way_on(const Search& search, std::string& why_not) const {
    std::optional<std::size_t> way;
    for (const std::size_t next : blocks_[search.block].next) {
      if (way == next || !is_used_from(next, search.names)) continue;
      if (way) {
        why_not = several_places;
        return std::nullopt;
      }
      way = next;
    }
    if (!way) why_not = "nothing uses its value";
    if (way && blocks_[*way].ways_in > 1) {
      why_not = several_places;
      return std::nullopt;
    }
    return way;
  }

  // On some way from this block on; where that is not found out soon, it may be.
  [[nodiscard]] bool is_used_from(std::size_t start, const Names& names) const {
    std::vector<std::size_t> open{start};
    std::set<std::size_t> seen{start};
    while (!open.empty()) {
      if (seen.size() > most_blocks_behind) return true;
      const StraightCode& block = blocks_[open.back()];
      open.pop_back();
      Names here = names;
      for (std::size_t i = block.begin; i < block.end && !here.empty(); ++i) {
        if (!steps_[i].effects.known || any_of_them(steps_[i].effects.uses, here)) return true;
        if (steps_[i].statement->guard) continue;
        for (const std::string_view name : steps_[i].effects.defines) here.erase(name);
      }
      if (here.empty()) continue;
      for (const std::size_t next : block.next) {
        if (seen.insert(next).second) open.push_back(next);
      }
    }
    return false;
  }

  // Waits for all that was loaded, or for the copy that is used.
  void note(FoundAccess& access, const Search& search, const Step& use) const {
    FirstUse found{.before = use.statement->text.begin, .location = use.location};
    const bool original = any_of_them(use.effects.uses, search.loaded);
    for (const AccessRegister& to : access.destinations) {
      if (original && search.names.contains(without_component_of(to.name)))
        found.registers.push_back(to);
    }
    if (!original && access.destinations.size() == 1) {
      const auto copy = std::ranges::find_if(
          use.effects.uses, [&](std::string_view name) { return search.names.contains(name); });
      found.registers.push_back(access.destinations.front());
      found.registers.back().name = *copy;
    }
    if (found.registers.empty()) {
      access.why_not = several_places;
    } else {
      access.first_use = std::move(found);
    }
  }

  const ptx::Module* module_;
  std::vector<Step> steps_;
  std::vector<StraightCode> blocks_;
  std::map<std::string_view, std::size_t> labels_;
};

}  // namespace

void find_first_uses(const ptx::Module& module, std::span<FoundAccess> accesses) {
  SourceLines lines(module);
  std::optional<FunctionUses> uses;
  const ptx::Function* function = nullptr;
  for (FoundAccess& access : accesses) {
    if (!access.why_not.empty()) continue;
    if (access.function != function) uses.emplace(module, lines, *access.function);
    function = access.function;
    uses->find(access);
  }
}

}  // namespace plumb::trace
