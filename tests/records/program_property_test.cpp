// tests/records/program_property_test.cpp - what holds for any Program: JSON loses nothing.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "plumb/records/program.h"

namespace plumb {
namespace {

std::uint64_t draw_count(std::uint64_t least, std::uint64_t most) {
  return *rc::gen::inRange<std::uint64_t>(least, most + 1);
}

template <class Enum>
Enum draw_word(int words) {
  return static_cast<Enum>(*rc::gen::inRange(0, words));
}

bool draw_flag() { return *rc::gen::arbitrary<bool>(); }

// Any finite double: tiny, huge, with all its digits.
double draw_number() {
  const auto digits = *rc::gen::inRange<std::int64_t>(-(1LL << 53U), 1LL << 53U);
  return std::ldexp(static_cast<double>(digits), *rc::gen::inRange(-1000, 900));
}

std::vector<double> draw_numbers() {
  std::vector<double> numbers(draw_count(0, 4));
  for (double& number : numbers) number = draw_number();
  return numbers;
}

// Texts hold any letter that JSON has to escape, and some beyond ASCII.
std::string draw_text() {
  std::string text;
  for (std::uint64_t n = draw_count(0, 6); n > 0; --n) {
    text += *rc::gen::element<std::string>("a", "B", "7", " ", "\"", "\\", "/", "~", "\n", "\t",
                                           "\x01", "\x7f", "ü", "∞", "𝄞");
  }
  return text;
}

Type draw_type() { return {draw_word<Scalar>(10), *rc::gen::element(1U, 2U, 4U, 8U, 16U)}; }

Fill draw_fill() {
  Fill fill;
  fill.kind = draw_word<FillKind>(6);
  if (fill.kind == FillKind::constant) fill.low = draw_number();
  if (fill.kind == FillKind::values) fill.values = draw_numbers();
  if (fill.kind == FillKind::random) {
    fill.low = draw_number();
    fill.high = fill.low + std::fabs(fill.low) + 1;
    fill.seed = *rc::gen::arbitrary<std::uint64_t>();
  }
  return fill;
}

ImageShape draw_shape() {
  const Scalar scalar =
      *rc::gen::element(Scalar::u8, Scalar::u16, Scalar::i32, Scalar::u32, Scalar::f32);
  return {.type = {scalar, *rc::gen::element(1U, 2U, 4U)},
          .width = draw_count(1, 1U << 20U),
          .height = draw_count(1, 9),
          .depth = draw_count(1, 9),
          .normalized = (scalar == Scalar::u8 || scalar == Scalar::u16) && draw_flag()};
}

Access draw_access() {
  Access access{.references = static_cast<double>(draw_count(0, 1000)) / 7,
                .bytes = Bytes{draw_count(0, 64)},
                .width = draw_count(0, 16),
                .pattern = draw_word<Pattern>(12),
                .streams = draw_count(0, 5),
                .footprint = Bytes{*rc::gen::arbitrary<std::uint64_t>()},
                .row_bytes = Bytes{draw_count(0, 1U << 20U)},
                .use = draw_word<Use>(3),
                .executed = static_cast<double>(draw_count(0, 1000)) / 3,
                .reuse = draw_word<Reuse>(2),
                .ahead = static_cast<double>(draw_count(0, 7)) / 7};
  access.dependent = executed_references(access) * static_cast<double>(draw_count(0, 3)) / 3;
  const bool writes = access.use != Use::read || access.pattern == Pattern::scatter ||
                      access.pattern == Pattern::atomic || access.pattern == Pattern::reduction;
  if (!writes) access.sampler = draw_word<Sampler>(3);
  if (access.pattern == Pattern::strided) access.row_bytes = Bytes{draw_count(1, 1U << 20U)};
  return access;
}

Pass draw_pass() {
  Pass pass{.name = draw_text(),
            .points = draw_count(0, 1U << 30U),
            .accesses = {},
            .flops = Flops{std::fabs(draw_number()) * 0x1p-64},
            .barriers = static_cast<double>(draw_count(0, 9)) / 2,
            .cluster_barriers = static_cast<double>(draw_count(0, 9)) / 2,
            .local_traffic = static_cast<double>(draw_count(0, 1000)) / 7,
            .turns = static_cast<double>(draw_count(0, 9)) / 2,
            .alone = static_cast<double>(draw_count(0, 7)) / 7,
            .local_memory = draw_count(0, 1U << 30U),
            .registers = draw_count(0, 1U << 20U),
            .group = draw_count(0, 1024),
            .context = draw_word<LaunchContext>(4)};
  pass.longest = static_cast<double>(draw_count(0, pass.points)) / 2;
  for (const auto& [name, count] : operation_counts())
    pass.operations.*count = static_cast<double>(draw_count(0, 100)) / 3;
  // Of no operations the type is none.
  if (has_operations(pass.operations) && draw_flag()) pass.operations.type = Scalar::f64;
  for (std::uint64_t n = draw_count(0, 3); n > 0; --n) pass.accesses.push_back(draw_access());
  return pass;
}

// Things are called by their letter and number: b0, i0, s0, k0.
std::string draw_name(char letter, std::size_t count) {
  return fmt::format("{}{}", letter, draw_count(0, count - 1));
}

Argument draw_argument(const Program& program) {
  const int kind = *rc::gen::inRange(0, 4);
  if (kind == 3) return LocalArgument{Bytes{draw_count(1, 1ULL << 30U)}};
  if (kind == 0) return BufferArgument{draw_name('b', program.buffers.size())};
  if (kind == 1 && !program.images.empty())
    return ImageArgument{draw_name('i', program.images.size())};
  const auto type = draw_word<Scalar>(10);
  if (type == Scalar::f64) return ScalarArgument{type, draw_number()};
  return ScalarArgument{type, static_cast<double>(draw_count(0, 127))};
}

Launch draw_launch(const Program& program) {
  Launch launch;
  if (!program.kernels.empty()) launch.kernel = draw_name('k', program.kernels.size());
  for (std::size_t d = 0; d < 3; ++d) {
    launch.local.at(d) = draw_count(1, 64);
    launch.cluster.at(d) = draw_count(1, 3);
    launch.global.at(d) = launch.local.at(d) * launch.cluster.at(d) * draw_count(1, 1U << 20U);
  }
  for (std::uint64_t n = draw_count(0, 4); n > 0; --n)
    launch.arguments.push_back(draw_argument(program));
  launch.pass = draw_pass();
  launch.local_bytes = Bytes{draw_count(0, 1U << 16U)};
  launch.cooperative = draw_flag();
  return launch;
}

std::vector<Step> draw_steps(const Program& program, int depth, bool in_batch);

Until draw_until(const Program& program, int depth) {
  return {.steps = draw_steps(program, depth, false),
          .buffer = draw_name('b', program.buffers.size()),
          .element = 0,
          .comparison = draw_word<Comparison>(6),
          .value = draw_number(),
          .check_every = draw_count(1, 10),
          .limit = draw_count(1, 1000),
          .expected = draw_count(0, 10),
          .deadline = Seconds{static_cast<double>(draw_count(0, 4)) * 0.5}};
}

Transfer draw_transfer(const Program& program) {
  Transfer transfer{.direction = draw_flag() ? Direction::in : Direction::out,
                    .buffer = draw_name('b', program.buffers.size())};
  if (draw_flag()) return transfer;
  const std::uint64_t held = buffer_named(program, transfer.buffer).count;
  transfer.count = draw_count(1, held);
  transfer.from_offset = draw_count(0, held - transfer.count);
  transfer.to_offset = draw_count(0, held - transfer.count);
  return transfer;
}

// Between b0 and b1, which have one size: parts of one buffer may not overlap.
Exchange draw_exchange(const Program& program) {
  Exchange exchange{.send = "b0", .receive = "b1"};
  const std::uint64_t held = program.buffers.front().count;
  exchange.count = draw_count(1, held);
  exchange.send_offset = draw_count(0, held - exchange.count);
  exchange.receive_offset = draw_count(0, held - exchange.count);
  exchange.neighbour = static_cast<std::int64_t>(draw_count(0, 9)) - 4;
  return exchange;
}

// Only launches and repetitions of them can be recorded.
Step draw_step(const Program& program, int depth, bool in_batch) {
  const int kind = *rc::gen::inRange(0, 7);
  if (kind == 0 && depth > 0) {
    return {draw_text(), Repeat{draw_count(0, 9), draw_steps(program, depth - 1, in_batch)}};
  }
  if (kind <= 1 || in_batch) return {draw_text(), draw_launch(program)};
  if (kind == 2 && depth > 0) {
    return {draw_text(), Batch{draw_count(0, 9), draw_steps(program, depth - 1, true)}};
  }
  if (kind == 3 && depth > 0) return {draw_text(), draw_until(program, depth - 1)};
  if (kind == 4) return {draw_text(), Wait{}};
  if (kind == 5) return {draw_text(), draw_exchange(program)};
  return {draw_text(), draw_transfer(program)};
}

std::vector<Step> draw_steps(const Program& program, int depth, bool in_batch) {
  std::vector<Step> steps;
  for (std::uint64_t n = draw_count(0, 3); n > 0; --n) {
    steps.push_back(draw_step(program, depth, in_batch));
    if (in_batch) continue;
    if (draw_flag()) steps.back().queue = draw_name('q', program.queues.size());
    steps.back().name += fmt::format("#{}", n);  // no name twice, so that it can be waited for
    if (steps.size() > 1 && draw_flag()) steps.back().after = {steps.front().name};
  }
  return steps;
}

// Buffers b0 and b1 have one size, so that one can be copied to the other.
void draw_memory(Program& program) {
  const Type type = draw_type();
  const std::uint64_t count = draw_count(1, 1ULL << 40U);
  program.buffers = {{"b0", type, count, draw_fill()}, {"b1", type, count, draw_fill()}};
  for (std::uint64_t n = draw_count(0, 2); n > 0; --n) {
    program.buffers.push_back({fmt::format("b{}", program.buffers.size()), draw_type(),
                               draw_count(1, 1ULL << 40U), draw_fill()});
  }
  for (std::uint64_t n = draw_count(0, 2); n > 0; --n) {
    program.images.push_back(
        {fmt::format("i{}", program.images.size()), draw_shape(), draw_fill()});
  }
}

Program draw_program() {
  Program program;
  program.name = draw_text();
  program.settings = {{"a", draw_text()}, {"b", draw_text()}};
  draw_memory(program);
  program.sources = {{"s0", draw_word<Language>(3), draw_text()}};
  for (std::uint64_t n = draw_count(0, 2); n > 0; --n) {
    program.kernels.push_back(
        {fmt::format("k{}", program.kernels.size()), "s0", "entry", {{"X_1", "1"}, {"Y", ""}}});
  }
  program.queues = {{"q0", 0}, {"q1", 0}};
  program.restore = draw_steps(program, 1, false);
  program.check = draw_steps(program, 1, false);
  program.steps = draw_steps(program, 3, false);
  program.steps.push_back(
      {"copy", Transfer{.direction = Direction::within, .buffer = "b0", .to = "b1"}});
  if (draw_flag()) {
    program.verification = {{.buffer = "b0",
                             .absolute = std::fabs(draw_number()),
                             .relative = std::fabs(draw_number()),
                             .expected = {}}};
    const Buffer& checked = program.buffers.front();
    constexpr std::uint64_t most = 64;
    if (const std::uint64_t scalars = checked.count * checked.type.width; scalars <= most)
      for (std::uint64_t i = 0; i < scalars; ++i)
        program.verification.front().expected.push_back(draw_number());
  }
  return program;
}

RC_GTEST_PROP(ProgramProperty, survives_writing_and_reading, ()) {
  const Json json = to_json(draw_program());

  const Json parsed = parse_json(to_text(json), "p.json");
  const Json again = to_json(program_from_json(JsonView(parsed, "p.json")));

  RC_ASSERT(again == json);
}

RC_GTEST_PROP(ProgramProperty, demand_grows_with_the_repetitions, ()) {
  const Program program = draw_program();
  const std::uint64_t times = draw_count(1, 9);
  const Demand once = demand_of(Step{"once", Repeat{1, program.steps}});

  const Demand often = demand_of(Step{"often", Repeat{times, program.steps}});

  RC_ASSERT(often.launches == times * once.launches);
  const auto bytes = [](const Demand& demand) {
    return static_cast<double>(demand.bytes.count) + demand.fraction;
  };
  RC_ASSERT(std::fabs(often.fraction) <= 0.5);
  RC_ASSERT(std::fabs(bytes(often) - static_cast<double>(times) * bytes(once)) <=
            1e-12 * bytes(often) + 1e-6);
  RC_ASSERT(std::fabs(often.flops.count - static_cast<double>(times) * once.flops.count) <=
            1e-12 * often.flops.count);
}

}  // namespace
}  // namespace plumb
