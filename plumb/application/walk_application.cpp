// plumb/application/walk_application.cpp - the steps of an application in execution order, as
// numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "plumb/application/application_parts.h"

namespace plumb {
namespace {

constexpr double most_launches = 1e10;
// Steps that are kept: inside repetitions, and those that restore.
constexpr std::size_t most_kept = 1U << 17U;

Range range_of(const std::vector<Expression>& extents, std::string_view what) {
  Range range{1, 1, 1};
  for (std::size_t d = 0; d < extents.size(); ++d) {
    range.at(d) = whole(extents[d], what, 1, 1ULL << 40U);
  }
  return range;
}

// Which numbers of a launch change with a variable of a range.
struct Changes {
  bool points = false;
  bool flops = false;
  bool accesses = false;
  bool shape = false;
};

// `variables`: the first slot that does not belong to a parameter.
Changes changes_of(const LaunchPart& launch, std::size_t variables) {
  const auto changes = [&](const Expression& expression) {
    return std::ranges::any_of(expression.slots(),
                               [&](std::size_t slot) { return slot >= variables; });
  };
  return {.points = changes(launch.points),
          .flops = changes(launch.flops) || changes(launch.barriers) ||
                   changes(launch.cluster_barriers) || changes(launch.local_traffic) ||
                   std::ranges::any_of(launch.operations.kinds, changes, &OperationPart::count),
          .accesses = std::ranges::any_of(launch.accesses,
                                          [&](const AccessPart& access) {
                                            return std::ranges::any_of(
                                                expressions_of(access),
                                                [&](const Expression* e) { return changes(*e); });
                                          }),
          .shape = changes(launch.group) || changes(launch.local_bytes) ||
                   std::ranges::any_of(launch.global, changes) ||
                   std::ranges::any_of(launch.local, changes) ||
                   std::ranges::any_of(launch.arguments, [&](const ArgumentPart& argument) {
                     return changes(argument.value);
                   })};
}

// A step whose numbers change from pass to pass while its texts stay: made once, not every time.
class Prototype {
 public:
  // `changes` matter from the second time on. What was made before is forgotten; its memory is used
  // again.
  void begin(const StepPart& part, const LaunchPart& launch, const Changes& changes) {
    launch_ = &launch;
    changes_ = changes;
    single_filled_ = repeated_filled_ = repeated_made_ = false;
    single_.name = part.name;
    auto* made = std::get_if<Launch>(&single_.action);
    if (made == nullptr) made = &single_.action.emplace<Launch>();
    made->pass.name = part.name;
    made->pass.context = launch.context;
    made->pass.accesses.resize(launch.accesses.size());
    made->kernel = launch.kernel;
    made->arguments.clear();
    for (const ArgumentPart& argument : launch.arguments) {
      if (argument.local) {
        made->arguments.emplace_back(LocalArgument{});
      } else if (argument.buffer.empty()) {
        made->arguments.emplace_back(ScalarArgument{argument.type, 0});
      } else {
        made->arguments.emplace_back(BufferArgument{argument.buffer});
      }
    }
  }

  const Step& once(const StepPart& part) {
    refresh(part, std::get<Launch>(single_.action), single_filled_);
    return single_;
  }
  const Step& several(const StepPart& part, std::uint64_t count) {
    if (!repeated_made_) {
      repeated_.name = part.name;
      auto& made = repeated_.action.emplace<Repeat>();
      made.steps.push_back(single_);
      if (part.wait) made.steps.push_back({fmt::format("wait after {}", part.name), Wait{}});
      repeated_made_ = true;
    }
    auto& group = std::get<Repeat>(repeated_.action);
    group.count = count;
    refresh(part, std::get<Launch>(group.steps.front().action), repeated_filled_);
    return repeated_;
  }

 private:
  // Only what changes with a variable is evaluated again: parameters stay as they are in a walk.
  void refresh(const StepPart& part, Launch& launch, bool& filled) {
    Pass& pass = launch.pass;
    const bool all = !filled;
    if (all || changes_.points) pass.points = whole(launch_->points, "points", 0, 1ULL << 50U);
    if (all || changes_.flops) {
      pass.flops = Flops{amount(launch_->flops, "flops")};
      pass.operations = operations_of(launch_->operations);
      pass.barriers = amount(launch_->barriers, "barriers");
      pass.cluster_barriers = amount(launch_->cluster_barriers, "cluster_barriers");
      pass.local_traffic = amount(launch_->local_traffic, "local_traffic");
    }
    if (all || changes_.accesses) {
      for (std::size_t i = 0; i < pass.accesses.size(); ++i) {
        pass.accesses[i] = access_of(launch_->accesses[i]);
      }
    }
    if (all || changes_.shape) reshape(launch);
    filled = true;
    try {
      check(pass);
    } catch (const Error& error) {
      refuse_at(part.place, fmt::format("pass '{}': {}", part.name, explain(error)));
    }
  }

  void reshape(Launch& launch) const {
    launch.pass.group = whole(launch_->group, "group", 0, 1ULL << 20U);
    launch.global = range_of(launch_->global, "global");
    launch.local = range_of(launch_->local, "local");
    launch.local_bytes = Bytes{whole(launch_->local_bytes, "local_bytes", 0, 1ULL << 30U)};
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      if (auto* scalar = std::get_if<ScalarArgument>(&launch.arguments[i])) {
        scalar->value = launch_->arguments[i].value.value();
      } else if (auto* local = std::get_if<LocalArgument>(&launch.arguments[i])) {
        local->size = Bytes{whole(launch_->arguments[i].value, "local memory", 1, 1ULL << 30U)};
      }
    }
  }

  const LaunchPart* launch_ = nullptr;
  Changes changes_;
  bool single_filled_ = false;  // with what does not change
  bool repeated_filled_ = false;
  bool repeated_made_ = false;
  Step single_;
  Step repeated_;
};

using Sink = std::function<void(const Step&)>;

class Walk {
 public:
  Walk(Application::Parts& parts, Interruption& interruption)
      : parts_(&parts), interruption_(&interruption) {}

  void step(const StepPart& part, const Sink& sink) { over(part, 0, 1, sink); }

 private:
  // The ranges from `depth` on; `times`: how often what is inside happens without changing.
  void over(const StepPart& part, std::size_t depth, std::uint64_t times, const Sink& sink) {
    if (depth == part.ranges.size()) {
      const std::uint64_t repeat = whole(part.repeat, "repeat", 1, 1ULL << 40U);
      if (static_cast<double>(times) * static_cast<double>(repeat) > most_launches) {
        refuse_launches(part);
      }
      act(part, times * repeat, sink);
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
    ++varying_;
    for (double value = bounds.first; value <= bounds.last; ++value) {
      variable = value;
      over(part, depth + 1, times, sink);
    }
    --varying_;
  }

  void act(const StepPart& part, std::uint64_t count, const Sink& sink) {
    interruption_->poll();
    if (const auto* launch = std::get_if<LaunchPart>(&part.action)) {
      launches_ += times_ * static_cast<double>(count);
      if (launches_ > most_launches) refuse_launches(part);
      Prototype& prototype = prototype_of(part, *launch);
      sink(count == 1 && !part.wait ? prototype.once(part) : prototype.several(part, count));
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
    step(part, [&](const Step& made) {
      Step placed = made;
      placed.queue = part.queue;
      placed.after = part.after;
      sink(placed);
    });
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
      body(sink);
    }
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
    return steps;
  }

  Prototype& prototype_of(const StepPart& part, const LaunchPart& launch) {
    if (varying_ == 0) {  // it comes once
      passing_.begin(part, launch, {});
      return passing_;
    }
    if (launch.index >= prototypes_.size()) prototypes_.resize(launch.index + 1);
    std::unique_ptr<Prototype>& prototype = prototypes_[launch.index];
    if (prototype == nullptr) {
      prototype = std::make_unique<Prototype>();
      prototype->begin(part, launch, changes_of(launch, parts_->parameters.size()));
    }
    return *prototype;
  }

  [[noreturn]] static void refuse_launches(const StepPart& part) {
    refuse_at(part.place,
              fmt::format("'{}' asks for more than {:g} launches", part.name, most_launches));
  }

  Application::Parts* parts_;
  Interruption* interruption_;
  std::vector<std::unique_ptr<Prototype>> prototypes_;  // of what comes again with other numbers
  Prototype passing_;                                   // of what comes once
  int varying_ = 0;                                     // ranges around it whose variable changes
  double launches_ = 0;
  double times_ = 1;  // repetitions around what is being walked
  std::size_t kept_ = 0;
};

}  // namespace

std::vector<Step> Application::restoring_steps(const Interrupted& interrupted) const {
  Interruption interruption(interrupted);
  Walk walk(*parts_, interruption);
  std::vector<Step> steps;
  std::size_t kept = 0;
  for (const StepPart& part : parts_->restore) {
    Step group{part.name, Repeat{1, {}}, part.queue, part.after};
    walk.step(part, [&](const Step& made) {
      if (++kept > most_kept) {
        throw Error(
            ErrorKind::input,
            fmt::format("application '{}' restores by more than {} different passes: it can "
                        "be predicted, not written out or run",
                        parts_->name, most_kept));
      }
      std::get<Repeat>(group.action).steps.push_back(made);
    });
    steps.push_back(std::move(group));
  }
  return steps;
}

void Application::each_step(const EachStep& use, const Interrupted& interrupted) const {
  Interruption interruption(interrupted);
  refuse_too_many_passes(*parts_, interruption);
  std::size_t part = 0;
  const auto move = [&](const BufferPart& buffer, Direction direction) {
    const std::string name =
        fmt::format("move {} to {}", buffer.name, direction == Direction::in ? "device" : "host");
    use(part++, name, {name, Transfer{.direction = direction, .buffer = buffer.name}});
  };
  for (const BufferPart& buffer : parts_->buffers) {
    if (buffer.moves == Moves::in || buffer.moves == Moves::both) move(buffer, Direction::in);
  }
  Walk walk(*parts_, interruption);
  const StepPart* current = nullptr;
  const Sink sink = [&](const Step& made) { use(part, current->name, made); };
  for (const StepPart& step : parts_->steps) {
    current = &step;
    walk.step(step, sink);
    ++part;
  }
  for (const BufferPart& buffer : parts_->buffers) {
    if (buffer.moves == Moves::out || buffer.moves == Moves::both) move(buffer, Direction::out);
  }
}

}  // namespace plumb
