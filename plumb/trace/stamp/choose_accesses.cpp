// plumb/trace/stamp/choose_accesses.cpp - comparing what was found with what was asked for.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/choose_accesses.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "plumb/trace/stamp/first_use.h"

namespace plumb::trace {
namespace {

template <class Value, class Item>
bool chooses(const std::vector<Value>& list, const Item& item) {
  return list.empty() || std::ranges::find(list, item) != list.end();
}

// "12", "stencil.cu:12" or as much of the path as is wanted.
bool is_line(std::string_view wanted, std::string_view place) {
  if (!place.ends_with(wanted)) return false;
  if (place.size() == wanted.size()) return true;
  const char before = place[place.size() - wanted.size() - 1];
  return before == '/' || (before == ':' && wanted.find(':') == std::string_view::npos);
}

bool begins_opcode(std::string_view wanted, std::string_view opcode) {
  return opcode.starts_with(wanted) &&
         (opcode.size() == wanted.size() || opcode[wanted.size()] == '.');
}

bool is_selected(const Selection& selection, const Stamp& stamp) {
  const auto line = [&](const std::string& wanted) {
    return std::ranges::any_of(stamp.chain,
                               [&](const std::string& place) { return is_line(wanted, place); });
  };
  const auto opcode = [&](const std::string& wanted) {
    return begins_opcode(wanted, stamp.opcode);
  };
  return chooses(selection.kernels, stamp.kernel) && chooses(selection.accesses, stamp.access) &&
         (stamp.access == AccessKind::region || stamp.access == AccessKind::barrier ||
          chooses(selection.spaces, stamp.space)) &&
         (selection.lines.empty() || std::ranges::any_of(selection.lines, line)) &&
         (selection.opcodes.empty() || std::ranges::any_of(selection.opcodes, opcode));
}

// Of some atomics and reductions the assembler makes loops that begin with a load: of 16 bits
// everywhere; in shared memory, where a generic address may lead, of all but 32-bit numbers. It
// keeps in shared memory which tensor memory is given out.
bool needs_loads(const Stamp& stamp) {
  if (stamp.opcode.starts_with("tcgen05.")) return true;
  const bool reduces = stamp.access == AccessKind::store && stamp.opcode.starts_with("red");
  if (stamp.access != AccessKind::atomic && !reduces) return false;
  const std::string_view type = std::string_view(stamp.opcode).substr(stamp.opcode.rfind('.') + 1);
  if (type == "u32" || type == "s32" || type == "b32") return false;
  return stamp.space != MemorySpace::global || type.find("16") != std::string_view::npos;
}

// What is not a load gives no value that could be used.
void prepare_first_uses(const ptx::Module& module, std::vector<FoundAccess>& found) {
  for (FoundAccess& access : found) {
    if (access.stamp.access != AccessKind::load && access.why_not.empty())
      access.why_not = "only what a load gives has a first use";
  }
  find_first_uses(module, found);
}

}  // namespace

ChosenAccesses choose_accesses(const ptx::Module& module, const Selection& selection,
                               StampMethod method) {
  ChosenAccesses chosen;
  std::vector<FoundAccess> found = find_accesses(module);
  if (method == StampMethod::first_use) prepare_first_uses(module, found);
  chosen.accesses.reserve(found.size());
  for (FoundAccess& access : found) {
    ++chosen.found;
    // A barrier holds the warp itself: nothing needs to wait for it.
    access.stamp.method = access.stamp.access == AccessKind::barrier ? StampMethod::naive : method;
    if (needs_loads(access.stamp)) chosen.left.insert(access.stamp.space);
    const bool selected = is_selected(selection, access.stamp);
    if (access.stamp.access == AccessKind::load && (!selected || !access.why_not.empty()))
      chosen.left.insert(access.stamp.space);
    if (!selected) continue;
    if (!access.why_not.empty()) {
      chosen.skipped.push_back({access.stamp, access.why_not});
      continue;
    }
    access.stamp.id = static_cast<std::uint32_t>(chosen.accesses.size());
    chosen.accesses.push_back(std::move(access));
  }
  return chosen;
}

}  // namespace plumb::trace
