// plumb/trace/stamp/find_accesses.cpp - walking a module for what can be stamped.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/find_accesses.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "plumb/ptx/registers.h"
#include "plumb/ptx/tokens.h"
#include "plumb/trace/stamp/source_lines.h"

namespace plumb::trace {
namespace {

MemorySpace space_of(std::string_view opcode) {
  if (ptx::base_of(opcode) == "ldu") return MemorySpace::global;
  for (std::string_view rest = opcode; rest.find('.') != std::string_view::npos;) {
    rest.remove_prefix(rest.find('.') + 1);
    const std::string_view word = rest.substr(0, rest.find('.'));
    if (word == "global") return MemorySpace::global;
    if (word == "local") return MemorySpace::local;
    if (word == "const") return MemorySpace::constant;
    if (word == "shared" || word.starts_with("shared::")) return MemorySpace::shared;
  }
  return MemorySpace::generic;
}

// What an opcode is to us; absent where it is not an access.
struct Kind {
  AccessKind access;
  MemorySpace space;
};
bool is_parameter(std::string_view opcode) {
  return ptx::has_modifier(opcode, "param") || ptx::has_modifier(opcode, "param::entry") ||
         ptx::has_modifier(opcode, "param::func");
}

std::optional<Kind> kind_of(std::string_view opcode) {
  const std::string_view base = ptx::base_of(opcode);
  if (base == "ld" || base == "ldu") {
    if (is_parameter(opcode)) return std::nullopt;  // constants of the launch
    return Kind{AccessKind::load, space_of(opcode)};
  }
  if (base == "ldmatrix") return Kind{AccessKind::load, MemorySpace::shared};
  if (base == "wmma" && ptx::has_modifier(opcode, "load"))
    return Kind{AccessKind::load, space_of(opcode)};
  if (base == "tex" || base == "tld4") return Kind{AccessKind::load, MemorySpace::texture};
  if (base == "suld") return Kind{AccessKind::load, MemorySpace::surface};
  if (base == "atom") return Kind{AccessKind::atomic, space_of(opcode)};
  if (base == "bar" || base == "barrier") {
    if (ptx::has_modifier(opcode, "arrive")) return std::nullopt;  // does not wait
    return Kind{AccessKind::barrier, MemorySpace::none};
  }
  if (base == "st" || base == "red") {
    if (is_parameter(opcode)) return std::nullopt;
    return Kind{AccessKind::store, space_of(opcode)};
  }
  if (base == "sust" || base == "sured") return Kind{AccessKind::store, MemorySpace::surface};
  if (base == "tcgen05" &&
      (ptx::has_modifier(opcode, "alloc") || ptx::has_modifier(opcode, "dealloc")))
    return Kind{AccessKind::store, MemorySpace::shared};
  if (base == "cp") return Kind{AccessKind::load, MemorySpace::global};
  if (base == "multimem" && ptx::has_modifier(opcode, "ld_reduce"))
    return Kind{AccessKind::load, MemorySpace::global};
  return std::nullopt;
}

std::string why_not(std::string_view opcode, const FoundAccess& access) {
  if (ptx::base_of(opcode) == "cp")
    return "an asynchronous copy completes at an instruction of its own";
  if (ptx::base_of(opcode) == "multimem")
    return "what a reduction over several GPUs becomes has not been examined";
  if (ptx::has_modifier(opcode, "async")) return "an asynchronous store completes at a barrier";
  const MemorySpace space = access.stamp.space;
  if (access.stamp.access == AccessKind::store &&
      (space == MemorySpace::shared || space == MemorySpace::local))
    return "nothing shows when a store to shared or local memory is done: fences wait for others";
  const bool reads =
      access.stamp.access == AccessKind::load || access.stamp.access == AccessKind::atomic;
  if (reads && access.destinations.empty()) return "its result goes nowhere";
  for (const AccessRegister& destination : access.destinations) {
    const unsigned bits = destination.bits;
    if (bits != 16 && bits != 32 && bits != 64 && bits != 128)
      return fmt::format("register '{}' has {} bits", destination.name, destination.bits);
  }
  return {};
}

// Of `.reg .v4 .f32 %v`, which has four times the bits of its type, each component by itself.
void add_destinations(std::string_view name, const ptx::RegisterType& type,
                      std::vector<AccessRegister>& destinations) {
  unsigned bits = 0;
  const std::string_view digits = type.name.substr(1);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  const bool whole = read.ptr == digits.data() + digits.size();  // not f16x2
  if (!whole || bits == 0 || bits >= type.bits) {
    destinations.push_back({std::string(name), type.name, type.bits});
    return;
  }
  constexpr std::string_view components = "xyzw";
  for (unsigned i = 0; i < type.bits / bits && i < components.size(); ++i)
    destinations.push_back({fmt::format("{}.{}", name, components[i]), type.name, bits});
}

// Neighbours in shared memory the assembler loads at once, whatever lies between them, unless they
// are volatile; the machine's instruction is the same. Empty where the opcode stays.
std::string unmerged_opcode(const Stamp& stamp) {
  std::string_view rest = stamp.opcode;
  if (stamp.access != AccessKind::load || stamp.space != MemorySpace::shared) return {};
  for (const std::string_view start : {"ld.weak.shared", "ld.shared"}) {
    if (!rest.starts_with(start)) continue;
    rest.remove_prefix(start.size() - std::string_view("shared").size());
    for (const std::string_view cached : {"ca", "cg", "cs", "lu", "cv"}) {
      if (ptx::has_modifier(stamp.opcode, cached)) return {};
    }
    return fmt::format("ld.volatile.{}", rest);
  }
  return {};
}

class Walk {
 public:
  explicit Walk(const ptx::Module& module) : module_(&module), lines_(module) {}

  std::vector<FoundAccess> all() {
    for (const ptx::Function& function : module_->functions) {
      if (function.has_body) visit(function);
    }
    return std::move(found_);
  }

 private:
  void visit(const ptx::Function& function) {
    const std::size_t first = found_.size();
    ptx::Registers registers(*module_);
    lines_.enter_function();
    open_.clear();
    numbers_.clear();
    std::uint32_t done = function.body.begin + 1;
    for (const ptx::Statement& statement : function.statements) {
      marks({done, statement.text.begin}, function);
      done = statement.text.end;
      registers.pass(statement);
      lines_.pass(statement);
      if (statement.kind != ptx::StatementKind::instruction) continue;
      note_number(statement);
      consider(function, statement, registers);
    }
    marks({done, function.body.end}, function);
    note_merging(std::span(found_).subspan(first));
    if (!open_.empty()) {
      ptx::refuse(*module_, open_.begin()->second.begin.begin,
                  fmt::format("region '{}' has no plumb:end", open_.begin()->first));
    }
  }

  FoundAccess start(const ptx::Function& function, ptx::Range where) {
    FoundAccess access;
    access.function = &function;
    access.begin = access.end = where;
    access.location = lines_.directive();
    access.stamp.kernel = module_->view(function.name);
    access.stamp.ptx_line = lines_.line_of(where.begin);
    access.stamp.source = lines_.source();
    access.stamp.chain = lines_.chain();
    return access;
  }

  void consider(const ptx::Function& function, const ptx::Statement& statement,
                const ptx::Registers& registers) {
    const std::string_view opcode = module_->view(statement.word);
    const std::optional<Kind> kind = kind_of(opcode);
    if (!kind) return;
    FoundAccess access = start(function, statement.text);
    access.stamp.opcode = opcode;
    access.stamp.access = kind->access;
    access.stamp.space = kind->space;
    if (statement.guard) {
      access.guard = module_->view(statement.guard->name);
      access.negated = statement.guard->negated;
      access.guard_text = {statement.text.begin, statement.word.begin};
      access.stamp.guarded = true;
    }
    if (kind->access == AccessKind::load || kind->access == AccessKind::atomic) {
      for (const std::string_view name : ptx::effects_of(*module_, registers, statement).defines) {
        const ptx::RegisterType type = *registers.type_of(name);
        if (type.name != "pred") add_destinations(name, type, access.destinations);
      }
    }
    access.stamp.registers = 0;
    for (const AccessRegister& to : access.destinations)
      access.stamp.registers += (to.bits + 31U) / 32U;
    access.opcode = statement.word;
    access.instead_of_opcode = unmerged_opcode(access.stamp);
    if (kind->access == AccessKind::load || kind->access == AccessKind::atomic) {
      note_address(statement, registers, access);
      note_operands(statement, registers, access);
    }
    access.why_not = why_not(opcode, access);
    found_.push_back(std::move(access));
  }

  // The brackets of a fetch hold more than an address: they stay as they are.
  void note_address(const ptx::Statement& statement, const ptx::Registers& registers,
                    FoundAccess& access) const {
    for (const ptx::Operand& operand : statement.operands) {
      if (operand.kind != ptx::OperandKind::address || operand.parts.size() != 1) continue;
      const ptx::Operand& inner = operand.parts.front();
      const auto used = ptx::registers_in(*module_, registers, operand);
      AccessAddress address{.base = module_->view(inner.text),
                            .copied = used.empty() || access.stamp.space == MemorySpace::constant,
                            .brackets = operand.text};
      if (used.empty()) {
        address.bits = access.stamp.space == MemorySpace::shared ? 32 : 64;
      } else {
        address.bits = registers.type_of(used.front())->bits;
      }
      if (!used.empty() && inner.parts.size() == 2) {
        const ptx::Range base = inner.parts.front().text;
        address.base = module_->view(base);
        address.offset = module_->view({base.end, inner.text.end});
      }
      access.address = address;
    }
  }

  // What a fetch or an atomic reads besides its address.
  void note_operands(const ptx::Statement& statement, const ptx::Registers& registers,
                     FoundAccess& access) const {
    const bool fetch = access.stamp.space == MemorySpace::texture;
    if (!fetch && access.stamp.access != AccessKind::atomic) return;
    for (std::size_t i = 1; i < statement.operands.size(); ++i) {
      const ptx::Operand& operand = statement.operands[i];
      if (operand.kind == ptx::OperandKind::address && !fetch) continue;
      for (const std::string_view name : ptx::registers_in(*module_, registers, operand)) {
        const ptx::RegisterType type = *registers.type_of(name);
        const bool again = std::ranges::find(access.operands, name, &AccessRegister::name) !=
                           access.operands.end();
        if (!again && (type.bits == 32 || type.bits == 64))
          access.operands.push_back({std::string(name), type.name, type.bits});
      }
    }
    // Nothing computes numbers, and what would hold them crashes nvJitLink 13.0.
    const auto is_number = [&](const AccessRegister& one) {
      return one.bits == 64 || numbers_.contains(one.name);
    };
    if (fetch && std::ranges::all_of(access.operands, is_number))
      std::erase_if(access.operands, [](const AccessRegister& one) { return one.bits == 32; });
  }

  // Registers that are set to a number somewhere in the function.
  void note_number(const ptx::Statement& statement) {
    const std::vector<ptx::Operand>& operands = statement.operands;
    if (operands.size() == 2 && operands[1].kind == ptx::OperandKind::number &&
        ptx::base_of(module_->view(statement.word)) == "mov")
      numbers_.insert(module_->view(operands[0].text));
  }

  // The same word of what nobody writes and neighbours in local memory are loaded at once; in
  // shared memory, where it is not kept from it, the same word between two barriers; fragments of
  // matrices with their neighbours, whatever register their addresses are in.
  static void note_merging(std::span<FoundAccess> accesses) {
    std::map<std::tuple<MemorySpace, std::string_view, std::string_view>,
             std::vector<AccessAddress*>>
        like;
    for (FoundAccess& access : accesses) {
      if (access.stamp.access != AccessKind::load || !access.address || access.address->copied ||
          !access.instead_of_opcode.empty())
        continue;
      if (access.stamp.opcode.starts_with("wmma")) {
        access.address->merges = true;
        continue;
      }
      const bool local = access.stamp.space == MemorySpace::local;
      const bool shared = access.stamp.space == MemorySpace::shared;
      if (!local && !shared && !ptx::has_modifier(access.stamp.opcode, "nc")) continue;
      AccessAddress& address = *access.address;
      const std::string_view offset = local ? std::string_view() : address.offset;
      like[{access.stamp.space, address.base, offset}].push_back(&address);
    }
    for (const auto& [key, addresses] : like) {
      for (AccessAddress* address : addresses) address->merges = addresses.size() > 1;
    }
  }

  // Comments between two statements may open or close regions.
  void marks(ptx::Range gap, const ptx::Function& function) {
    constexpr std::string_view word = "plumb:";
    const std::string_view text = module_->view(gap);
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
      const std::string_view rest =
          text.substr(at + word.size(), text.find('\n', at) - at - word.size());
      const std::size_t blank = rest.find_first_of(" \t\r*");
      const std::string_view verb = rest.substr(0, blank);
      if (verb != "begin" && verb != "end") continue;
      std::string_view name = blank == std::string_view::npos ? "" : rest.substr(blank);
      name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
      name = name.substr(0, name.find_first_of(" \t\r*"));
      if (name.empty()) {
        ptx::refuse(*module_, gap.begin + static_cast<std::uint32_t>(at),
                    fmt::format("plumb:{} needs the name of a region", verb));
      }
      const auto line_end = static_cast<std::uint32_t>(std::min(text.find('\n', at), text.size()));
      mark(verb == "begin", name, {gap.begin + line_end, gap.begin + line_end}, function);
    }
  }

  void mark(bool begins, std::string_view name, ptx::Range where, const ptx::Function& function) {
    if (begins) {
      FoundAccess region = start(function, where);
      region.stamp.access = AccessKind::region;
      region.stamp.registers = 0;
      region.stamp.opcode = name;
      if (!open_.emplace(name, std::move(region)).second)
        ptx::refuse(*module_, where.begin, fmt::format("region '{}' is open already", name));
      return;
    }
    const auto open = open_.find(name);
    if (open == open_.end())
      ptx::refuse(*module_, where.begin, fmt::format("region '{}' was not begun", name));
    open->second.end = where;
    found_.push_back(std::move(open->second));
    open_.erase(open);
  }

  const ptx::Module* module_;
  SourceLines lines_;
  std::map<std::string_view, FoundAccess> open_;
  std::set<std::string_view> numbers_;
  std::vector<FoundAccess> found_;
};

}  // namespace

std::vector<FoundAccess> find_accesses(const ptx::Module& module) { return Walk(module).all(); }

}  // namespace plumb::trace
