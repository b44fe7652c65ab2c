// plumb/application/read_steps.cpp - the passes, loops and kernels of an application file.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "plumb/application/application_parts.h"
#include "plumb/application/toml_tree.h"
#include "plumb/records/program_names.h"

namespace plumb {
namespace {

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

class StepReader {
 public:
  StepReader(const TomlView& root, const ReadFile& read, Application::Parts& parts)
      : root_(root), read_(&read), parts_(&parts), passes_(root.list_or_none("pass")) {}

  void read() {
    if (passes_.empty()) root_.refuse("an application has at least one pass: [[pass]]");
    read_sources();
    for (StepPart& step : body("", 0)) steps_of(step.role).push_back(std::move(step));
    if (parts_->steps.empty())
      root_.refuse("every pass restores or checks: nothing is left to time");
    refuse_unused("loop", opened_);
    refuse_unused("kernel", launched_);
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
      view = named("loop", word);
    }
    return way;
  }

  // The table [kind.NAME] that `word` names.
  [[nodiscard]] TomlView named(std::string_view kind, const TomlView& word) const {
    std::vector<std::string> known;
    if (root_.has(kind)) {
      for (const TomlView& member : root_.at(kind).members()) {
        if (member.name() == word.text()) return member;
        known.push_back(member.name());
      }
    }
    word.refuse(
        fmt::format("unknown {} '{}'{}", kind, word.text(), did_you_mean(word.text(), known)));
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
    if (view.has("kernel")) add_kernel(view.at("kernel"), launch);
    return launch;
  }

  // The shape and arguments are read where the pass stands: they may use its variables.
  void add_kernel(const TomlView& word, LaunchPart& launch) {
    const TomlView view = named("kernel", word);
    view.only({"file", "entry", "global", "local", "arguments", "local_bytes", "definitions"});
    launch.kernel = view.name();
    launch.global = extents_of(view.at("global"));
    if (view.has("local")) launch.local = extents_of(view.at("local"));
    launch.local_bytes = expression_or(view, "local_bytes", 0, *parts_);
    for (const TomlView& item : view.at("arguments").list()) {
      launch.arguments.push_back(argument_of(item));
    }
    if (!launched_.insert(view.name()).second) return;
    Kernel kernel{.name = view.name(),
                  .source = source_of(view.at("file")),
                  .entry = view.at("entry").text(),
                  .definitions = {}};
    if (view.has("definitions")) {
      for (const TomlView& member : view.at("definitions").members()) {
        kernel.definitions.emplace_back(member.name(), definition_of(member));
      }
    }
    parts_->kernels.push_back(std::move(kernel));
  }

  static std::string definition_of(const TomlView& view) {
    return view.is_number() ? fmt::format("{}", view.number()) : view.text();
  }

  std::vector<Expression> extents_of(const TomlView& view) {
    std::vector<Expression> extents;
    for (const TomlView& item : view.list()) extents.push_back(expression_of(item, *parts_));
    if (extents.empty() || extents.size() > 3) view.refuse("expected one to three extents");
    return extents;
  }

  // "image", a buffer; "N:uint", an expression and its type; "4*N:local", bytes of local memory.
  ArgumentPart argument_of(const TomlView& view) {
    const std::string& text = view.text();
    const bool is_buffer =
        std::ranges::find(parts_->buffers, text, &BufferPart::name) != parts_->buffers.end();
    const std::size_t colon = text.rfind(':');
    ArgumentPart argument;
    if (is_buffer || colon == std::string::npos) {
      require_buffer(view, text, *parts_);
      argument.buffer = text;
      return argument;
    }
    const std::string word = trimmed(text.substr(colon + 1));
    argument.local = word == "local";
    if (!argument.local) argument.type = scalar_named(word, view);
    argument.value = {trimmed(text.substr(0, colon)), parts_->scope, view.place()};
    return argument;
  }

  static Scalar scalar_named(const std::string& word, const TomlView& view) {
    Type type;
    try {
      type = type_from_name(word);
    } catch (const Error& error) {
      view.refuse(explain(error));
    }
    if (type.width != 1) view.refuse("an argument is a scalar, not a vector");
    return type.scalar;
  }

  void read_sources() {
    for (const TomlView& view : root_.list_or_none("source")) {
      view.only({"name", "text"});
      const std::string name = view.at("name").text();
      if (has_source(name)) view.at("name").refuse(fmt::format("'{}' is named twice", name));
      parts_->sources.push_back({name, language_of(name), view.at("text").text()});
    }
  }

  [[nodiscard]] bool has_source(const std::string& name) const {
    return std::ranges::find(parts_->sources, name, &Source::name) != parts_->sources.end();
  }

  std::string source_of(const TomlView& view) {
    const std::string& path = view.text();
    if (has_source(path)) return path;
    std::string text;
    try {
      text = (*read_)(path);
    } catch (const Error& error) {
      view.refuse(explain(error));
    }
    parts_->sources.push_back({path, language_of(path), std::move(text)});
    return path;
  }

  static Language language_of(const std::string& path) {
    if (path.ends_with(".cu")) return Language::cuda;
    return path.ends_with(".ptx") ? Language::ptx : Language::opencl_c;
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
  const ReadFile* read_;
  Application::Parts* parts_;
  std::vector<TomlView> passes_;
  std::size_t next_ = 0;
  std::size_t launches_ = 0;
  std::set<std::string> opened_;
  std::set<std::string> launched_;
};

}  // namespace

void read_steps(const TomlView& root, const ReadFile& read, Application::Parts& parts) {
  StepReader(root, read, parts).read();
}

}  // namespace plumb
