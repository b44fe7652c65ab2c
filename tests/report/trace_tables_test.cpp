// tests/report/trace_tables_test.cpp - what plumb trace prints, made from records alone.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/report/trace_changes.h"
#include "plumb/report/trace_stamps.h"
#include "plumb/report/trace_times.h"
#include "tests/records/example_records.h"

namespace plumb {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::string text_of(const Table& table) { return render(table, Format::text); }

Certificate certificate(std::uint32_t id, CertificateVerdict verdict) {
  Certificate made = example_trace().points[0].stamps[0].certificate;
  made.stamp.id = id;
  made.verdict = verdict;
  if (verdict != CertificateVerdict::not_certified) made.complaint.clear();
  return made;
}

TEST(TraceTables, are_the_same_again_from_the_file) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("plumb_trace_" + std::to_string(::getpid())))
          .string();
  const Trace trace = example_trace();
  const std::vector<Table> tables = trace_tables(trace);

  write_whole(path, to_text(to_json(trace)));
  const Json json = parse_json(read_text_file(path), path);
  const std::vector<Table> again = trace_tables(trace_from_json(JsonView(json, path)));
  std::filesystem::remove(path);

  ASSERT_EQ(tables.size(), 3U);
  for (const Format format : {Format::text, Format::csv, Format::md, Format::json})
    EXPECT_EQ(render(again, format), render(tables, format));
}

TEST(TraceTables, show_stalls_beside_times_and_why_there_is_none) {
  Trace trace = example_trace();
  TracedPoint& point = trace.points[0];
  EXPECT_THAT(text_of(times_table(point)), Not(HasSubstr("stall")));
  point.stamps[0].stall = ExposedStall{.time = quantity_of(std::vector<double>{7, 9, 8}, "cycles")};
  point.stamps[1].stall = ExposedStall{.reason = "first use in several places"};
  point.builds.push_back(point.builds.back());
  point.builds.back().first_use = true;
  point.builds.back().stamp = 0;

  const std::string csv = render(times_table(point), Format::csv);
  const std::vector<Table> tables = trace_tables(trace);

  EXPECT_THAT(csv, HasSubstr("stall"));
  EXPECT_THAT(csv, HasSubstr(",8,"));
  EXPECT_THAT(
      text_of(times_table(point)),
      HasSubstr("no stall for stamp " + std::to_string(point.stamps[1].certificate.stamp.id) +
                ": first use in several places"));
  EXPECT_THAT(tables.at(tables.size() - 1).title + tables.at(tables.size() - 2).title,
              HasSubstr("one stamp per build, at the first use"));
}

TEST(TraceTables, of_several_points_say_which_they_are_about) {
  Trace trace = example_trace();
  trace.points.resize(1);
  const std::string alone = trace_tables(trace).at(1).title;
  trace.points.push_back(trace.points.front());
  trace.points.back().label = "example N=24";

  const std::vector<Table> tables = trace_tables(trace);

  EXPECT_EQ(tables.at(1).title, "example N=12: " + alone);
  EXPECT_EQ(tables.back().title.substr(0, 14), "example N=24: ");
}

TEST(TimesTable, has_the_percentiles_of_every_stamp_and_what_is_wrong_below) {
  const Table table = times_table(example_trace().points[0]);

  EXPECT_EQ(
      text_of(table),
      "example N=12\n"
      "stamp  kernel  instruction          source     records  median    10 %    90 %    99 %"
      "  sectors  fewest  stride  verdict\n"
      "                                                        cycles  cycles  cycles  cycles"
      "                        B\n"
      "-----  ------  -------------------  ---------  -------  ------  ------  ------  ------"
      "  -------  ------  ------  -------------------------\n"
      "    1  blur    atom.shared.add.u32  blur.cu:7        3     668     359     689     693"
      "      5.5     4.0      -4  not certified\n"
      "    2  blur    ld.global.f32                         0       -       -       -       -"
      "        -       -       -  certified, shared barrier\n"
      "stamp 1 is not certified: at 0x120 of 'blur': a branch enters\n"
      "1 of 2 stamps without a record: not reached, or all of theirs were lost\n"
      "sectors of 32 bytes that an access touches in the mean, and the fewest that hold its bytes; "
      "the stride from lane to lane that most records have (-: none)\n"
      "not stamped: atom.shared.add.u32 in 'blur', line 49: asynchronous\n"
      "stamps in one block of 16, drawn by chance, in one warp of 2; one record of 4 is kept; of "
      "launches with fewer than 512 blocks about 32 or all, and every record of theirs; "
      "--every-block 1 stamps all\n"
      "records only of what ended 0 ns to 1.5 ms after the run began; with stamps it took 250 "
      "ms\n"
      "records: 3 of 900, one of 300, drawn from the whole run, of every warp the same share\n"
      "records lost: 1 beyond the slots, 2 beyond the layout, 3 unfinished, 4 reversed\n"
      "kernels with stamps: 1.25 times their time without, 10 us\n"
      "OUTPUT CHANGED: out\n"
      "interrupted: the stamps of further builds are missing\n");
}

TEST(TimesTable, states_what_was_taken_off) {
  TracedPoint point = example_trace().points[0];
  Certificate& certificate = point.stamps[1].certificate;
  EXPECT_THAT(times_table(point).notes, Not(Contains(HasSubstr("taken off"))));
  certificate.places = {
      {.function = "blur", .complaint = {}, .cycles_before = 1, .cycles_behind = 8}};

  EXPECT_THAT(times_table(point).notes,
              Contains("times are those of the accesses: 9 cycles of each stamp itself are taken "
                       "off"));
}

TEST(TimesTable, says_which_block_and_warp_were_chosen) {
  TracedPoint point = example_trace().points[0];
  point.stamped = StampedShare{.block = 7, .warp = 0};

  EXPECT_THAT(times_table(point).notes,
              Contains("stamps in block 7 of each launch alone, in warp 0 alone"));
}

TEST(TimesTable, says_which_part_of_the_run_was_recorded) {
  TracedPoint point = example_trace().points[0];

  EXPECT_THAT(times_table(point).notes,
              Contains("records only of what ended 0 ns to 1.5 ms after the run began; with stamps "
                       "it took 250 ms"));

  point.window = TimeWindow{.from = Seconds{2e-3}, .to = Seconds{3e-3}, .run = Seconds{1e-3}};
  EXPECT_THAT(times_table(point).notes,
              Contains("records only of what ended 2 ms to 3 ms after the run began; with stamps "
                       "it took 1 ms: it was over before"));
}

TEST(TimesTable, names_the_build_that_costs_most) {
  TracedPoint point = example_trace().points[0];
  const Seconds without{1e-4};
  point.times = {{.stamp = 0, .without = without, .with = Seconds{1.01e-4}},
                 {.stamp = 1, .without = without, .with = Seconds{1.5e-4}},
                 {.stamp = 2, .without = without, .with = Seconds{1.02e-4}}};

  EXPECT_THAT(
      times_table(point).notes,
      Contains("kernels with one stamp: 1.02 times their time without, 100 us, in the median "
               "of 3 builds; at most 1.5 times, with stamp 1"));
}

TEST(TimesTable, says_once_which_stamps_the_run_did_not_come_by) {
  TracedPoint point = example_trace().points[0];
  point.lost = point.misplaced = point.unfinished = 0;

  EXPECT_THAT(times_table(point).notes,
              Contains("1 of 2 stamps without a record: no warp that writes records came by them"));
  point.stamps.pop_back();
  EXPECT_THAT(times_table(point).notes, Not(Contains(HasSubstr("without a record"))));
}

TEST(TimesTable, says_that_the_output_stayed_and_why_a_point_was_not_traced) {
  TracedPoint point = example_trace().points[0];
  point.changed.clear();
  point.interrupted = false;

  EXPECT_THAT(times_table(point).notes, Contains("output identical with and without stamps"));
  EXPECT_THAT(times_table(point).notes, Not(Contains(HasSubstr("interrupted"))));
  const Table failed = times_table(example_trace().points[1]);
  EXPECT_THAT(failed.notes,
              testing::ElementsAre("not traced: building kernel 'blur': no such type"));
  EXPECT_TRUE(failed.rows.empty());
}

TEST(TraceTables, have_one_table_of_changes_per_module_and_one_of_all_rotated_builds) {
  Trace trace = example_trace();
  trace.points.pop_back();
  TracedPoint& point = trace.points.front();
  point.builds.push_back(point.builds.front());
  point.builds.back().stamp = 2;
  EXPECT_EQ(trace_tables(trace).size(), 2U);

  for (BuildChange& build : point.builds) build.stamp.reset();
  EXPECT_EQ(trace_tables(trace).size(), 3U);

  point.builds.clear();
  EXPECT_TRUE(trace_tables(trace).empty());
}

TEST(ChangesTable, shows_what_changed_and_once_what_did_not) {
  BuildChange build = example_trace().points[0].builds[0];
  build.stamp.reset();
  build.kernels[0].after.resident_blocks = 6;

  const Table table = changes_table({&build, 1});

  EXPECT_EQ(table.title, "what the stamps change, sm_90");
  EXPECT_THAT(text_of(table), HasSubstr("blur    28 -> 309     18            16    2176  8 -> 6  "
                                        "         7      4          3\n"));
  EXPECT_THAT(table.notes, testing::ElementsAre("records are kept in shared memory"));
}

TEST(ChangesTable, leaves_out_kernels_without_the_stamp_of_a_rotated_build) {
  std::vector<BuildChange> builds(2, example_trace().points[0].builds[0]);
  builds[0].kernels.push_back(builds[0].kernels[0]);
  builds[0].kernels[1].after = builds[0].kernels[1].before;
  builds[1].staging = "records go straight to global memory";

  const Table table = changes_table(builds);

  EXPECT_EQ(table.title, "what the stamps change, sm_90, one stamp per build");
  EXPECT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(table.notes,
              testing::ElementsAre("1 of 2 builds: records are kept in shared memory",
                                   "1 of 2 builds: records go straight to global memory"));
}

TEST(ChangesTable, says_why_resident_blocks_are_not_known) {
  BuildChange build = example_trace().points[0].builds[0];
  build.kernels[0].before.resident_blocks.reset();
  EXPECT_THAT(text_of(changes_table({&build, 1})), HasSubstr("sm_90 is not in the table"));

  build.threads = 0;
  EXPECT_THAT(text_of(changes_table({&build, 1})), HasSubstr("give it with --block"));
}

TEST(CertificatesTable, counts_the_verdicts_and_shows_the_worst_place) {
  std::vector<Certificate> all{certificate(0, CertificateVerdict::certified),
                               certificate(1, CertificateVerdict::shared_barrier),
                               certificate(2, CertificateVerdict::held),
                               certificate(3, CertificateVerdict::in_order),
                               certificate(4, CertificateVerdict::not_certified)};
  all[0].places.push_back({.function = "blur",
                           .complaint = {},
                           .accesses = 3,
                           .foreign_before = 4,
                           .foreign_behind = 5});

  const Table table = certificates_table(75, all);

  EXPECT_EQ(table.title, "certificates for sm_75");
  EXPECT_THAT(table.notes, testing::ElementsAre("2 of 5 stamps certified, 1 held, 1 in order"));
  EXPECT_THAT(text_of(table), HasSubstr("blur.cu:7       2         3        9  certified\n"));
  EXPECT_THAT(text_of(table), HasSubstr("not certified: at 0x120 of 'blur': a branch enters\n"));
  EXPECT_EQ(certificates_table(75, {}).notes.front(), "0 of 0 stamps certified");
}

TEST(StampsTable, names_what_was_skipped) {
  const TracedPoint point = example_trace().points[0];
  const Stamp stamp = point.stamps[0].certificate.stamp;

  const Table table = stamps_table({&stamp, 1}, point.skipped);

  EXPECT_THAT(text_of(table),
              HasSubstr("    1  blur    atomic  shared  paper-dummy  atom.shared.add.u32        49"
                        "  blur.cu:7\n"));
  EXPECT_THAT(
      table.notes,
      testing::ElementsAre("not stamped: atom.shared.add.u32 in 'blur', line 49: asynchronous"));
}

}  // namespace
}  // namespace plumb
