// plumb/application/application.cpp - parameters, buffers and kernels of an application as numbers.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/application.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/application/application_parts.h"

namespace plumb {

std::string described(std::string_view what, const Expression& expression, double value) {
  if (expression.is_number()) return fmt::format("{} is {}", what, value);
  return fmt::format("{}: {} is {}", what, expression.description(), value);
}

std::uint64_t whole(const Expression& expression, std::string_view what, std::uint64_t least,
                    std::uint64_t most) {
  const double value = expression.value();
  if (value >= static_cast<double>(least) && value <= static_cast<double>(most)) {
    const auto number = static_cast<std::uint64_t>(value);
    if (static_cast<double>(number) == value) return number;
  }
  refuse_at(expression.place(), fmt::format("{}; must be a whole number from {} to {}",
                                            described(what, expression, value), least, most));
}

double amount(const Expression& expression, std::string_view what) {
  const double value = expression.value();
  if (value >= 0) return value;
  refuse_at(expression.place(),
            fmt::format("{}; must be zero or larger", described(what, expression, value)));
}

Application::Application(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) { choose({}); }
Application::~Application() = default;
Application::Application(Application&&) noexcept = default;
Application& Application::operator=(Application&&) noexcept = default;

const std::string& Application::name() const { return parts_->name; }

std::vector<std::string> Application::parameters() const {
  std::vector<std::string> names;
  for (const ParameterPart& parameter : parts_->parameters) names.push_back(parameter.name);
  return names;
}

std::string Application::parameter_of(Meaning meaning) const {
  const auto found = std::ranges::find(parts_->parameters, meaning, &ParameterPart::meaning);
  return found == parts_->parameters.end() ? "" : found->name;
}

void Application::choose(std::span<const std::pair<std::string, double>> chosen) {
  const std::vector<std::string> names = parameters();
  for (const auto& [name, value] : chosen) {
    if (std::ranges::find(names, name) == names.end()) {
      throw Error(
          ErrorKind::input,
          fmt::format("application '{}' has no parameter '{}'; it has {}{}", parts_->name, name,
                      names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
                      did_you_mean(name, names)));
    }
  }
  for (const std::size_t index : parts_->evaluation_order) {
    const ParameterPart& parameter = parts_->parameters[index];
    // Given twice, the last one counts.
    const auto given = std::find_if(chosen.rbegin(), chosen.rend(),
                                    [&](const auto& pair) { return pair.first == parameter.name; });
    parts_->scope.value(parameter.slot) =
        given != chosen.rend() ? given->second : parameter.value.value();
  }
}

Type Application::element_type() const {
  const std::vector<BufferPart>& buffers = parts_->buffers;
  const auto moved = std::ranges::find_if(
      buffers, [](const BufferPart& buffer) { return buffer.moves != Moves::none; });
  if (moved != buffers.end()) return moved->type;
  return buffers.empty() ? Type{Scalar::f32, 1} : buffers.front().type;
}

namespace {

Fill resolved(const FillPart& part) {
  Fill fill = part.fill;
  if (!part.values.empty()) {
    std::vector<double> values;
    for (const Expression& value : part.values) values.push_back(value.value());
    fill.values = std::move(values);
  }
  if (fill.kind == FillKind::constant) fill.low = part.low.value();
  if (fill.kind != FillKind::random) return fill;
  fill.low = part.low.value();
  fill.high = part.high.value();
  if (fill.low < fill.high) return fill;
  refuse_at(part.high.place(),
            fmt::format("no random values lie in [{}, {})", fill.low, fill.high));
}

}  // namespace

Program Application::frame() const {
  Program program;
  program.name = parts_->name;
  for (const ParameterPart& parameter : parts_->parameters) {
    program.settings.emplace_back(parameter.name,
                                  fmt::format("{}", parts_->scope.value(parameter.slot)));
  }
  for (const BufferPart& buffer : parts_->buffers) {
    program.buffers.push_back({.name = buffer.name,
                               .type = buffer.type,
                               .count = whole(buffer.count, "count", 1, 1ULL << 45U),
                               .fill = resolved(buffer.fill),
                               .device = buffer.device});
  }
  program.queues = parts_->queues;
  program.sources = parts_->sources;
  program.kernels = parts_->kernels;
  for (const CheckPart& check : parts_->checks) {
    Check wanted{.buffer = check.buffer,
                 .absolute = amount(check.absolute, "absolute"),
                 .relative = amount(check.relative, "relative"),
                 .expected = {}};
    for (const Expression& value : check.expected) wanted.expected.push_back(value.value());
    program.verification.push_back(std::move(wanted));
  }
  return program;
}

WalkedProgram Application::walked() const {
  return {.frame = frame(),
          .element_type = element_type(),
          .each_step = [this](const EachCountedStep& use, const Interrupted& interrupted) {
            each_counted_step(use, interrupted);
          }};
}

// Where the steps of the file run; those that move buffers stand around them.
void Application::place_steps(Program& program) const {
  const auto before =
      static_cast<std::size_t>(std::ranges::count_if(parts_->buffers, [](const BufferPart& buffer) {
        return buffer.moves == Moves::in || buffer.moves == Moves::both;
      }));
  for (std::size_t i = 0; i < parts_->steps.size(); ++i) {
    Step& step = program.steps.at(before + i);
    const StepPart& part = parts_->steps[i];
    if (!part.queue.empty()) step.queue = part.queue;
    step.after = part.after;
  }
}

Program Application::program(const Interrupted& interrupted) const {
  constexpr std::size_t most_steps = 1U << 17U;
  Program program = frame();
  std::size_t kept = 0;
  std::size_t current = SIZE_MAX;
  each_step(
      [&](std::size_t part, const std::string& name, const Step& step) {
        if (++kept > most_steps) {
          throw TooManyPasses(
              fmt::format("application '{}' has more than {} different passes: it can be "
                          "predicted, not written out or run",
                          parts_->name, most_steps));
        }
        if (part != current) program.steps.push_back({name, Repeat{1, {}}});
        current = part;
        std::get<Repeat>(program.steps.back().action).steps.push_back(step);
      },
      interrupted);
  // A part of one step is that step; several are a loop and timed as one.
  for (Step& step : program.steps) {
    auto& group = std::get<Repeat>(step.action);
    if (group.steps.size() > 1) continue;
    Step only = std::move(group.steps.front());
    step.action = std::move(only.action);
    step.queue = std::move(only.queue);
  }
  place_steps(program);
  program.restore = untimed_steps(parts_->restore, "restores", interrupted);
  program.check = untimed_steps(parts_->check, "checks", interrupted);
  during(fmt::format("application '{}'", parts_->name), [&] { check(program); });
  return program;
}

}  // namespace plumb
