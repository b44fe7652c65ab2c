// tests/application/refuse_application_test.cpp - what is wrong in an application file, said at its
// place.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/application/application_text.h"
#include "tests/records/refusal.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// Line 1 is the name, the text starts in line 2.
std::string refused(const std::string& text) {
  return refusal([&] {
    const Application app = application("name = 'a'\n" + text);
    app.each_step([](std::size_t, const std::string&, const Step&) {});
    return app.program();
  });
}

const std::string pass = "[[pass]]\nname = 'p'\npoints = 1\n";

TEST(ApplicationRefusal, a_launch_that_groups_do_not_fill_is_not_predicted_either) {
  const std::string kernel =
      "kernel = 'k'\n[[source]]\nname = 'k.cl'\ntext = 'x'\n[kernel.k]\nfile = 'k.cl'\nentry = "
      "'k'\n"
      "local = [64]\narguments = []\n";
  EXPECT_EQ(refused(pass + kernel + "global = [100]\n"),
            "app.toml:14:11: kernel 'k' of pass 'p': global is 100; not a multiple of local is 64");
  EXPECT_EQ(refused("[parameters]\nm = 100\n" + pass + kernel + "global = ['m']\n"),
            "app.toml:16:11: kernel 'k' of pass 'p': global: expression 'm' with m = 100 is 100; "
            "not a multiple of local is 64");
  EXPECT_THAT(refused(pass + kernel + "global = [0]\n"),
              HasSubstr("app.toml:14:11: global is 0; must be a whole number from 1"));
}

TEST(ApplicationRefusal, strided_references_state_the_bytes_to_the_next_point) {
  const std::string strided = "bytes = 4\npattern = 'strided'\n";
  EXPECT_EQ(refused(pass + strided),
            "app.toml:6:11: pattern: 'strided' needs 'row_bytes', the bytes from a point's element "
            "to that of the next point");
  EXPECT_EQ(refused(pass + strided + "row_bytes = 0\n"),
            "app.toml:7:13: pass 'p': row_bytes is 0; 'strided' needs 'row_bytes', the bytes from "
            "a point's element to that of the next point");
  EXPECT_EQ(refused("[[pass]]\nname = 'p'\nover = ['u = 0 .. 3']\npoints = 1\n" + strided +
                    "row_bytes = '4*(3 - u)'\n"),
            "app.toml:8:13: pass 'p': row_bytes: expression '4*(3 - u)' with u = 3 is 0; 'strided' "
            "needs 'row_bytes', the bytes from a point's element to that of the next point");
  EXPECT_EQ(refused(pass + strided + "row_bytes = 8\n"), "nothing was thrown");
  EXPECT_EQ(refused(pass + "bytes = 4\npattern = 'neighbourhood'\nrow_bytes = 0\n"),
            "nothing was thrown");
}

TEST(ApplicationRefusal, a_footprint_lies_in_the_buffers_of_the_kernel) {
  const auto stated = [](const std::string& footprint, const std::string& source) {
    return refused("[parameters]\nm = 16\n[[buffer]]\nname = 'x'\ntype = 'float'\ncount = 'm'\n" +
                   pass + "bytes = 4\nfootprint = '" + footprint + "'\nkernel = 'k'\n" +
                   "[[source]]\nname = 'k.cl'\ntext = '" + source + "'\n[kernel.k]\n" +
                   "file = 'k.cl'\nentry = 'k'\nglobal = [1]\narguments = ['x', 'x']\n");
  };
  EXPECT_EQ(stated("4*m", "x"), "nothing was thrown");
  EXPECT_EQ(stated("4*m + 1", "x"),
            "app.toml:12:13: pass 'p': footprint: expression '4*m + 1' with m = 16 is 65; all "
            "buffers of kernel 'k' together have 64 bytes");
  EXPECT_EQ(stated("4*m + 65536", "__constant float w[4] = {1};"), "nothing was thrown");
}

TEST(ApplicationRefusal, broken_toml_is_told_by_line_and_column_with_the_line) {
  try {
    (void)application("name = 'a'\n[[pass]\n");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(explain(error), StartsWith("app.toml:2:8: "));
    EXPECT_EQ(details(error), "[[pass]\n");
  }
}

TEST(ApplicationRefusal, letters_beyond_ascii_belong_into_texts_and_comments) {
  EXPECT_EQ(application("name = '\u00e9 \ufef7'  # \u00e9\n" + pass).name(), "\u00e9 \ufef7");
  EXPECT_THAT(refused("\u00e9 = 1\n"), StartsWith("app.toml:2:1: "));
  EXPECT_THAT(refused("\ufef7 = 1\n"), StartsWith("app.toml:2:1: "));
}

TEST(ApplicationRefusal, a_key_that_starts_with_a_dot_is_told_by_its_line) {
  EXPECT_EQ(refused("[parameters]\nN = 1\n[.x]\nM = 2\n"),
            "app.toml:4:1: expected a key or a value");
}

TEST(ApplicationRefusal, a_parameter_with_a_meaning_has_a_value_and_a_known_one_of_its_own) {
  const std::string start = "[parameters]\n";
  EXPECT_EQ(refused(start + "C = {value = 1, meaning = 'chunk'}\n" + pass),
            "app.toml:3:27: meaning: unknown meaning 'chunk'; known are own, chunks, split, "
            "second_kind; did you mean 'chunks'?");
  EXPECT_EQ(refused(start +
                    "C = {value = 1, meaning = 'chunks'}\n"
                    "D = {value = 2, meaning = 'chunks'}\n" +
                    pass),
            "app.toml:4:27: meaning: 'C' already means chunks");
  EXPECT_THAT(refused(start + "C = {meaning = 'chunks'}\n" + pass), HasSubstr("'value'"));
  EXPECT_THAT(refused(start + "C = {value = 1, most = 3, meaning = 'split'}\n" + pass),
              StartsWith("app.toml:3:17: unknown member 'most'"));
  EXPECT_THAT(refused(start + "C = {value = [1], meaning = 'split'}\n" + pass),
              HasSubstr("expected a number or an expression"));
  EXPECT_THAT(refused(start + "C = {value = 'D', meaning = 'split'}\nD = 'C'\n" + pass),
              HasSubstr("parameter 'C' is circular"));
}

TEST(ApplicationRefusal, unknown_members_and_words_are_told_with_the_nearest_known_one) {
  EXPECT_EQ(refused(pass + "refernces = 2\n"),
            "app.toml:5:1: unknown member 'refernces'; did you mean 'references'?");
  EXPECT_THAT(
      refused(pass + "bytes = 4\npattern = 'neighborhood'\n"),
      AllOf(StartsWith("app.toml:6:11: pattern: unknown pattern 'neighborhood'; known are "),
            EndsWith("; did you mean 'neighbourhood'?")));
  EXPECT_THAT(refused(pass + "context = 'same'\n"),
              StartsWith("app.toml:5:11: context: unknown launch context 'same'"));
  EXPECT_EQ(refused("[paramters]\nN = 1\n" + pass),
            "app.toml:2:2: unknown member 'paramters'; did you mean 'parameters'?");
  EXPECT_THAT(refused("[[buffer]]\nname = 'x'\ntype = 'flaot'\ncount = 1\n" + pass),
              StartsWith("app.toml:4:8: type: unknown type 'flaot'"));
  EXPECT_EQ(refused("[[buffer]]\nname = 'x'\ntype = 'int'\ncount = 1\ntransfer = 'inn'\n" + pass),
            "app.toml:6:12: transfer: unknown transfer 'inn'; known are none, in, out, both; did "
            "you mean 'in'?");
  EXPECT_THAT(refused("[[buffer]]\nname = 'x'\ntype = 'int'\ncount = 1\nfill = 'randon'\n" + pass),
              AllOf(StartsWith("app.toml:6:8: fill: unknown fill 'randon'; known are random, "),
                    EndsWith("; did you mean 'random'?")));
}

TEST(ApplicationRefusal, a_fill_that_cannot_be_computed_is_refused_where_it_stands) {
  const std::string start =
      "[parameters]\nN = 4\n[[buffer]]\nname = 'x'\ntype = 'int'\ncount = 1\n";
  EXPECT_EQ(refused(start + "fill = 'random'\nlow = 'N'\nhigh = 'N/2'\n" + pass),
            "app.toml:10:8: no random values lie in [4, 2)");
  EXPECT_EQ(refused(start + "fill = 'random'\nlow = '2^30'\n" + pass),
            "app.toml:8:8: no random values lie in [1073741824, 16777216)");
  EXPECT_THAT(refused(start + "fill = '2*M'\n" + pass), StartsWith("app.toml:8:8: "));
  EXPECT_THAT(refused(start + "fill = [1, '1/(N-4)']\n" + pass), StartsWith("app.toml:8:12: "));
}

TEST(ApplicationRefusal, missing_members_and_wrong_types_are_told) {
  EXPECT_EQ(refused(""), "app.toml:1:1: an application has at least one pass: [[pass]]");
  EXPECT_EQ(refused("[[pass]]\nname = 'p'\n"), "app.toml:2:1: pass: 'points' is missing");
  EXPECT_EQ(refused("[[pass]]\nname = 'p'\npoints = true\n"),
            "app.toml:4:10: points: expected a number or an expression");
  EXPECT_EQ(refused(pass + "references = 3\n"), "app.toml:2:1: pass: 'bytes' is missing");
  EXPECT_EQ(refused(pass + "over = 'u = 1 .. 2'\n"), "app.toml:5:8: over: expected a list");
  EXPECT_EQ(refused("start = 2007-01-22\n" + pass),
            "app.toml:2:9: dates and times have no use here");
  EXPECT_EQ(refused("[parameters]\nN = inf\n" + pass), "app.toml:3:5: a number that is not finite");
}

TEST(ApplicationRefusal, negative_and_broken_counts_are_told_with_expression_and_values) {
  const std::string start = "[parameters]\nN = 7\n[[pass]]\nname = 'p'\n";

  EXPECT_EQ(refused(start + "points = 'N/2'\n"),
            "app.toml:6:10: points: expression 'N/2' with N = 7 is 3.5; must be a whole number "
            "from 0 to 1125899906842624");
  EXPECT_THAT(refused(start + "points = 'N-8'\n"),
              HasSubstr("points: expression 'N-8' with N = 7 is -1; must be a whole number"));
  EXPECT_EQ(refused(start + "points = 1\nflops = '-N'\n"),
            "app.toml:7:9: flops: expression '-N' with N = 7 is -7; must be zero or larger");
  EXPECT_THAT(refused(start + "points = 1\nbytes = 0\n"),
              HasSubstr("7:9: bytes is 0; must be a whole number from 1 to"));
  EXPECT_THAT(refused(start + "points = 1\nrepeat = 0\n"),
              HasSubstr("7:10: repeat is 0; must be a whole number from 1 to"));
  EXPECT_THAT(refused("[[buffer]]\nname = 'x'\ntype = 'int'\ncount = 0.5\n" + pass),
              HasSubstr("5:9: count is 0.5; must be a whole number from 1 to"));
}

TEST(ApplicationRefusal, seeds_are_whole_numbers_and_long_ones_texts) {
  const auto seeded = [](const std::string& seed) {
    return refused("[[buffer]]\nname = 'x'\ntype = 'int'\ncount = 1\nfill = 'random'\nseed = " +
                   seed + "\n" + pass);
  };
  const std::string why =
      "app.toml:7:8: seed: expected a whole number, beyond 2^53 and up to 2^64 - 1 in quotes";
  EXPECT_EQ(seeded("'18446744073709551615'"), "nothing was thrown");
  for (const char* wrong : {"-1", "0.5", "1e300", "'18446744073709551616'", "'12a'", "''"}) {
    EXPECT_EQ(seeded(wrong), why) << wrong;
  }
  EXPECT_EQ(seeded("9007199254740993"), "app.toml:7:8: a whole number beyond 2^53");
}

TEST(ApplicationRefusal, division_by_zero_names_the_expression) {
  EXPECT_EQ(refused("[parameters]\nN = 0\n[[pass]]\nname = 'p'\npoints = '8/N'\n"),
            "app.toml:6:10: expression '8/N' with N = 0 is inf");
  EXPECT_EQ(refused("[parameters]\nN = '1/0'\n" + pass), "app.toml:3:5: expression '1/0' is inf");
}

TEST(ApplicationRefusal, empty_reversed_and_broken_ranges_are_told) {
  EXPECT_EQ(refused(pass + "over = ['u = 3 .. 2']\n"),
            "app.toml:5:9: over: the range of 'u' is empty: from 3 (expression '3') to 2 "
            "(expression '2')");
  EXPECT_THAT(refused("[[pass]]\nname = 'p'\nover = ['u = 1 .. 3', 'v = u .. 2']\npoints = 'v'\n"),
              HasSubstr("the range of 'v' is empty: from 3 (expression 'u' with u = 3) to 2"));
  EXPECT_EQ(refused(pass + "over = ['u = 0.5 .. 2']\n"),
            "app.toml:5:9: over: expression '0.5' is 0.5; must be a whole number");
  EXPECT_EQ(refused(pass + "over = ['u in 1 .. 2']\n"),
            "app.toml:5:9: over: 'u in 1 .. 2' is not a range; write 'u = 0 .. N-1'");
}

TEST(ApplicationRefusal, undefined_circular_and_repeated_parameters_are_told) {
  EXPECT_EQ(refused("[parameters]\nN = 'M + 1'\nK = 2\n" + pass),
            "app.toml:3:5: expression 'M + 1', column 1: unknown name 'M'");
  EXPECT_EQ(refused("[parameters]\nA = 'B + 1'\nB = 'C'\nC = 'A*2'\n" + pass),
            "app.toml:3:5: parameter 'A' is circular: A uses B uses C uses A");
  EXPECT_EQ(refused("[parameters]\nA = 'A'\n" + pass),
            "app.toml:3:5: parameter 'A' is circular: A uses A");
  EXPECT_EQ(refused("[parameters]\nu = 1\n" + pass + "over = ['u = 1 .. 2']\n"),
            "app.toml:7:9: 'u' is named twice");
  EXPECT_EQ(refusal([] {
              Application app = application("name = 'a'\n[parameters]\nside = 1\n" + pass);
              app.choose(Chosen{{"sied", 2}});
              return app;
            }),
            "application 'a' has no parameter 'sied'; it has side; did you mean 'side'?");
}

TEST(ApplicationRefusal, a_variable_outside_its_range_is_unknown) {
  EXPECT_THAT(refused("[[pass]]\nname = 'p'\nover = ['u = 1 .. 2']\npoints = 'u'\n"
                      "[[pass]]\nname = 'q'\npoints = 'u'\n"),
              HasSubstr("8:10: expression 'u', column 1: unknown name 'u'"));
}

TEST(ApplicationRefusal, a_key_of_many_parts_is_refused_before_it_can_fill_the_stack) {
  std::string deep = "a";
  for (int i = 0; i < 100000; ++i) deep += ".a";

  EXPECT_EQ(refused(deep + " = 1\n"), "app.toml:2:1: a key of more than 200 parts");
  EXPECT_EQ(refused("[" + deep + "]\n"), "app.toml:2:1: a key of more than 200 parts");
  const std::string dots(1000, '.');
  EXPECT_EQ(refused("# " + dots + "\nunknown = '" + dots + "'\n").find("parts"), std::string::npos);
}

TEST(ApplicationRefusal, too_many_passes_are_told_and_not_walked) {
  EXPECT_EQ(refused(pass + "repeat = 1e12\n"),
            "app.toml:2:1: 'p' asks for more than 1e+10 launches");
  EXPECT_EQ(refused(pass + "over = ['u = 1 .. 1e6', 'v = 1 .. 1e6']\n"),
            "app.toml:2:1: 'p' asks for more than 1e+10 launches");
  EXPECT_EQ(refused("[[pass]]\nname = 'p'\nover = ['u = 1 .. 1e12']\npoints = 'u'\n"),
            "app.toml:2:1: 'p' needs more than 16777216 different passes: describe it more "
            "coarsely");
  EXPECT_THAT(refused("[loop.l]\nover = ['u = 1 .. 6e6']\n[[pass]]\nname = 'p'\nloop = 'l'\n"
                      "points = 'u'\n[[pass]]\nname = 'q'\nloop = 'l'\npoints = 'u'\n"),
              HasSubstr("app.toml:2:1: 'l' needs more than 16777216 different passes"));
  EXPECT_THAT(refused("[loop.l]\nrepeat = 1e6\n[loop.m]\nrepeat = 1e6\nloop = 'l'\n[[pass]]\n"
                      "name = 'p'\nloop = 'm'\npoints = 1\n"),
              HasSubstr("'p' asks for more than 1e+10 launches"));
  EXPECT_THAT(refused("[[pass]]\nname = 'p'\nover = ['u = 1 .. 200000']\npoints = 'u'\n"),
              HasSubstr("more than 131072 different passes: it can be predicted, not written out"));
  EXPECT_THAT(refused("[[pass]]\nname = 'p'\npoints = 1\n[[pass]]\nname = 'back'\nrestore = true\n"
                      "over = ['u = 1 .. 200000']\npoints = 'u'\n"),
              HasSubstr("restores by more than 131072 different passes"));
  EXPECT_THAT(refused("[[pass]]\nname = 'p'\npoints = 1\n[[pass]]\nname = 'see'\ncheck = true\n"
                      "over = ['u = 1 .. 200000']\npoints = 'u'\n"),
              HasSubstr("checks by more than 131072 different passes"));
}

TEST(ApplicationRefusal, of_too_many_passes_comes_before_the_first_of_them) {
  Application lu = application_at("docs/applications/lu.toml");
  lu.choose(Chosen{{"N", 1e6}});
  int steps = 0;

  EXPECT_THAT(refusal([&] {
                lu.each_step([&](std::size_t, const std::string&, const Step&) { ++steps; });
                return 0;
              }),
              HasSubstr("'columns' needs more than 16777216 different passes"));
  EXPECT_EQ(steps, 0);
}

TEST(ApplicationRefusal, what_a_file_takes_from_other_languages_is_told_with_what_is_meant) {
  EXPECT_EQ(refused(pass + "operations = {int = 13}\n"),
            "app.toml:5:21: int: unknown kind of operations 'int'; known are fma, add, mul, "
            "div, sqrt, exp, log, sin, pow, integer; type is float or double");
  EXPECT_THAT(refused(pass + "operations = {type = 'half'}\n"),
              HasSubstr("unknown type of operations 'half'; known are float, double"));
  EXPECT_THAT(refused("[parameters]\nd = 7\n[[pass]]\nname = 'p'\npoints = 'd % 3'\n"),
              EndsWith("no operator %: a remainder is mod(a, b)"));
  EXPECT_THAT(refused("[parameters]\nd = 7\n[[pass]]\nname = 'p'\npoints = 'pow(2, d)'\n"),
              EndsWith("unknown name 'pow': a power is a ^ b"));
  EXPECT_THAT(
      refused("[[buffer]]\nname = 'x'\ntype = 'float'\ncount = 1\nfill = 'rand'\nseed = 3\n" +
              pass),
      HasSubstr("fill: unknown fill 'rand'; known are random"));
  EXPECT_EQ(refused("[[buffer]]\nname = 'x'\ntype = 'float'\ncount = 1\nfill = 'zero'\nseed = 3\n" +
                    pass),
            "app.toml:7:8: seed: only a random fill has it");
}

TEST(ApplicationRefusal, a_demand_beyond_all_numbers_is_told) {
  EXPECT_THAT(refused("[[pass]]\nname = 'p'\npoints = 1e15\nbytes = 1e6\n"),
              HasSubstr("app.toml:2:1: pass 'p': asks for more than 2^62 bytes"));
}

const std::string with_kernel =
    "[[buffer]]\nname = 'image'\ntype = 'int'\ncount = 1\n" + pass + "kernel = 'k'\n[kernel.k]\n";

TEST(ApplicationRefusal, kernels_without_file_entry_or_buffer_are_told) {
  const std::string shape = "entry = 'e'\nglobal = [1]\n";

  EXPECT_EQ(refused(with_kernel + "file = 'missing.cl'\narguments = []\n" + shape),
            "app.toml:11:8: file: cannot read 'missing.cl': No such file or directory");
  EXPECT_EQ(refused(with_kernel + "file = 'k.cl'\narguments = ['imgae']\n" + shape),
            "app.toml:12:14: arguments: unknown buffer 'imgae'; did you mean 'image'?");
  EXPECT_EQ(refused(with_kernel + "file = 'k.cl'\narguments = ['16']\n" + shape),
            "app.toml:12:14: arguments: a number needs its type: \"16:uint\"");
  EXPECT_THAT(
      refused("[parameters]\nn = 4\n" + with_kernel + "file = 'k.cl'\narguments = ['n']\n" + shape),
      EndsWith("a number needs its type: \"n:uint\""));
  EXPECT_THAT(refused(with_kernel + "file = 'k.cl'\narguments = ['1:unit']\n" + shape),
              HasSubstr("unknown type 'unit'"));
  EXPECT_THAT(refused(with_kernel + "file = 'k.cl'\narguments = ['0.5:uint']\n" + shape),
              HasSubstr("0.5 is not a whole number"));
  EXPECT_THAT(refused(with_kernel + "file = 'k.cl'\narguments = []\nentry = 'e'\nglobal = []\n"),
              HasSubstr("global: expected one to three extents"));
  EXPECT_THAT(
      refused(with_kernel + "file = 'k.cl'\narguments = []\nentry='e'\nglobal=[10]\nlocal=[4]\n"),
      HasSubstr("global is 10; not a multiple of local is 4"));
  EXPECT_EQ(refused(pass + "kernel = 'k'\n"), "app.toml:5:10: kernel: unknown kernel 'k'");
  EXPECT_EQ(refused(pass + "[kernel.k]\nfile = 'k.cl'\n"),
            "app.toml:5:1: k: no pass uses this kernel");
}

TEST(ApplicationRefusal, loops_that_do_not_fit_are_told) {
  const std::string in_l = "[[pass]]\nname = 'p'\nloop = 'l'\npoints = 1\n";

  EXPECT_EQ(refused("[loop.m]\nrepeat = 2\n" + in_l), "app.toml:6:8: loop: unknown loop 'l'");
  EXPECT_EQ(refused("[loop.l]\nrepeat = 2\n" + pass), "app.toml:2:1: l: no pass uses this loop");
  EXPECT_THAT(refused("[loop.l]\nrepeat = 2\n" + in_l + pass + in_l),
              HasSubstr("loop 'l' has ended above: its passes must stand together"));
  EXPECT_THAT(refused("[loop.l]\nloop = 'l'\n" + in_l),
              HasSubstr("loops lie more than 6 deep, or inside themselves"));
  EXPECT_THAT(refused("[loop.l]\nexpected = 3\n" + in_l),
              HasSubstr("expected: only a loop with 'until' has it"));
  EXPECT_THAT(refused("[loop.l]\nuntil = 'x < 3'\nexpected = 3\n" + in_l),
              HasSubstr("'x < 3' is not a condition; write 'residual[0] < 1e-6'"));
  EXPECT_THAT(refused("[loop.l]\nuntil = 'x[0] < 3'\nexpected = 3\n" + in_l),
              HasSubstr("until: unknown buffer 'x'"));
}

TEST(ApplicationRefusal, a_condition_that_is_read_at_the_limit_alone_is_none) {
  const std::string text =
      "[[buffer]]\nname = 'x'\ntype = 'float'\ncount = 1\n"
      "[loop.l]\nuntil = 'x[0] < 3'\nexpected = 3\ncheck_every = 9\nlimit = 8\n"
      "[[pass]]\nname = 'p'\nloop = 'l'\npoints = 1\n";

  EXPECT_EQ(refused(text), "nothing was thrown");
}

}  // namespace
}  // namespace plumb
