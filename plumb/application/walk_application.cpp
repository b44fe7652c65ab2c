// plumb/application/walk_application.cpp - the steps of an application in execution order, as
// numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "plumb/application/launch_prototype.h"

namespace plumb {
namespace {

constexpr double most_launches = 1e10;
// Steps that are kept: inside repetitions, and those that restore or check.
constexpr std::size_t most_kept = 1U << 17U;

using Sink = std::function<void(const Step&)>;

// Gets a step and how often it happens.
using CountedSink = std::function<void(const Step&, std::uint64_t)>;

class Walk {
 public:
  Walk(Application::Parts& parts, Interruption& interruption)
      : parts_(&parts), interruption_(&interruption) {}

  // In the order of execution.
  void step(const StepPart& part, const Sink& sink) { over(part, 0, 1, sink); }

  // Launches with the same numbers come together, later than they would. What comes in the first
  // round of all ranges comes at once, so that `sink` sees every pass in the order of the file.
  void counted_step(const StepPart& part, const CountedSink& sink) {
    counted_sink_ = &sink;
    may_count_ = true;
    step(part, [&](const Step& made) { sink(made, 1); });
    hand_over();
    counted_sink_ = nullptr;
  }

 private:
  // The ranges from `depth` on; `times`: how often what is inside happens without changing.
  void over(const StepPart& part, std::size_t depth, std::uint64_t times, const Sink& sink) {
    if (depth == part.ranges.size()) {
      act(part, times_in_a_row(part, times), sink);
      return;
    }
    const RangePart& range = part.ranges[depth];
    const Bounds bounds = bounds_of(range, parts_->scope);
    const double count = bounds.count();
    if (range.varies) {
      vary(part, depth, bounds, times, sink);
      return;
    }
    if (count * static_cast<double>(times) > most_launches) refuse_launches(part);
    const auto often = static_cast<std::uint64_t>(count);
    const bool inner_vary =
        std::any_of(part.ranges.begin() + static_cast<std::ptrdiff_t>(depth), part.ranges.end(),
                    [](const RangePart& inner) { return inner.varies; });
    if (!inner_vary || often == 1) {
      over(part, depth + 1, times * often, sink);
      return;
    }
    // The same series of different passes, several times: kept once.
    sink({part.name, Repeat{often, kept(static_cast<double>(often), [&](const Sink& keep) {
                              over(part, depth + 1, times, keep);
                            })}});
  }

  void vary(const StepPart& part, std::size_t depth, const Bounds& bounds, std::uint64_t times,
            const Sink& sink) {
    double& variable = parts_->scope.value(part.ranges[depth].slot);
    const bool is_first = in_first_round_;
    ++varying_;
    const auto* launch = std::get_if<LaunchPart>(&part.action);
    const bool is_series = launch != nullptr && depth + 1 == part.ranges.size();
    for (double value = bounds.first; value <= bounds.last; ++value) {
      if (is_series && counts()) {
        count_series(part, *launch, {value, bounds.last}, times);
        break;
      }
      variable = value;
      over(part, depth + 1, times, sink);
      if (varying_ == 1) in_first_round_ = false;
    }
    --varying_;
    in_first_round_ = is_first;
  }

  // Whether what is launched now may come later.
  [[nodiscard]] bool counts() const {
    return counted_sink_ != nullptr && may_count_ && !in_first_round_;
  }

  // The innermost range, from its value `rest.first` on.
  void count_series(const StepPart& part, const LaunchPart& launch, const Bounds& rest,
                    std::uint64_t times) {
    LaunchPrototype& prototype = prototype_of(part, launch);
    if (prototype.has_ranges()) {
      const std::uint64_t count = times_in_a_row(part, times);
      add_launches(part, rest.count() * static_cast<double>(count));
      if (!prototype.has_place()) hand_over();
      prototype.count_range(rest, count);
      return;
    }
    const std::size_t slot = part.ranges.back().slot;
    double& variable = parts_->scope.value(slot);
    const bool changes = part.repeat.uses(slot);
    std::uint64_t count = changes ? 0 : times_in_a_row(part, times);
    for (double value = rest.first; value <= rest.last; ++value) {
      interruption_->poll();
      variable = value;
      if (changes) count = times_in_a_row(part, times);
      add_launches(part, static_cast<double>(count));
      if (!prototype.has_place()) hand_over();
      prototype.count_now(count);
    }
  }

  static std::uint64_t times_in_a_row(const StepPart& part, std::uint64_t times) {
    const std::uint64_t repeat = whole(part.repeat, "repeat", 1, 1ULL << 40U);
    if (static_cast<double>(times) * static_cast<double>(repeat) > most_launches)
      refuse_launches(part);
    return times * repeat;
  }

  void add_launches(const StepPart& part, double count) {
    launches_ += times_ * count;
    if (launches_ > most_launches) refuse_launches(part);
  }

  void act(const StepPart& part, std::uint64_t count, const Sink& sink) {
    interruption_->poll();
    if (const auto* launch = std::get_if<LaunchPart>(&part.action)) {
      add_launches(part, static_cast<double>(count));
      LaunchPrototype& prototype = prototype_of(part, *launch);
      if (counts() && !prototype.has_ranges()) {
        if (!prototype.has_place()) hand_over();
        prototype.count_now(count);
      } else {
        sink(prototype.now(count));
      }
    } else if (const auto* transfer = std::get_if<TransferPart>(&part.action)) {
      plain(part, {part.name, transfer_of(*transfer)}, count, sink);
    } else if (std::holds_alternative<Wait>(part.action)) {
      plain(part, {part.name, Wait{}}, count, sink);
    } else {
      loop(part, std::get<LoopPart>(part.action), count, sink);
    }
  }

  static Transfer transfer_of(const TransferPart& part) {
    constexpr std::uint64_t most = 1ULL << 45U;
    Transfer transfer = part.named;
    if (!part.is_part) return transfer;
    transfer.count = whole(part.count, "count", 1, most);
    transfer.from_offset = whole(part.from_offset, "from_offset", 0, most);
    transfer.to_offset = whole(part.to_offset, "to_offset", 0, most);
    return transfer;
  }

  static void plain(const StepPart& part, const Step& step, std::uint64_t count, const Sink& sink) {
    if (count == 1 && !part.wait) {
      sink(step);
      return;
    }
    Repeat group{count, {step}};
    if (part.wait) group.steps.push_back({fmt::format("wait after {}", part.name), Wait{}});
    sink({part.name, std::move(group)});
  }

  // A step of the file is one step of the program; inside a loop each says where it runs itself.
  void inner_step(const StepPart& part, const Sink& sink) {
    if (part.queue.empty() && part.after.empty()) {
      step(part, sink);
      return;
    }
    const bool may_count = std::exchange(may_count_, false);
    step(part, [&](const Step& made) {
      Step placed = made;
      placed.queue = part.queue;
      placed.after = part.after;
      sink(placed);
    });
    may_count_ = may_count;
  }

  void loop(const StepPart& part, const LoopPart& loop, std::uint64_t count, const Sink& sink) {
    const auto body = [&](const Sink& use) {
      for (const StepPart& inner : loop.body) inner_step(inner, use);
      if (part.wait) use({fmt::format("wait after {}", part.name), Wait{}});
    };
    if (loop.until) {
      Until until = until_of(*loop.until);
      until.steps = kept(static_cast<double>(until.expected) * static_cast<double>(count), body);
      const Step settled{part.name, std::move(until)};
      if (count == 1) {
        sink(settled);
      } else {
        sink({part.name, Repeat{count, {settled}}});
      }
    } else if (loop.recorded) {
      sink({part.name, Batch{count, kept(static_cast<double>(count), body)}});
    } else if (count > 1) {
      sink({part.name, Repeat{count, kept(static_cast<double>(count), body)}});
    } else {
      // A wait has to come after what it waits for.
      const bool may_count = std::exchange(may_count_, may_count_ && !waits(part, loop));
      body(sink);
      may_count_ = may_count;
    }
  }

  // Beside passes whose own wait comes with them.
  static bool waits(const StepPart& part, const LoopPart& loop) {
    return part.wait || std::ranges::any_of(loop.body, [](const StepPart& inner) {
             return std::holds_alternative<Wait>(inner.action);
           });
  }

  static Until until_of(const UntilPart& part) {
    return {.steps = {},
            .buffer = part.buffer,
            .element = whole(part.element, "until", 0, 1ULL << 50U),
            .comparison = part.comparison,
            .value = part.value.value(),
            .check_every = whole(part.check_every, "check_every", 1, 1ULL << 40U),
            .limit = whole(part.limit, "limit", 1, 1ULL << 40U),
            .expected = whole(part.expected, "expected", 1, 1ULL << 40U)};
  }

  // The steps that `make` gives, inside something that happens `often` times.
  template <class Make>
  std::vector<Step> kept(double often, const Make& make) {
    std::vector<Step> steps;
    const double outer = times_;
    const bool may_count = std::exchange(may_count_, false);
    times_ *= often;
    make([&](const Step& step) {
      if (++kept_ > most_kept) {
        throw Error(ErrorKind::input,
                    fmt::format("application '{}' repeats a series of more than {} different "
                                "passes",
                                parts_->name, most_kept));
      }
      steps.push_back(step);
    });
    times_ = outer;
    may_count_ = may_count;
    return steps;
  }

  // Bytes of the buffers that its kernel is given. Sources of CUDA may have arrays of their own,
  // those of OpenCL C tables in constant memory.
  double reachable_by(const LaunchPart& launch) const {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    constexpr double constant_memory = 65536;
    const auto kernel = std::ranges::find(parts_->kernels, launch.kernel, &Kernel::name);
    if (kernel == parts_->kernels.end()) return unknown;
    const auto source = std::ranges::find(parts_->sources, kernel->source, &Source::name);
    if (source == parts_->sources.end() || source->language != Language::opencl_c) return unknown;
    double bytes = source->text.find("constant") == std::string::npos ? 0 : constant_memory;
    std::set<std::string_view> seen;
    for (const ArgumentPart& argument : launch.arguments) {
      const auto buffer = std::ranges::find(parts_->buffers, argument.buffer, &BufferPart::name);
      if (buffer == parts_->buffers.end() || !seen.insert(buffer->name).second) continue;
      bytes += static_cast<double>(size_of(buffer->type).count) *
               static_cast<double>(whole(buffer->count, "count", 1, most_elements));
    }
    return bytes;
  }

  LaunchPrototype& prototype_of(const StepPart& part, const LaunchPart& launch) {
    if (varying_ == 0) {  // it comes once
      passing_.begin(part, launch, reachable_by(launch));
      return passing_;
    }
    if (launch.index >= prototypes_.size()) prototypes_.resize(launch.index + 1);
    std::unique_ptr<LaunchPrototype>& prototype = prototypes_[launch.index];
    if (prototype == nullptr) {
      prototype = std::make_unique<LaunchPrototype>();
      prototype->begin(part, launch, reachable_by(launch));
      prototype->vary(changing_numbers(launch, parts_->parameters.size()),
                      deciding_variable(part, launch));
    }
    return *prototype;
  }

  // The innermost range's, where nothing but its ends depends on another one.
  double* deciding_variable(const StepPart& part, const LaunchPart& launch) const {
    if (part.ranges.empty() || !part.ranges.back().varies) return nullptr;
    const std::size_t innermost = part.ranges.back().slot;
    const std::size_t variables = parts_->parameters.size();
    const auto is_other = [&](std::size_t slot) { return slot >= variables && slot != innermost; };
    for (const LaunchNumber& number : changing_numbers(launch, variables))
      if (std::ranges::any_of(number.expression->slots(), is_other)) return nullptr;
    return part.repeat.uses(innermost) ? nullptr : &parts_->scope.value(innermost);
  }

  // All of them, so that they come in the order of the file.
  void hand_over() {
    for (const std::unique_ptr<LaunchPrototype>& prototype : prototypes_) {
      if (prototype == nullptr) continue;
      prototype->each_counted([&](const Step& step, std::uint64_t times) {
        interruption_->poll();
        (*counted_sink_)(step, times);
      });
    }
  }

  [[noreturn]] static void refuse_launches(const StepPart& part) {
    refuse_at(part.place,
              fmt::format("'{}' asks for more than {:g} launches", part.name, most_launches));
  }

  Application::Parts* parts_;
  Interruption* interruption_;
  std::vector<std::unique_ptr<LaunchPrototype>> prototypes_;  // of what comes with other numbers
  LaunchPrototype passing_;                                   // of what comes once
  int varying_ = 0;             // ranges around it whose variable changes
  bool in_first_round_ = true;  // of the outermost of them
  const CountedSink* counted_sink_ = nullptr;
  bool may_count_ = false;  // not inside what is kept as it is
  double launches_ = 0;
  double times_ = 1;  // repetitions around what is being walked
  std::size_t kept_ = 0;
};

// Calls move(step) for the transfers around the steps of the file, use_step(walk, part) for these.
template <class Move, class UseStep>
void walk_parts(Application::Parts& parts, const Interrupted& interrupted, const Move& move,
                const UseStep& use_step) {
  Interruption interruption(interrupted);
  refuse_too_many_passes(parts, interruption);
  const auto move_all = [&](Moves one_way, Direction direction, const char* place) {
    for (const BufferPart& buffer : parts.buffers) {
      if (buffer.moves != one_way && buffer.moves != Moves::both) continue;
      move(Step{fmt::format("move {} to {}", buffer.name, place),
                Transfer{.direction = direction, .buffer = buffer.name}});
    }
  };
  move_all(Moves::in, Direction::in, "device");
  Walk walk(parts, interruption);
  for (const StepPart& step : parts.steps) use_step(walk, step);
  move_all(Moves::out, Direction::out, "host");
}

}  // namespace

std::vector<Step> Application::untimed_steps(const std::vector<StepPart>& parts,
                                             std::string_view what,
                                             const Interrupted& interrupted) const {
  Interruption interruption(interrupted);
  Walk walk(*parts_, interruption);
  std::vector<Step> steps;
  std::size_t kept = 0;
  for (const StepPart& part : parts) {
    Step group{part.name, Repeat{1, {}}, part.queue, part.after};
    walk.step(part, [&](const Step& made) {
      if (++kept > most_kept) {
        throw TooManyPasses(
            fmt::format("application '{}' {} by more than {} different passes: it can "
                        "be predicted, not written out or run",
                        parts_->name, what, most_kept));
      }
      std::get<Repeat>(group.action).steps.push_back(made);
    });
    steps.push_back(std::move(group));
  }
  return steps;
}

void Application::each_step(const EachStep& use, const Interrupted& interrupted) const {
  std::size_t part = 0;
  walk_parts(
      *parts_, interrupted, [&](const Step& moved) { use(part++, moved.name, moved); },
      [&](Walk& walk, const StepPart& step) {
        walk.step(step, [&](const Step& made) { use(part, step.name, made); });
        ++part;
      });
}

void Application::each_counted_step(const EachCountedStep& use,
                                    const Interrupted& interrupted) const {
  walk_parts(
      *parts_, interrupted, [&](const Step& moved) { use(moved.name, moved, 1); },
      [&](Walk& walk, const StepPart& step) {
        walk.counted_step(
            step, [&](const Step& made, std::uint64_t times) { use(step.name, made, times); });
      });
}

}  // namespace plumb
