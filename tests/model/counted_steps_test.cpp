// tests/model/counted_steps_test.cpp - launches that are counted against the same ones walked in
// order.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/application/application.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/model/predict.h"

namespace plumb {
namespace {

Application application_of(const std::string& text) {
  return read_application(text, "app.toml", [](const std::string&) -> std::string { return {}; });
}

Profile probed_gpu() {
  const std::string path = PLUMB_SOURCE_DIR "/profiles/h200-cuda.json";
  const Json json = parse_json(read_text_file(path), path);
  return profile_from_json(JsonView(json, path));
}

// Every step by itself, where it stands.
WalkedProgram in_order(const Application& application) {
  WalkedProgram walked = application.walked();
  walked.each_step = [&](const EachCountedStep& use, const Interrupted& interrupted) {
    application.each_step(
        [&](std::size_t, const std::string& name, const Step& step) { use(name, step, 1); },
        interrupted);
  };
  return walked;
}

std::string text_of(const Step& step) {
  if (const auto* launch = std::get_if<Launch>(&step.action)) {
    const Pass& pass = launch->pass;
    return fmt::format("{} {} {} {};", pass.name, pass.points, pass.accesses.at(0).references,
                       pass.flops.count);
  }
  const auto* repeat = std::get_if<Repeat>(&step.action);
  const auto* batch = std::get_if<Batch>(&step.action);
  std::string text = step.name;
  if (repeat != nullptr) {
    text += fmt::format(" {} times ", repeat->count);
    for (const Step& inner : repeat->steps) text += text_of(inner);
  } else if (batch != nullptr) {
    for (const Step& inner : batch->steps) text += text_of(inner);
  }
  return text;
}

using Counts = std::map<std::string, std::uint64_t>;

Counts counted(const WalkedProgram& walked) {
  Counts counts;
  walked.each_step([&](const std::string& part, const Step& step,
                       std::uint64_t times) { counts[part + ": " + text_of(step)] += times; },
                   {});
  return counts;
}

std::size_t calls_of(const WalkedProgram& walked) {
  std::size_t calls = 0;
  walked.each_step([&](const std::string&, const Step&, std::uint64_t) { ++calls; }, {});
  return calls;
}

// Texts, whole numbers and the order of parts are the same; sums differ by their rounding alone.
void expect_same(const Json& a, const Json& b, const std::string& where) {
  ASSERT_EQ(a.type(), b.type()) << where;
  if (a.is_number_float()) {
    const double scale = std::max(std::fabs(a.get<double>()), std::fabs(b.get<double>()));
    EXPECT_LE(std::fabs(a.get<double>() - b.get<double>()), 1e-9 * scale) << where;
    return;
  }
  if (!a.is_structured()) {
    EXPECT_EQ(a, b) << where;
    return;
  }
  ASSERT_EQ(a.size(), b.size()) << where;
  auto other = b.begin();
  for (auto own = a.begin(); own != a.end(); ++own, ++other) {
    const std::string key = a.is_object() ? own.key() : std::to_string(own - a.begin());
    ASSERT_EQ(key, a.is_object() ? other.key() : key) << where;
    expect_same(*own, *other, fmt::format("{}/{}", where, key));
  }
}

void expect_same_prediction(const Application& application, const std::string& text) {
  static const Profile profile = probed_gpu();
  const auto json_of = [](const WalkedProgram& walked) {
    return to_json(Predictions{.provenance = {}, .points = {predict(profile, walked, {})}});
  };
  EXPECT_EQ(counted(application.walked()), counted(in_order(application))) << text;
  expect_same(json_of(in_order(application)), json_of(application.walked()), text);
}

class RandomProgram {
 public:
  explicit RandomProgram(std::uint32_t seed) : random_(seed) {}

  std::string text() {
    std::string all = fmt::format(
        "name = 'random'\n[parameters]\nN = {}\n[[buffer]]\nname = 'x'\ntype = 'float'\n"
        "count = 4096\ntransfer = 'both'\n",
        10 + below(30));
    for (const char* name : {"first", "second"}) {
      all += fmt::format("[loop.{}]\nover = ['u = 1 .. {}']\n{}", name, one_of({"N", "7", "3*N"}),
                         one_of({"", "", "", "repeat = 2\n", "recorded = true\n"}));
      for (int i = 0, most = 1 + static_cast<int>(below(4)); i < most; ++i) all += pass(name);
    }
    return all + pass("");
  }

 private:
  std::uint32_t below(std::uint32_t end) {
    return std::uniform_int_distribution<std::uint32_t>(0, end - 1)(random_);
  }
  std::string one_of(const std::vector<std::string>& choices) {
    return choices[below(static_cast<std::uint32_t>(choices.size()))];
  }

  // Its numbers depend on no variable, on the own one, or on that of the loop as well.
  std::string pass(const std::string& loop) {
    const std::string u = loop.empty() ? "N" : "u";
    const std::string range = one_of({"", "'v = 1 .. 5'", "'v = 1 .. 1 + mod(" + u + ", 4)'",
                                      "'v = " + u + " .. 3*N'", "'w = 1 .. 2', 'v = 0 .. w'"});
    const std::string v = range.empty() ? u : "v";
    const std::string number =
        one_of({"100", "1000*" + u, "2^mod(" + v + ", 9)", "50*" + v, "10*" + u + " + " + v,
                "floor(4000*" + u + "/2^mod(" + v + ", 5))"});
    return fmt::format(
        "[[pass]]\nname = '{}'\n{}{}points = '{}'\nreferences = '{}'\nbytes = 4\npattern = '{}'\n"
        "repeat = '{}'\nwait = {}\nflops = '{}'\nuse = '{}'\n",
        one_of({"p", "q", "r"}), loop.empty() ? "" : "loop = '" + loop + "'\n",
        range.empty() ? "" : "over = [" + range + "]\n", number, one_of({"1", "3", "2 + " + v}),
        one_of({"self", "relative", "head", "single"}),
        one_of({"1", "1", "3", "1 + mod(" + v + ", 2)"}), one_of({"false", "false", "true"}),
        one_of({"0", "2", v}), one_of({"read", "write"}));
  }

  std::mt19937 random_;
};

TEST(CountedSteps, of_random_programs_are_those_in_order_and_take_as_long) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    const std::string text = RandomProgram(seed).text();
    const Application application = application_of(text);

    expect_same_prediction(application, text);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(CountedSteps, more_different_ones_than_are_kept_at_once_all_come) {
  const std::string text =
      "name = 'a'\n[parameters]\nN = 1500\n[loop.l]\nover = ['u = 1 .. N']\n"
      "[[pass]]\nname = 'p'\nloop = 'l'\npoints = 'u'\nbytes = 4\n"
      "[[pass]]\nname = 'q'\nloop = 'l'\nover = ['v = u .. u + 2']\npoints = 'v'\nbytes = 4\n"
      "[[pass]]\nname = 'r'\nloop = 'l'\nover = ['v = 0 .. 3']\npoints = 'floor(u/2^v)'\n"
      "bytes = 4\n";
  const Application application = application_of(text);

  expect_same_prediction(application, text);
  EXPECT_LT(calls_of(application.walked()), calls_of(in_order(application)) * 6 / 10);
}

TEST(CountedSteps, lu_of_the_paper_is_predicted_alike_both_ways) {
  Application lu = read_application_file(PLUMB_SOURCE_DIR "/docs/applications/lu.toml");
  lu.choose(Chosen{{"N", 700}});

  expect_same_prediction(lu, "lu");
  EXPECT_LT(calls_of(lu.walked()), calls_of(in_order(lu)) / 3);
}

}  // namespace
}  // namespace plumb
