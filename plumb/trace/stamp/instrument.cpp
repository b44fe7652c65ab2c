// plumb/trace/stamp/instrument.cpp - editing the module.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/instrument.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/ptx/print.h"
#include "plumb/ptx/tokens.h"
#include "plumb/trace/log_layout.h"
#include "plumb/trace/stamp/constant_memory.h"
#include "plumb/trace/stamp/plain_copy.h"
#include "plumb/trace/stamp/source_lines.h"
#include "plumb/trace/stamp/stamp_text.h"

namespace plumb::trace {
namespace {

// Whether a place of the text is part of a name in quotes, as the path of a file is, or of a
// comment.
bool is_aside(std::string_view text, std::size_t at) {
  const std::size_t newline = text.rfind('\n', at);
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  const std::string_view before = text.substr(start, at - start);
  return std::ranges::count(before, '"') % 2 == 1 || before.find("//") != std::string_view::npos;
}

void refuse_reserved_names(const ptx::Module& module) {
  for (const std::string_view name :
       {std::string_view("plumb_trace_"), std::string_view("%plumb_")}) {
    for (std::size_t at = module.text.find(name); at != std::string::npos;
         at = module.text.find(name, at + 1)) {
      if (is_aside(module.text, at)) continue;
      ptx::refuse(module, static_cast<std::uint32_t>(at),
                  fmt::format("names that begin with '{}' are reserved for stamps; was this text "
                              "instrumented already?",
                              name));
    }
  }
}

// The stamps use activemask, which is PTX since 6.2.
void refuse_old_text(const ptx::Module& module) {
  const auto [major, minor] = module.version;
  if (major < 6 || (major == 6 && minor < 2)) {
    throw Error(ErrorKind::input,
                fmt::format("{}: PTX {}.{} is too old for stamps; compile for 6.2 or later",
                            module.name, major, minor));
  }
  if (module.address_size == 64) return;
  throw Error(ErrorKind::input,
              fmt::format("{}: addresses of {} bits; stamps need .address_size 64", module.name,
                          module.address_size));
}

void refuse_layout(const LogLayout& layout) {
  constexpr std::uint64_t most_records = 1ULL << 28U;  // 8 GiB
  const std::uint64_t records =
      std::uint64_t{layout.processors} * layout.warps * std::uint64_t{layout.slots};
  const std::uint64_t most = most_records * record_bytes / slot_bytes(layout);
  if (records > 0 && records <= most &&
      std::uint64_t{layout.processors} * layout.warps <= most_records)
    return;
  throw Error(ErrorKind::input,
              fmt::format("a log of {} x {} x {} records; at least one, at most {} are possible",
                          layout.processors, layout.warps, layout.slots, most));
}

// A record has so many bits for the number of a stamp, and for the share of blocks of its launch.
void refuse_numbers(const ChosenAccesses& chosen, const Sampling& sampling) {
  if (chosen.accesses.size() > most_stamps) {
    throw Error(ErrorKind::input,
                fmt::format("{} accesses to stamp; at most {} are possible: choose with --kernel",
                            chosen.accesses.size(), most_stamps));
  }
  if (sampling.least_blocks > 0 && sampling.blocks > most_drawn_from) {
    throw Error(ErrorKind::input,
                fmt::format("stamps in one block of {}; of at most {} where small launches have a "
                            "larger share",
                            sampling.blocks, most_drawn_from));
  }
}

// Behind .address_size or what else comes last before the first declaration.
std::uint32_t head_end(const ptx::Module& module) {
  std::uint32_t end = 0;
  for (const ptx::Statement& directive : module.directives) {
    const std::string_view word = module.view(directive.word);
    if (word == ".target" || word == ".address_size") end = directive.text.end;
  }
  return end;
}

// Memory whose loads are all among those that are wanted. Records that are kept in shared memory
// are loaded from there, and so are barriers in memory (mbarrier) where the machine has none; the
// word that is always 0 is loaded from global memory where constants are full.
std::vector<MemorySpace> wholly_stamped(const ptx::Module& module, const ChosenAccesses& chosen,
                                        const InstrumentOptions& options, bool never_is_global) {
  const bool shared_is_loaded =
      options.staging || module.text.find("mbarrier.") != std::string::npos;
  std::vector<MemorySpace> spaces;
  for (const MemorySpace space : {MemorySpace::generic, MemorySpace::global, MemorySpace::shared,
                                  MemorySpace::texture, MemorySpace::surface}) {
    const auto remains = [&](const FoundAccess& access) {
      return access.stamp.access == AccessKind::load && access.stamp.space == space &&
             options.only && *options.only != access.stamp.id;
    };
    if (chosen.left.contains(space) || std::ranges::any_of(chosen.accesses, remains)) continue;
    const bool by_stamps = (space == MemorySpace::shared && shared_is_loaded) ||
                           (space == MemorySpace::global && never_is_global);
    if (!by_stamps) spaces.push_back(space);
  }
  return spaces;
}

// Where the text changes, and how each change is written. What they say is made when the module is
// printed: the stamps of a large module are many times its text.
class Editing {
 public:
  Editing(const ptx::Module& module, const InstrumentOptions& options, const StampNames& names,
          unsigned file, bool never_is_global)
      : module_(&module),
        options_(&options),
        names_(&names),
        text_(options, names, file, never_is_global),
        file_(file) {}

  // The text, or nothing where a sink receives it.
  std::string apply(std::span<const FoundAccess* const> accesses,
                    const std::vector<MemorySpace>& wholly_stamped, const ptx::PieceSink& sink) {
    ranges_.reserve(4 * accesses.size());
    texts_.reserve(4 * accesses.size());
    std::map<const ptx::Function*, std::uint32_t> regions;
    for (const FoundAccess* access : accesses) add_stamp(*access, regions[access->function]);
    for (const auto& [function, count] : regions) {
      const bool split = is_split(*function);
      if (split) text_.split(*function);
      insert(function->body.begin + 1,
             [this, function, count] { return text_.prologue(*function, count); });
      if (options_->staging && function->entry) flush_before_ends(*function);
      if (split) {
        limit_registers(*function);
        add_plain_body(*function);
      }
    }
    const std::string table = table_of(accesses, wholly_stamped);
    const std::size_t globals = ranges_.size();
    ranges_.push_back({head_end(*module_), head_end(*module_)});
    texts_.emplace_back();
    insert(module_->end(),
           [this] { return fmt::format("\n.file {} \"{}\"\n", file_, names_->file); });
    const auto append = [&](std::size_t i, std::string& text) {
      if (i == globals) {
        text_.append_globals(table, text);
      } else {
        text += texts_[i]();
      }
    };
    if (!sink) return ptx::print(*module_, ranges_, append);
    ptx::print(*module_, ranges_, append, sink);
    return {};
  }

 private:
  using Text = std::function<std::string()>;  // two pointers need no memory of their own

  void replace(ptx::Range range, Text text) {
    ranges_.push_back(range);
    texts_.push_back(std::move(text));
  }
  void insert(std::uint32_t at, Text text) { replace({at, at}, std::move(text)); }

  [[nodiscard]] std::string table_of(std::span<const FoundAccess* const> accesses,
                                     const std::vector<MemorySpace>& wholly_stamped) const {
    std::vector<const Stamp*> stamps;
    stamps.reserve(accesses.size());
    for (const FoundAccess* access : accesses) stamps.push_back(&access->stamp);
    return to_text({.layout = options_->layout, .stamps = {}, .wholly_stamped = wholly_stamped},
                   stamps);
  }

  void add_stamp(const FoundAccess& access, std::uint32_t& region) {
    const FoundAccess* stamped = &access;
    if (access.stamp.access == AccessKind::region) regions_[stamped] = region++;
    insert(access.begin.begin,
           [this, stamped] { return text_.before(*stamped, region_of(stamped)); });
    if (!access.guard.empty()) replace(access.guard_text, [] { return std::string(); });
    if (!access.instead_of_opcode.empty())
      replace(access.opcode, [stamped] { return stamped->instead_of_opcode; });
    if (access.address && access.address->copied) {
      replace(access.address->brackets,
              [stamped] { return fmt::format("[%plumb_k{}]", stamped->address->offset); });
    }
    insert(access.end.end, [this, stamped] { return text_.after(*stamped, region_of(stamped)); });
    if (access.first_use)
      insert(access.first_use->before, [this, stamped] { return text_.at_first_use(*stamped); });
  }

  [[nodiscard]] bool is_split(const ptx::Function& function) const {
    const Sampling& sampling = options_->sampling;
    return leaves_out_warps(sampling) && can_be_copied(*module_, function, sampling);
  }

  // A kernel that has a limit of its own keeps it.
  void limit_registers(const ptx::Function& function) {
    const auto limit = options_->most_registers.find(std::string(module_->view(function.name)));
    const std::string_view header = module_->view(function.header);
    if (!function.entry || limit == options_->most_registers.end() ||
        header.find(".maxnreg") != std::string_view::npos ||
        header.find(".minnctapersm") != std::string_view::npos)
      return;
    insert(function.body.begin,
           [count = limit->second] { return fmt::format("\n.maxnreg {}\n", count); });
  }

  void add_plain_body(const ptx::Function& function) {
    const ptx::Function* copied = &function;
    insert(function.body.end - 1, [this, copied] {
      return (falls_off(*copied) ? "\nret;\n" : "\n") + text_.plain_body(*module_, *copied);
    });
  }

  [[nodiscard]] std::uint32_t region_of(const FoundAccess* access) const {
    const auto region = regions_.find(access);
    return region == regions_.end() ? 0 : region->second;
  }

  [[nodiscard]] bool is_end(const ptx::Statement& statement) const {
    if (statement.kind != ptx::StatementKind::instruction) return false;
    const std::string_view opcode = ptx::base_of(module_->view(statement.word));
    return opcode == "ret" || opcode == "exit";
  }

  // Lanes may come to the closing brace: no end that is always taken stands right before it.
  [[nodiscard]] bool falls_off(const ptx::Function& function) const {
    if (function.statements.empty()) return true;
    const ptx::Statement& last = function.statements.back();
    return !is_end(last) || last.guard.has_value();
  }

  // A guarded end is only that of some lanes.
  void flush_before_ends(const ptx::Function& function) {
    for (const ptx::Statement& statement : function.statements) {
      if (!is_end(statement)) continue;
      const std::uint32_t id = ends_++;
      const ptx::Statement* end = &statement;
      insert(statement.text.begin, [this, end, id] {
        std::string flush = stage_flush(*options_->staging, options_->layout, names_->log, id);
        if (!end->guard) return flush;
        return fmt::format("@{}{} bra $plumb_trace_go_on_{};\n{}", end->guard->negated ? "" : "!",
                           module_->view(end->guard->name), id, flush);
      });
      if (statement.guard) {
        insert(statement.text.end, [id] { return fmt::format("\n$plumb_trace_go_on_{}:\n", id); });
      }
    }
    if (falls_off(function)) {
      insert(function.body.end - 1, [this, id = ends_++] {
        return "\n" + stage_flush(*options_->staging, options_->layout, names_->log, id);
      });
    }
  }

  const ptx::Module* module_;
  const InstrumentOptions* options_;
  const StampNames* names_;
  StampText text_;
  std::uint32_t ends_ = 0;
  unsigned file_;
  std::vector<ptx::Range> ranges_;
  std::vector<Text> texts_;                              // of each
  std::map<const FoundAccess*, std::uint32_t> regions_;  // the number in its function
};

}  // namespace

std::string_view function_that_exits(const ptx::Module& module) {
  for (const ptx::Function& function : module.functions) {
    if (function.entry) continue;
    for (const ptx::Statement& statement : function.statements) {
      if (statement.kind == ptx::StatementKind::instruction &&
          ptx::base_of(module.view(statement.word)) == "exit")
        return module.view(function.name);
    }
  }
  return {};
}

Instrumented instrument(const ptx::Module& module, const ChosenAccesses& chosen,
                        const InstrumentOptions& options, const ptx::PieceSink& sink) {
  refuse_reserved_names(module);
  refuse_old_text(module);
  refuse_layout(options.layout);
  refuse_numbers(chosen, options.sampling);
  if (const std::string_view name = function_that_exits(module); options.staging && !name.empty()) {
    throw Error(ErrorKind::input,
                fmt::format("{}: '{}' ends the thread by exit; records kept in shared memory would "
                            "be lost there",
                            module.name, name));
  }
  if (options.staging && options.layout.addresses)
    throw Error(ErrorKind::input, "records with addresses are not kept in shared memory");
  if (options.method == StampMethod::first_use && options.layout.addresses) {
    throw Error(ErrorKind::input,
                "addresses are those of an access, and stamps at the first use have none: leave "
                "out --addresses");
  }
  std::vector<const FoundAccess*> wanted;
  for (const FoundAccess& access : chosen.accesses) {
    if (!options.only || *options.only == access.stamp.id) wanted.push_back(&access);
  }
  if (wanted.empty()) {
    throw Error(ErrorKind::input,
                fmt::format("{}: nothing to stamp: {} accesses found, {} selected but not possible",
                            module.name, chosen.found, chosen.skipped.size()));
  }
  const unsigned file = SourceLines(module).free_file_number();
  const bool full = constant_memory_is_full(module);
  const StampNames names = names_for(module.view({0, module.end()}));
  Instrumented result;
  result.log = names.log;
  if (options.sampling.window) result.window = names.window;
  result.ptx = Editing(module, options, names, file, full)
                   .apply(wanted, wholly_stamped(module, chosen, options, full), sink);
  result.stamps.reserve(wanted.size());
  for (const FoundAccess* access : wanted) result.stamps.push_back(access->stamp);
  result.skipped = chosen.skipped;
  return result;
}

Instrumented instrument(const ptx::Module& module, const InstrumentOptions& options) {
  return instrument(module, choose_accesses(module, options.selection, options.method), options);
}

}  // namespace plumb::trace
