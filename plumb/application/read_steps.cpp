// plumb/application/read_steps.cpp - the passes and loops of an application file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "plumb/application/application_parts.h"
#include "plumb/application/read_kernels.h"
#include "plumb/application/toml_tree.h"
#include "plumb/records/program_names.h"

namespace plumb {
namespace {

class StepReader {
 public:
  StepReader(const TomlView& root, const ReadFile& read, Application::Parts& parts)
      : root_(root),
        parts_(&parts),
        kernels_(root, read, parts),
        passes_(root.list_or_none("pass")) {}

  void read() {
    if (passes_.empty()) root_.refuse("an application has at least one pass: [[pass]]");
    kernels_.read_sources();
    for (StepPart& step : body("", 0)) steps_of(step.role).push_back(std::move(step));
    if (parts_->steps.empty())
      root_.refuse("every pass restores or checks: nothing is left to time");
    refuse_unused("loop", opened_);
    refuse_unused("kernel", kernels_.added());
  }

 private:
  std::vector<StepPart>& steps_of(Role role) {
    if (role == Role::restore) return parts_->restore;
    return role == Role::check ? parts_->check : parts_->steps;
  }

  // The passes that stand together inside `loop` ("": outside all), and the loops inside it.
  std::vector<StepPart> body(const std::string& loop, std::size_t depth) {
    std::vector<StepPart> steps;
    while (next_ < passes_.size()) {
      const TomlView& view = passes_[next_];
      const std::vector<std::string> way = way_to(view);  // outermost first
      const bool inside = way.size() >= depth && (depth == 0 || way[depth - 1] == loop);
      if (!inside) return steps;
      if (way.size() > depth) {
        steps.push_back(loop_part(way[depth], depth));
      } else {
        steps.push_back(pass_part(view));
        ++next_;
      }
    }
    return steps;
  }

  std::vector<std::string> way_to(const TomlView& pass) const {
    std::vector<std::string> way;
    TomlView view = pass;
    while (view.has("loop")) {
      const TomlView word = view.at("loop");
      way.insert(way.begin(), word.text());
      if (way.size() > deepest_loops) {
        word.refuse(
            fmt::format("loops lie more than {} deep, or inside themselves", deepest_loops));
      }
      view = table_named(root_, "loop", word);
    }
    return way;
  }

  StepPart loop_part(const std::string& name, std::size_t depth) {
    const TomlView view = root_.at("loop").at(name);
    view.only({"loop", "over", "repeat", "until", "expected", "check_every", "limit", "recorded",
               "wait", "queue", "after", "restore", "check"});
    if (!opened_.insert(name).second) {
      passes_[next_].refuse(
          fmt::format("loop '{}' has ended above: its passes must stand together", name));
    }
    StepPart step = step_part(view, name);
    LoopPart loop{.body = {}, .recorded = view.flag_or("recorded", false), .until = until_of(view)};
    if (loop.until && loop.recorded) view.at("recorded").refuse("'until' cannot be recorded");
    loop.body = body(name, depth + 1);
    step.action = std::move(loop);
    leave(step);
    return step;
  }

  // Name, ranges and repetition; the variables stay visible until leave().
  StepPart step_part(const TomlView& view, const std::string& name) {
    StepPart step;
    step.name = name;
    step.place = view.place();
    if (step.name.empty()) view.refuse("'name' is empty");
    for (const TomlView& item : view.list_or_none("over")) {
      step.ranges.push_back(range_of(item));
      if (step.ranges.size() > deepest_loops) item.refuse("too many ranges");
    }
    step.repeat = expression_or(view, "repeat", 1, *parts_);
    step.wait = view.flag_or("wait", false);
    step.role = role_of(view);
    if (view.has("queue")) step.queue = queue_name(view.at("queue"));
    for (const TomlView& item : view.list_or_none("after")) step.after.push_back(item.text());
    return step;
  }

  static Role role_of(const TomlView& view) {
    const bool restores = view.flag_or("restore", false);
    const bool checks = view.flag_or("check", false);
    if (restores && checks)
      view.at("check").refuse("a pass restores before an execution or checks behind it, not both");
    if (!restores && !checks) return Role::program;
    const char* word = restores ? "restore" : "check";
    if (view.has("loop")) {
      view.at(word).refuse(fmt::format(
          "a pass inside a loop is repeated with it; state '{} = true' of the loop", word));
    }
    return restores ? Role::restore : Role::check;
  }

  [[nodiscard]] std::string queue_name(const TomlView& view) const {
    std::vector<std::string> known;
    for (const QueueSlot& queue : parts_->queues) known.push_back(queue.name);
    if (std::ranges::find(known, view.text()) != known.end()) return view.text();
    view.refuse(fmt::format("unknown queue '{}'{}", view.text(), did_you_mean(view.text(), known)));
  }

  void leave(StepPart& step) {
    for (auto range = step.ranges.rbegin(); range != step.ranges.rend(); ++range) {
      range->varies = depends(step, range->slot);
      parts_->scope.hide(range->slot);
    }
  }

  // "u = 0 .. N-2"
  RangePart range_of(const TomlView& view) {
    const std::string& text = view.text();
    const std::size_t equals = text.find('=');
    const std::size_t dots = text.find("..");
    if (equals == std::string::npos || dots == std::string::npos || dots < equals) {
      view.refuse(fmt::format("'{}' is not a range; write 'u = 0 .. N-1'", text));
    }
    RangePart range;
    range.first = {trimmed(text.substr(equals + 1, dots - equals - 1)), parts_->scope,
                   view.place()};
    range.last = {trimmed(text.substr(dots + 2)), parts_->scope, view.place()};
    range.slot = parts_->scope.add(trimmed(text.substr(0, equals)), view.place());
    return range;
  }

  // "residual[0] < 1e-6"
  std::optional<UntilPart> until_of(const TomlView& view) {
    if (!view.has("until")) {
      for (const char* member : {"expected", "check_every", "limit"}) {
        if (view.has(member)) view.at(member).refuse("only a loop with 'until' has it");
      }
      return std::nullopt;
    }
    const TomlView condition = view.at("until");
    const std::string& text = condition.text();
    const std::size_t at = text.find_first_of("<>=!");
    const std::size_t open = text.find('[');
    const std::size_t close = text.find(']');
    if (at == std::string::npos || open == std::string::npos || close == std::string::npos ||
        !(open < close && close < at)) {
      condition.refuse(fmt::format("'{}' is not a condition; write 'residual[0] < 1e-6'", text));
    }
    const std::size_t length = at + 1 < text.size() && text[at + 1] == '=' ? 2 : 1;
    const std::string word = text.substr(at, length);
    const auto found = std::ranges::find(comparison_names, word);
    if (found == comparison_names.end()) {
      condition.refuse(fmt::format("unknown comparison '{}'; known are {}", word,
                                   fmt::join(comparison_names, ", ")));
    }
    UntilPart until{.buffer = trimmed(text.substr(0, open)),
                    .element = {trimmed(text.substr(open + 1, close - open - 1)), parts_->scope,
                                condition.place()},
                    .comparison = static_cast<Comparison>(found - comparison_names.begin()),
                    .value = {trimmed(text.substr(at + length)), parts_->scope, condition.place()},
                    .check_every = expression_or(view, "check_every", 1, *parts_),
                    .limit = expression_or(view, "limit", 1000000, *parts_),
                    .expected = expression_of(view.at("expected"), *parts_)};
    require_buffer(condition, until.buffer, *parts_);
    return until;
  }

  StepPart pass_part(const TomlView& view) {
    StepPart step = step_part(view, view.at("name").text());
    if (view.has("transfer")) {
      view.only({"name", "loop", "over", "repeat", "wait", "queue", "after", "restore", "check",
                 "transfer", "buffer", "to", "count", "from_offset", "to_offset"});
      step.action = transfer_of(view);
    } else if (step.wait && !view.has("points")) {
      view.only({"name", "loop", "over", "repeat", "wait", "queue", "after", "restore", "check"});
      step.action = Wait{};
      step.wait = false;
    } else {
      view.only({"name",          "loop",         "over",
                 "repeat",        "wait",         "queue",
                 "after",         "restore",      "check",
                 "points",        "access",       "references",
                 "bytes",         "width",        "pattern",
                 "streams",       "footprint",    "row_bytes",
                 "flops",         "group",        "context",
                 "kernel",        "use",          "dependent",
                 "operations",    "barriers",     "cluster_barriers",
                 "local_traffic", "turns",        "alone",
                 "longest",       "local_memory", "registers",
                 "executed",      "reuse",        "ahead",
                 "sampler"});
      step.action = launch_of(view, step.role);
    }
    leave(step);
    return step;
  }

  TransferPart transfer_of(const TomlView& view) {
    Transfer transfer;
    transfer.direction = word_of(view.at("transfer"), [](const std::string& word) {
      const auto found = std::ranges::find(direction_names, word);
      if (found == direction_names.end()) {
        throw Error(ErrorKind::input, fmt::format("unknown transfer '{}'; known are {}", word,
                                                  fmt::join(direction_names, ", ")));
      }
      return static_cast<Direction>(found - direction_names.begin());
    });
    transfer.buffer = view.at("buffer").text();
    require_buffer(view.at("buffer"), transfer.buffer, *parts_);
    if (transfer.direction == Direction::within) {
      transfer.to = view.at("to").text();
      require_buffer(view.at("to"), transfer.to, *parts_);
    } else if (view.has("to")) {
      view.at("to").refuse("only a transfer 'within' the device names another buffer");
    }
    if (!view.has("count")) {
      for (const char* member : {"from_offset", "to_offset"})
        if (view.has(member)) view.at(member).refuse("a part of a buffer needs a 'count'");
    }
    return {.named = std::move(transfer),
            .is_part = view.has("count"),
            .count = expression_or(view, "count", 0, *parts_),
            .from_offset = expression_or(view, "from_offset", 0, *parts_),
            .to_offset = expression_or(view, "to_offset", 0, *parts_)};
  }

  // Nobody counts what restores and checks.
  LaunchPart launch_of(const TomlView& view, Role role) {
    LaunchPart launch;
    launch.index = launches_++;
    launch.points = role == Role::program ? expression_of(view.at("points"), *parts_)
                                          : expression_or(view, "points", 1, *parts_);
    launch.flops = expression_or(view, "flops", 0, *parts_);
    if (view.has("operations")) launch.operations = read_operations(view.at("operations"), *parts_);
    launch.barriers = expression_or(view, "barriers", 0, *parts_);
    launch.cluster_barriers = expression_or(view, "cluster_barriers", 0, *parts_);
    launch.local_traffic = expression_or(view, "local_traffic", 0, *parts_);
    launch.turns = expression_or(view, "turns", 0, *parts_);
    launch.alone = expression_or(view, "alone", 0, *parts_);
    launch.longest = expression_or(view, "longest", 0, *parts_);
    launch.local_memory = expression_or(view, "local_memory", 0, *parts_);
    launch.registers = expression_or(view, "registers", 0, *parts_);
    launch.group = expression_or(view, "group", 0, *parts_);
    if (view.has("context")) {
      launch.context = word_of(view.at("context"), launch_context_from_name);
    }
    launch.accesses = read_accesses(view, *parts_);
    if (view.has("kernel")) kernels_.add(view.at("kernel"), launch);
    return launch;
  }

  void refuse_unused(std::string_view kind, const std::set<std::string>& used) const {
    if (!root_.has(kind)) return;
    for (const TomlView& member : root_.at(kind).members()) {
      if (!used.contains(member.name())) {
        member.refuse(fmt::format("no pass uses this {}", kind));
      }
    }
  }

  TomlView root_;
  Application::Parts* parts_;
  KernelReader kernels_;
  std::vector<TomlView> passes_;
  std::size_t next_ = 0;
  std::size_t launches_ = 0;
  std::set<std::string> opened_;
};

}  // namespace

void read_steps(const TomlView& root, const ReadFile& read, Application::Parts& parts) {
  StepReader(root, read, parts).read();
}

}  // namespace plumb
