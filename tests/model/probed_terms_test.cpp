// tests/model/probed_terms_test.cpp - single terms of our model against values worked out by hand.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "plumb/model/model.h"
#include "plumb/model/plumbline/arithmetic_term.h"
#include "plumb/model/plumbline/elements_term.h"
#include "plumb/model/plumbline/flight_term.h"
#include "plumb/model/plumbline/gather_term.h"
#include "plumb/model/plumbline/group_term.h"
#include "plumb/model/plumbline/pattern_term.h"

namespace plumb {
namespace {

Quantity seconds(double value) { return quantity_of(std::vector{value}, "s"); }

void add(Profile& profile, const char* name, double value) {
  profile.parameters.push_back({.name = name, .value = seconds(value), .method = {}, .note = {}});
}

void add_curve(Profile& profile, const char* name, double first, double last,
               const std::function<double(double)>& time) {
  Curve curve{.name = name, .x_name = "x", .x_unit = "1", .points = {}};
  for (double x = first; x <= last; x *= 2) curve.points.push_back({.x = x, .y = seconds(time(x))});
  profile.curves.push_back(std::move(curve));
}

Profile of_kind(const char* kind) {
  Profile profile;
  profile.name = "made up";
  profile.provenance.device.kind = kind;
  return profile;
}

Launch launch_of(std::uint64_t items, std::uint64_t group) {
  Launch launch;
  launch.kernel = "k";
  launch.global = {items, 1, 1};
  launch.local = {group, 1, 1};
  launch.pass = {.name = "p", .points = items, .accesses = {}};
  return launch;
}

TEST(GroupTerm, takes_as_long_as_all_groups_need_to_begin) {
  Profile profile = of_kind("gpu");
  add_curve(profile, "launch.group", 32, 1024, [](double items) { return items * 1e-11; });

  EXPECT_NEAR(GroupTerm(profile).estimate(launch_of(64000, 64)).seconds, 1000 * 64e-11, 1e-15);
  EXPECT_NEAR(GroupTerm(profile).estimate(launch_of(16, 16)).seconds, 32e-11,
              1e-15);  // as the least
}

TEST(GroupTerm, says_nothing_of_processors_or_of_shapes_that_are_not_known) {
  Profile gpu = of_kind("gpu");
  Profile cpu = of_kind("cpu");
  for (Profile* profile : {&gpu, &cpu})
    add_curve(*profile, "launch.group", 32, 1024, [](double) { return 1e-9; });
  Launch unwritten;
  unwritten.pass = {.name = "p", .points = 1U << 20U, .accesses = {}};

  EXPECT_EQ(GroupTerm(cpu).estimate(launch_of(64000, 64)).seconds, 0);
  EXPECT_EQ(GroupTerm(gpu).estimate(unwritten).seconds, 0);
  EXPECT_EQ(GroupTerm(of_kind("gpu")).estimate(launch_of(64000, 64)).seconds, 0);
}

// A work-item takes 1 ps, whatever it moves up to 36 bytes.
Profile with_costly_items(const char* kind) {
  Profile profile = of_kind(kind);
  const auto items_of = [](double each) {
    return [each](double bytes) { return bytes / each * 1e-12; };
  };
  add_curve(profile, "elements.r0w1.4B", 1024, 0x1p32, items_of(4));
  add_curve(profile, "elements.r1w1.4B", 1024, 0x1p32, items_of(8));
  add_curve(profile, "elements.r8w1.4B", 1024, 0x1p32, items_of(36));
  return profile;
}

TEST(ElementsTerm, a_work_item_of_a_gpu_costs_time_however_little_it_moves) {
  constexpr double items = 1U << 26U;
  const Traffic little{.read = 4 * items, .written = items / 64};

  const auto seconds_on = [&](const char* kind) {
    const ElementsTerm term(with_costly_items(kind));
    return term.estimate(little, term.words_of(items)).seconds;
  };

  EXPECT_NEAR(seconds_on("gpu"), items * 1e-12, 1e-3 * items * 1e-12);
  EXPECT_LT(seconds_on("cpu"), 0.2 * items * 1e-12);
}

// On a processor what waking a thread took differs from curve to curve, and no launch that reads
// takes what was found where nothing is read.
TEST(ElementsTerm, what_a_processor_moves_is_counted_beyond_the_start_of_its_own_curves) {
  constexpr double start_of_copies = 7e-6;
  const auto beyond_start_on = [&](const char* kind) {
    Profile profile = of_kind(kind);
    const auto after = [](double start) {
      return [start](double bytes) { return start + bytes * 1e-10; };
    };
    add_curve(profile, "elements.r0w1.4B", 1024, 0x1p30, after(2e-6));
    add_curve(profile, "elements.r1w1.4B", 1024, 0x1p30, after(start_of_copies));
    const ElementsTerm term(profile);
    return term.beyond_start({.read = 4096, .written = 4096}, term.words_of(1024)).seconds;
  };

  EXPECT_NEAR(beyond_start_on("cpu"), (8192 - 1024) * 1e-10, 1e-11);
  EXPECT_NEAR(beyond_start_on("gpu"), start_of_copies - 2e-6 + (8192 - 1024) * 1e-10, 1e-8);
}

// Of a device that holds 25600.
Flight flying(double items) { return {items, items, 25600}; }

TEST(FlightTerm, a_barrier_takes_longer_where_the_units_are_full) {
  Profile profile = of_kind("gpu");
  add(profile, "threads.resident_groups", 100);  // of 256
  add(profile, "barrier.time", 3e-8);
  const Pass tree{.name = "t", .points = 1, .accesses = {}, .barriers = 10};
  EXPECT_NEAR(FlightTerm(profile).of_barriers(tree, flying(25600)).seconds, 3e-7, 1e-12);

  add(profile, "barrier.busy.time", 9e-8);
  const FlightTerm term(profile);
  EXPECT_NEAR(term.of_barriers(tree, flying(25600)).seconds, 9e-7, 1e-12);
  EXPECT_NEAR(term.of_barriers(tree, flying(12800)).seconds, 6e-7, 1e-12);
  EXPECT_NEAR(term.of_barriers(tree, flying(256000)).seconds, 9e-6, 1e-12);  // ten waves
}

TEST(FlightTerm, groups_that_take_much_of_a_unit_are_few) {
  Profile profile = of_kind("gpu");
  profile.provenance.device.compute_units = 10;
  profile.provenance.device.abilities = DeviceAbilities{
      .local_memory = Bytes{65536}, .unit_local_memory = Bytes{102400}, .unit_registers = 65536};
  add(profile, "threads.resident_groups", 80);  // of 256: 2048 work-items a unit
  const FlightTerm term(profile);
  Launch launch = launch_of(1U << 20U, 128);
  const auto resident = [&] { return term.flight_of(launch).resident; };

  EXPECT_EQ(resident(), 20480);
  launch.pass.local_memory = 24000;
  launch.local_bytes = Bytes{576};
  EXPECT_EQ(resident(), 10 * 128 * 4);  // 25 KiB with what the driver keeps
  launch.arguments = {LocalArgument{Bytes{100}}};
  EXPECT_EQ(resident(), 10 * 128 * 3);
  launch.pass.registers = 250;  // 256 are given: 2 groups of 128
  EXPECT_EQ(resident(), 10 * 128 * 2);
  launch.pass.local_memory = 1U << 20U;  // more than there is: one at a time
  EXPECT_EQ(resident(), 10 * 128);
  // What is not known sets no limit.
  profile.provenance.device.abilities = std::nullopt;
  EXPECT_EQ(FlightTerm(profile).flight_of(launch).resident, 20480);
}

TEST(FlightTerm, work_items_with_fewer_points_take_places_of_those_that_wait) {
  Profile profile = of_kind("gpu");
  profile.provenance.device.compute_units = 1;
  add(profile, "threads.resident_groups", 10);  // 2560 work-items
  add(profile, "latency.memory.time", 1e-6);
  const FlightTerm term(profile);
  Launch launch = launch_of(5120, 256);
  launch.pass.points = 10240;
  launch.pass.accesses = {{.references = 1, .dependent = 1}};
  const auto waits = [&] {
    return term.of_chains(launch.pass, term.flight_of(launch), false).seconds;
  };

  EXPECT_NEAR(waits(), 4e-6, 1e-12);  // two waves of two points
  launch.pass.longest = 4;
  EXPECT_NEAR(waits(), 8e-6, 1e-12);  // of four, in half of the places
}

TEST(FlightTerm, a_processor_has_no_longest_work_item) {
  Profile profile = of_kind("cpu");
  profile.provenance.device.compute_units = 4;
  Launch launch = launch_of(1024, 1);
  launch.pass.points = 1024;
  launch.pass.longest = 1024;

  EXPECT_EQ(FlightTerm(profile).flight_of(launch).busy, 1024);
}

TEST(FlightTerm, a_unit_with_room_for_one_group_has_no_other_that_computes_meanwhile) {
  Profile profile = of_kind("gpu");
  add(profile, "threads.resident_groups", 100);
  const FlightTerm term(profile);

  EXPECT_EQ(term.fullness({1e6, 1e6, 25600}, 1), 1);
  EXPECT_NEAR(term.fullness({1e6, 1e6, 2560}, 1), 0.1, 1e-12);
  EXPECT_NEAR(term.fullness(flying(6400), 0.5), 0.5, 1e-12);
}

TEST(FlightTerm, a_chain_waits_for_what_other_units_wrote) {
  Profile profile = of_kind("gpu");
  add(profile, "latency.level1.time", 2e-8);
  add(profile, "capacity.level1", 1e5);
  add(profile, "latency.level2.time", 1e-7);
  add(profile, "capacity.level2", 1e7);
  add(profile, "latency.memory.time", 5e-7);
  const auto chain_of = [](std::uint64_t bytes) {
    return Pass{.name = "c",
                .points = 1,
                .accesses = {{.references = 10, .footprint = Bytes{bytes}, .dependent = 10}}};
  };
  EXPECT_NEAR(FlightTerm(profile).of_chains(chain_of(1000), flying(1), false).seconds, 1e-6, 1e-12);

  add(profile, "barrier.kernel.time", 2e-7);
  const FlightTerm term(profile);
  EXPECT_NEAR(term.of_chains(chain_of(1000), flying(1), false).seconds, 2e-6, 1e-12);
  EXPECT_NEAR(term.of_chains(chain_of(1U << 30U), flying(1), false).seconds, 5e-6, 1e-12);
}

TEST(PatternTerm, atomic_operations_take_what_was_probed_on_as_many_words) {
  Profile profile = of_kind("gpu");
  add_curve(profile, "atomic.random", 1, 4096, [](double words) { return 1e-9 / words; });
  const auto histogram = [](std::uint64_t words) {
    return Access{.pattern = Pattern::atomic, .footprint = Bytes{4 * words}, .use = Use::both};
  };
  const PatternTerm term(profile);

  EXPECT_NEAR(term.estimate(histogram(1), 1e6).seconds, 1e-3, 1e-9);
  EXPECT_NEAR(term.estimate(histogram(256), 1e6).seconds, 1e-3 / 256, 1e-9);
  EXPECT_NEAR(term.estimate(histogram(4096), 1e6).seconds, 1e-3 / 4096, 1e-9);
}

TEST(ArithmeticTerm, whole_numbers_pass_beside_floats_as_was_probed) {
  Profile profile = of_kind("gpu");
  add(profile, "compute.add.f32.throughput", 1e12);
  add(profile, "compute.integer.throughput", 1e12);
  constexpr double items = 1U << 20U;
  const Pass both{
      .name = "b", .points = 1U << 20U, .accesses = {}, .operations = {.add = 100, .integer = 100}};
  const double one = 100 * items * 1e-12;
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(both, items).seconds, 2 * one, 1e-9);

  add(profile, "compute.integer.beside", 64);
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(both, items).seconds, one, 0.02 * one);
}

TEST(ArithmeticTerm, loops_that_go_on_by_what_they_read_have_no_vectors_on_a_processor) {
  Profile profile = of_kind("cpu");
  add(profile, "compute.add.f32.throughput", 1e11);
  add(profile, "compute.scalar.throughput", 1e10);
  constexpr double items = 1U << 20U;
  Pass ray{.name = "r",
           .points = 1U << 20U,
           .accesses = {{.references = 20, .footprint = Bytes{4096}}},
           .operations = {.add = 80}};
  ray.turns = 1;
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(ray, items).seconds, 80 * items / 1e11, 1e-9);

  ray.accesses[0].dependent = 1;
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(ray, items).seconds, 100 * items / 1e10, 1e-9);

  profile.provenance.device.kind = "gpu";  // its lanes go their own ways
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(ray, items).seconds, 80 * items / 1e11, 1e-9);
}

// Instructions of a second: 1e11 in vectors, 1e10 one by one.
Profile processor() {
  Profile profile = of_kind("cpu");
  profile.provenance.device.compute_units = 4;
  add(profile, "compute.fma.f32.throughput", 2e11);
  add(profile, "compute.fma.f32.latency", 8e-9);
  add(profile, "compute.scalar.throughput", 1e10);
  return profile;
}
constexpr double million = 1e6;
Pass row_times_column(double terms) {
  return {.name = "m",
          .points = 1000000,
          .accesses = {{.references = 2 * terms, .footprint = Bytes{4096}}},
          .operations = {.fma = terms}};
}

TEST(ArithmeticTerm, calls_and_indivisible_operations_leave_a_processor_no_vectors) {
  const ArithmeticTerm term(processor());
  const Pass straight = row_times_column(4);
  EXPECT_FALSE(term.has_no_vectors(straight, million));

  Pass seldom = straight;
  seldom.accesses.push_back({.references = 0, .pattern = Pattern::atomic});
  EXPECT_TRUE(term.has_no_vectors(seldom, million));
  Pass exponential = straight;
  exponential.operations.exp = 1;
  EXPECT_FALSE(term.has_no_vectors(exponential, million));
  Pass logarithm = straight;
  logarithm.operations.log = 0.1;
  EXPECT_TRUE(term.has_no_vectors(logarithm, million));
  Pass members = straight;
  members.accesses.push_back(
      {.references = 2, .bytes = Bytes{4}, .pattern = Pattern::strided, .row_bytes = Bytes{32}});
  EXPECT_FALSE(term.has_no_vectors(members, million));
  members.accesses.back().row_bytes = Bytes{36};
  EXPECT_TRUE(term.has_no_vectors(members, million)) << "too many to be taken apart";
}

TEST(ArithmeticTerm, a_point_that_loops_has_no_vectors_on_a_processor) {
  const Profile profile = processor();
  const ArithmeticTerm term(profile);

  Pass sum = row_times_column(4);  // as one writes it out
  EXPECT_NEAR(term.estimate(sum, million).seconds, 4 * million / 1e11, 1e-9);
  sum.turns = 4;
  EXPECT_NEAR(term.estimate(sum, million).seconds, 12 * million / 1e10, 1e-9);

  Pass long_sum = row_times_column(512);
  EXPECT_NEAR(term.estimate(long_sum, million).seconds, 1536 * million / 1e10, 1e-6);
  long_sum.turns = 1;
  EXPECT_NEAR(term.estimate(long_sum, million).seconds, 512 * million / 1e11, 1e-6);
  long_sum.turns = 0;
  long_sum.local_traffic = 4 * 512;  // words of local memory are instructions, too
  EXPECT_NEAR(term.estimate(long_sum, million).seconds, 2048 * million / 1e10, 1e-6);
}

TEST(ArithmeticTerm, references_of_a_loop_are_instructions_where_nothing_is_computed) {
  const Profile profile = processor();
  const Pass largest{.name = "l", .points = 1000000, .accesses = {{.references = 16}}, .turns = 16};

  EXPECT_NEAR(ArithmeticTerm(profile).estimate(largest, million).seconds, 16 * million / 1e10,
              1e-9);
}

TEST(ArithmeticTerm, points_of_one_work_item_lie_side_by_side) {
  const Profile profile = processor();
  const Pass sum = row_times_column(512);

  EXPECT_NEAR(ArithmeticTerm(profile).estimate(sum, 100).seconds, 512 * million / 1e11, 1e-5);
}

TEST(ArithmeticTerm, a_loop_that_loads_nothing_waits_for_itself) {
  const Profile profile = processor();
  const Pass series{.name = "s",
                    .points = 1000000,
                    .accesses = {{.use = Use::write}},
                    .operations = {.fma = 500}};
  const double none = 501 * million / 1e10;
  const double all = 500 * million * 8e-9 / 4;

  const Estimate found = ArithmeticTerm(profile).estimate(series, million);

  EXPECT_NEAR(found.seconds, std::sqrt(none * all), 1e-6);
  EXPECT_NEAR(found.spread, found.seconds, 1e-6);  // a factor of two: no interval is wider
}

TEST(ArithmeticTerm, sums_of_loops_with_barriers_are_kept_in_memory) {
  Profile profile = processor();
  Pass tiled = row_times_column(256);
  tiled.turns = 16;
  tiled.barriers = 2;  // before the loop and behind it
  const double none = 768 * million / 1e10;
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(tiled, million).seconds, none, 1e-6);

  tiled.barriers = 32;
  const double of_registers = 256 * million * 8e-9 / 4;
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(tiled, million).seconds,
              std::sqrt(none * of_registers), 1e-6);
  add(profile, "latency.level1.time", 2e-9);
  const double of_memory = 256 * million * 10e-9 / 4;
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(tiled, million).seconds, std::sqrt(none * of_memory),
              1e-6);
}

// The order of such sums does not matter, so that the turns of a loop are vectors.
TEST(ArithmeticTerm, a_loop_that_adds_up_whole_numbers_has_vectors) {
  const ArithmeticTerm term(processor());
  Pass sum{.name = "s", .points = 1U << 16U, .accesses = {{.references = 256, .bytes = Bytes{1}}}};
  sum.turns = 256;
  sum.operations.integer = 512;
  EXPECT_FALSE(term.has_no_vectors(sum, 1U << 16U));

  Pass floats = sum;
  floats.operations.add = 256;
  EXPECT_TRUE(term.has_no_vectors(floats, 1U << 16U)) << "their order is that of the text";
  Pass hash = sum;
  hash.accesses.front().references = 2;
  EXPECT_TRUE(term.has_no_vectors(hash, 1U << 16U)) << "a turn goes on from the one before";
  Pass gathered = sum;
  gathered.accesses.push_back({.pattern = Pattern::random});
  EXPECT_TRUE(term.has_no_vectors(gathered, 1U << 16U));
  Pass prefix = sum;
  prefix.accesses.push_back({.references = 256, .bytes = Bytes{1}, .use = Use::write});
  EXPECT_TRUE(term.has_no_vectors(prefix, 1U << 16U)) << "every sum is wanted";
  Pass apart = sum;
  apart.barriers = 1;
  EXPECT_TRUE(term.has_no_vectors(apart, 1U << 16U));
}

TEST(ArithmeticTerm, whole_numbers_one_by_one_have_a_rate_of_their_own) {
  Profile profile = processor();
  add(profile, "compute.integer.throughput", 1e12);
  Pass places = row_times_column(4);
  places.turns = 4;
  places.operations.integer = 10;
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(places, million).seconds, 22 * million / 1e10, 1e-9);

  add(profile, "compute.scalar.integer.throughput", 2e10);
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(places, million).seconds,
              12 * million / 1e10 + 10 * million / 2e10, 1e-9);
}

TEST(ArithmeticTerm, points_that_vectors_leave_over_are_instructions_one_by_one) {
  const Profile profile = processor();
  const ArithmeticTerm term(profile);
  Pass row = row_times_column(4);
  row.turns = 1;
  const double in_vectors = 4 * million / 1e11;
  const double one_by_one = 12 * million / 1e10;

  row.alone = 0.25;
  EXPECT_NEAR(term.estimate(row, 100).seconds, 0.75 * in_vectors + 0.25 * one_by_one, 1e-9);
  row.alone = 1;
  EXPECT_NEAR(term.estimate(row, 100).seconds, one_by_one, 1e-9);

  Profile gpu = processor();
  gpu.provenance.device.kind = "gpu";  // has no vectors
  EXPECT_LT(ArithmeticTerm(gpu).estimate(row, million).seconds, one_by_one);
}

TEST(ArithmeticTerm, vectors_are_those_that_compilers_take) {
  Profile profile = processor();
  add(profile, "compute.div.f32.throughput", 1e9);
  add(profile, "compute.integer.throughput", 4e11);
  add(profile, "compute.row.fma.f32.throughput", 1e11);
  add(profile, "compute.row.integer.throughput", 1e11);
  const ArithmeticTerm term(profile);
  Pass pass{.name = "v", .points = 1000000, .accesses = {}, .operations = {.fma = 10}};
  pass.turns = 1;
  EXPECT_NEAR(term.estimate(pass, 100).seconds, 10 * million / 0.5e11, 1e-9);

  pass.operations = {.integer = 10};
  EXPECT_NEAR(term.estimate(pass, 100).seconds, 10 * million / 1e11, 1e-9);
  Profile doubles = profile;
  add(doubles, "compute.fma.f64.throughput", 1e11);
  add(doubles, "compute.row.fma.f64.throughput", 0.5e11);
  pass.operations = {.type = Scalar::f64, .fma = 10};
  EXPECT_NEAR(ArithmeticTerm(doubles).estimate(pass, 100).seconds, 10 * million / 0.25e11, 1e-9);
  // The spread is that of the rate that was taken.
  Profile noisy = profile;
  for (Finding& found : noisy.parameters) {
    const double x = found.value.value;
    if (found.name == "compute.integer.throughput")
      found.value.low = 0.5 * x, found.value.high = 2 * x;
    if (found.name == "compute.row.integer.throughput")
      found.value.low = 0.9 * x, found.value.high = 1.1 * x;
  }
  pass.operations = {.integer = 10};
  const Estimate taken = ArithmeticTerm(noisy).estimate(pass, 100);
  EXPECT_NEAR(taken.spread, 0.1 * taken.seconds, 1e-9);

  pass.operations = {.div = 10};  // by units that were probed as they are
  EXPECT_NEAR(term.estimate(pass, 100).seconds, 10 * million / 1e9, 1e-6);
}

TEST(ArithmeticTerm, functions_have_rates_of_their_own) {
  Profile profile = of_kind("gpu");
  add(profile, "compute.exp.f32.throughput", 1e11);
  add(profile, "compute.log.f32.throughput", 1e10);
  const Pass functions{
      .name = "l", .points = 1000000, .accesses = {}, .operations = {.log = 3, .pow = 1}};
  EXPECT_THROW((void)ArithmeticTerm(profile).estimate(functions, million), MissingParameter);

  add(profile, "compute.pow.f32.throughput", 1e9);
  EXPECT_NEAR(ArithmeticTerm(profile).estimate(functions, million).seconds,
              3 * million / 1e10 + million / 1e9, 1e-9);
}

TEST(ArithmeticTerm, a_processor_calls_functions_beside_its_instructions_one_by_one) {
  Profile profile = processor();
  add(profile, "compute.log.f32.throughput", 1e9);
  add(profile, "compute.pow.f32.throughput", 1e8);
  const ArithmeticTerm term(profile);
  Pass pass = row_times_column(4);
  pass.turns = 4;
  pass.operations.log = 2;
  pass.operations.pow = 1;

  EXPECT_NEAR(term.estimate(pass, million).seconds,
              2 * million / 1e9 + million / 1e8 + 12 * million / 1e10, 1e-9);
}

// Random cells of 4 bytes: 3 ns beyond a stream in the cache, 11 ns in memory, where loads take ten
// times as long.
Profile gathered() {
  Profile profile = of_kind("cpu");
  add(profile, "patterns.side.cache", 128);
  add(profile, "patterns.side.memory", 1024);
  add(profile, "patterns.gather.4B.cache", 12 / 4e-9);
  add(profile, "patterns.gather.4B.memory", 12 / 12e-9);
  add_curve(profile, "elements.r1w1.4B", 1024, 1 << 27, [](double b) { return b * 1e-9 / 12; });
  add_curve(profile, "latency.random", 4096, 1 << 26, [](double bytes) {
    return bytes <= (1 << 20) ? 1e-8 : bytes >= (1 << 22) ? 1e-7 : 5.5e-8;
  });
  return profile;
}

TEST(GatherTerm, lies_between_cache_and_memory_as_latencies_do) {
  const Profile profile = gathered();
  const GatherTerm term(profile);

  EXPECT_TRUE(term.knows(4));
  EXPECT_FALSE(term.knows(8));
  EXPECT_NEAR(term.estimate(4, 8192), 3e-9, 1e-11);
  EXPECT_NEAR(term.estimate(4, 1 << 22), 11e-9, 1e-11);
  EXPECT_NEAR(term.estimate(4, 1 << 21), 7e-9, 1e-11);
  EXPECT_NEAR(term.estimate(4, 1 << 25), 11e-9, 1e-11);
}

TEST(GatherTerm, the_start_of_a_kernel_is_not_in_it) {
  Profile profile = gathered();
  profile.curves.front().points.clear();
  for (double bytes = 1024; bytes <= 1 << 27; bytes *= 2)
    profile.curves.front().points.push_back({.x = bytes, .y = seconds(20e-6 + bytes * 1e-9 / 12)});
  // 20 us of start are 1.22 ns of each of 128 x 128 points, 0.02 ns of 1024 x 1024.
  for (Finding& found : profile.parameters) {
    if (found.name == "patterns.gather.4B.cache")
      found.value = seconds(12 / (4e-9 + 20e-6 / 16384));
    if (found.name == "patterns.gather.4B.memory")
      found.value = seconds(12 / (12e-9 + 20e-6 / 1048576));
  }

  EXPECT_NEAR(GatherTerm(profile).estimate(4, 8192), 3e-9, 0.1e-9);
  EXPECT_NEAR(GatherTerm(profile).estimate(4, 1 << 22), 11e-9, 0.1e-9);
}

TEST(GatherTerm, is_never_cheaper_in_memory_than_in_the_cache_and_never_gives_time_back) {
  Profile profile = gathered();
  for (Finding& found : profile.parameters)
    if (found.name == "patterns.gather.4B.memory") found.value = seconds(12 / 2e-9);
  const GatherTerm term(profile);

  for (const double footprint : {4096.0, 65536.0, 1e6, 1e8})
    EXPECT_NEAR(term.estimate(4, footprint), 1e-9, 1e-12);
}

TEST(GatherTerm, says_nothing_of_gpus_or_of_profiles_without_it) {
  Profile gpu = gathered();
  gpu.provenance.device.kind = "gpu";
  EXPECT_FALSE(GatherTerm(gpu).knows(4));

  Profile before = gathered();
  before.curves.pop_back();
  EXPECT_FALSE(GatherTerm(before).knows(4));
}

TEST(PatternTerm, a_processor_takes_random_references_by_their_footprint) {
  const Profile profile = gathered();
  const Access random{
      .references = 2, .bytes = Bytes{4}, .pattern = Pattern::random, .footprint = Bytes{1 << 21}};

  EXPECT_NEAR(PatternTerm(profile).estimate(random, million).seconds, 2 * million * 7e-9, 1e-4);
  // Beyond the largest cache all units share the way.
  EXPECT_NEAR(PatternTerm(profile).estimate(random, million, 0.25).seconds, 2 * million * 7e-9,
              1e-4);

  Profile cached = gathered();
  add(cached, "capacity.level1", 1 << 22);
  EXPECT_NEAR(PatternTerm(cached).estimate(random, million, 0.25).seconds, 8 * million * 7e-9,
              1e-4);
}

// References of a column, of which the quick probe has one stride.
class Columns : public testing::Test {
 protected:
  Columns() {
    add(profile, "patterns.side.memory", 1024);
    add(profile, "patterns.self.4B.memory", 4e9);
    add(profile, "patterns.self.8B.memory", 4e9);
    add(profile, "patterns.stride.k16.4B.memory", 2e9);
    add(profile, "patterns.stride.k16.8B.memory", 2e9);
    add_curve(profile, "elements.r1w1.4B", 1U << 16U, 1U << 26U,
              [](double bytes) { return 1e-5 + bytes / 16e9; });
  }
  [[nodiscard]] double seconds_of(std::uint64_t bytes, std::uint64_t stride, bool vectors) const {
    const Access column{
        .bytes = Bytes{bytes}, .pattern = Pattern::strided, .row_bytes = Bytes{stride * bytes}};
    return PatternTerm(profile).estimate(column, million, 1, vectors).seconds;
  }
  Profile profile = of_kind("cpu");
  static constexpr double of_vectors = million * (8 / 2e9 - 8 / 16e9);
  static constexpr double of_loops = million * (8 / 2e9 - 8 / 4e9);
};

TEST_F(Columns, cost_a_processor_more_where_streams_have_its_vectors) {
  EXPECT_NEAR(seconds_of(4, 1024, true), of_vectors, 0.02 * of_vectors);
  EXPECT_NEAR(seconds_of(4, 1024, false), of_loops, 1e-9);

  profile.provenance.device.kind = "gpu";
  EXPECT_NEAR(seconds_of(4, 1024, true), of_loops, 1e-9);
}

TEST_F(Columns, of_a_short_stride_take_fewer_lines_of_a_processor) {
  EXPECT_NEAR(seconds_of(4, 2, false), of_loops / 8, 1e-9);
  EXPECT_NEAR(seconds_of(8, 8, false), 2 * of_loops, 1e-9);  // a line for each
  EXPECT_NEAR(seconds_of(8, 4, false), 2 * of_loops / 2, 1e-9);
  EXPECT_NEAR(seconds_of(16, 4, false), 2 * of_loops, 1e-9);

  profile.provenance.device.kind = "gpu";
  EXPECT_NEAR(seconds_of(4, 2, false), of_loops, 1e-9);
}

// What else lies in a processor's lines comes along, whoever asks for it.
TEST_F(Columns, of_one_structure_share_their_lines_in_a_processor) {
  const PatternTerm term(profile);
  const auto of = [&](double references, std::uint64_t bytes, std::uint64_t row) {
    return term
        .estimate({.references = references,
                   .bytes = Bytes{bytes},
                   .pattern = Pattern::strided,
                   .row_bytes = Bytes{row}},
                  1e6, 1, false)
        .seconds;
  };
  const double line = of(1, 4, 64);  // of which 60 bytes are not asked for

  EXPECT_NEAR(of(8, 4, 64), line * 32 / 60, 1e-9);
  EXPECT_NEAR(of(16, 4, 64), 0, 1e-9) << "all of the line";
  EXPECT_NEAR(of(3, 1, 3), 0, 1e-9);
  EXPECT_NEAR(of(1, 1, 4), line / 16, 1e-9) << "a sixteenth of the lines";
  EXPECT_NEAR(of(2, 4, 1024), 2 * line, 1e-9) << "far apart";
}

TEST(Traffic, of_local_memory_is_reuse) {
  const Pass tiled{
      .name = "t", .points = 100, .accesses = {{.bytes = Bytes{4}}}, .local_traffic = 64};

  const Traffic traffic = traffic_of(tiled);

  EXPECT_EQ(traffic.read, 400);
  EXPECT_EQ(traffic.reused, 6400);
}

// The layer condition: five points around lie in three rows.
TEST(Traffic, rows_that_no_cache_holds_come_again) {
  const auto around = [](std::uint64_t row, Use use) {
    return Pass{.name = "t",
                .points = 1000,
                .accesses = {{.references = 5,
                              .bytes = Bytes{4},
                              .pattern = Pattern::neighbourhood,
                              .row_bytes = Bytes{row},
                              .use = use}}};
  };
  constexpr double cache = 3000;

  const Traffic held = traffic_of(around(1000, Use::read), cache);
  EXPECT_EQ(held.read, 4000);
  EXPECT_EQ(held.reused, 16000);

  const Traffic again = traffic_of(around(1001, Use::read), cache);
  EXPECT_EQ(again.read, 12000);
  EXPECT_EQ(again.reused, 8000);

  EXPECT_EQ(traffic_of(around(1001, Use::write), cache).written, 4000) << "lines go back once";
  EXPECT_EQ(traffic_of(around(1001, Use::write), cache).read, 0);
  EXPECT_EQ(traffic_of(around(0, Use::read), cache).read, 4000) << "nobody knows its rows";
  EXPECT_EQ(traffic_of(around(1001, Use::read)).read, 4000) << "nobody knows the cache";

  Pass part = around(1001, Use::read);
  part.points = 700;
  EXPECT_EQ(traffic_of(part, cache).read, 2800) << "all that it touches is held";
}

}  // namespace
}  // namespace plumb
