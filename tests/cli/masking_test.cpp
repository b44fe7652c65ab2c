// tests/cli/masking_test.cpp - masks hide what varies and nothing else.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/masking.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Masking, hides_measured_columns_of_a_text_and_keeps_the_others) {
  EXPECT_EQ(mask("stream\n"
                 "elements  step   time  samples  result\n"
                 "                   ms\n"
                 "--------  ----  -----  -------  ------------\n"
                 "1003      copy  0.270        1  right, noisy\n"
                 "64        add       -        1  right\n"
                 "variant loop, seed 1, chunk 65536\n",
                 {}),
            "stream\n"
            "elements step time samples result\n"
            "ms\n"
            "-\n"
            "1003 copy # 1 right\n"
            "64 add - 1 right\n"
            "variant loop, seed 1, chunk 65536\n");
}

TEST(Masking, does_not_depend_on_the_width_of_a_column) {
  const auto table = [](const char* rule, const char* heading, const char* row) {
    return mask(std::string(heading) + "\n" + rule + "\n" + row + "\n", {});
  };

  EXPECT_EQ(table("----  ----", "step  time", "copy     1"),
            table("----  --------", "step      time", "copy  0.000123"));
}

TEST(Masking, takes_a_note_that_happens_to_be_short_for_no_row) {
  EXPECT_EQ(mask("time  step\n----  ----\n   1  copy\n12 x\n", {}), "time step\n-\n# copy\n12 x\n");
}

TEST(Masking, finds_the_columns_of_csv_and_markdown) {
  EXPECT_EQ(mask("table,step,time [ms],samples\n\"a, b\",copy,0.25,1\nc,add,,1\n", {}),
            "table,step,time [ms],samples\n\"a, b\",copy,#,1\nc,add,,1\n");
  EXPECT_EQ(
      mask("| step | rate [GFLOPS] |\n|:-----|--------------:|\n| copy |          1.25 |\n", {}),
      "| step | rate [GFLOPS] |\n|:-|-:|\n| copy | # |\n");
}

TEST(Masking, finds_columns_where_the_name_of_the_device_is_longer_than_its_token) {
  EXPECT_EQ(mask("device                 units  f64\n"
                 "---------------------  -----  ---\n"
                 "opencl:pthread--0xd40      2  yes\n",
                 {{"pthread--0xd40", "<device>"}}),
            "device units f64\n-\nopencl:<device> # yes\n");
}

TEST(Masking, replaces_names_of_the_machine_everywhere) {
  EXPECT_EQ(mask("himeno on cpu-7: cpu-7\n", {{"cpu-7", "<device>"}}),
            "himeno on <device>: <device>\n");
}

TEST(Masking, hides_rates_in_notes_but_not_those_of_a_paper) {
  EXPECT_EQ(
      masked_line("best: wide XS f32 with 9161.82 MFLOPS, score 110.6 (official, 82.84 MFLOPS "
                  "of a Pentium III)"),
      "best: <point> with # MFLOPS, score # (official, 82.84 MFLOPS of a Pentium III)");
  EXPECT_EQ(masked_line("stages 2, groups 4, rows auto"), "stages 2, groups #, rows auto");
  EXPECT_EQ(masked_line("profile H200, stages 2, groups 132"),
            "profile H200, stages 2, groups 132");
  EXPECT_EQ(masked_line("chunk 65536, groups 2048"), "chunk 65536, groups 2048");
  EXPECT_EQ(masked_line("load average 7.1 on 2 cores: other programs disturb the times"), "");
}

TEST(Masking, treats_a_column_by_its_name_and_its_neighbours) {
  EXPECT_EQ(treatments_of({"memory [GiB]", "largest [GiB]"}).front(), Treatment::varying);
  EXPECT_EQ(treatments_of({"memory [MiB]", "steps"}).front(), Treatment::exact);
  EXPECT_EQ(treatments_of({"arithmetic [slots]", "texture [slots]"}).front(), Treatment::exact);
  EXPECT_EQ(treatments_of({"arithmetic [GFLOP/s]", "result"}).front(), Treatment::measured);
  EXPECT_EQ(treatments_of({"samples", "result"}).front(), Treatment::exact);
  EXPECT_EQ(treatments_of({"samples", "race"}).front(), Treatment::measured);
}

TEST(Masking, keeps_of_a_number_what_every_processor_finds) {
  EXPECT_EQ(treated(Treatment::rounded, "0.0200653"), "0.02007");
  EXPECT_EQ(treated(Treatment::rounded, "-"), "-");
  EXPECT_EQ(treated(Treatment::exact, "18.209072281178894"), "18.2090722812");
  EXPECT_EQ(treated(Treatment::exact, "1048576"), "1048576");
  EXPECT_EQ(treated(Treatment::digits, "15"), "13+");
  EXPECT_EQ(treated(Treatment::digits, "7"), "6+");
  EXPECT_EQ(treated(Treatment::digits, "3"), "3");
}

TEST(Masking, hides_the_quantities_and_the_machine_of_a_record) {
  const std::string record = R"({"provenance": {"version": "0.1.0", "time": "2008-05-14T09:30:00Z",
    "host": {"cores": 2}, "device": {"name": "<device>", "kind": "cpu", "memory": 7}},
    "time": {"value": 0.5, "unit": "s", "samples": [0.5, 0.6]}, "bytes": 12,
    "warnings": ["load average 7.1 on 2 cores: other programs disturb the times"]})";

  EXPECT_EQ(masked_json(record), R"({
 "provenance": {
  "version": "<version>",
  "time": "<time>",
  "host": "<host>",
  "device": {"name":"<device>","kind":"cpu","memory":"#"}
 },
 "time": {
  "value": "#",
  "unit": "s",
  "samples": ["#","#"]
 },
 "bytes": 12
}
)");
}

TEST(Masking, hides_measured_cells_of_a_table_in_a_record) {
  EXPECT_EQ(masked_json(R"({"columns": [{"name": "step"}, {"name": "time"}, {"name": "gain"}],
                            "rows": [["copy", 0.25, null]]})"),
            "{\n \"columns\": [\n  {\"name\":\"step\"},\n  {\"name\":\"time\"},\n"
            "  {\"name\":\"gain\"}\n ],\n \"rows\": [\n  [\"copy\",\"#\",null]\n ]\n}\n");
}

}  // namespace
}  // namespace plumb
