// tests/cli/predict_test.cpp - plumb predict, and plumb run with application files, as users meet
// them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/device/open.h"
#include "plumb/records/prediction.h"
#include "plumb/records/program.h"
#include "plumb/records/result.h"
#include "plumb/run/run_program.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string folder_of_applications = std::string(PLUMB_SOURCE_DIR) + "/docs/applications/";

class PlumbPredict : public PlumbProgram {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    write_whole(folder + "/" + name, text);
    return folder + "/" + name;
  }
  static std::string application(const std::string& name) { return folder_of_applications + name; }
};

Predictions predictions_in(const std::string& text) {
  const Json json = parse_json(text, "predictions");
  return predictions_from_json(JsonView(json, "predictions"));
}

TEST_F(PlumbPredict, one_point_is_shown_part_by_part_as_in_the_commands_page) {
  const Outcome outcome =
      plumb({"predict", application("morphology.toml"), "-p", "g80", "--set", "K=1024"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  std::string indented;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) indented += "    " + line + "\n";
  EXPECT_THAT(read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/commands/predict.md"),
              HasSubstr(indented));
}

// "```", "$ plumb predict ...", its output, "```".
TEST_F(PlumbPredict, the_commands_of_the_tutorial_print_what_it_shows) {
  std::istringstream page(
      read_text_file(std::string(PLUMB_SOURCE_DIR) + "/docs/tutorials/worth_porting.md"));
  const std::string start = "$ plumb predict docs/applications/";
  int commands = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with(start)) continue;
    ++commands;
    std::istringstream rest(line.substr(start.size()));
    std::vector<std::string> words{"predict"};
    for (std::string word; rest >> word;) words.push_back(word);
    words[1] = application(words.at(1));
    std::string shown;
    for (std::string output; std::getline(page, output) && output != "```";) shown += output + "\n";

    EXPECT_EQ(plumb(words).out, shown) << line;
  }
  EXPECT_EQ(commands, 5);
}

TEST_F(PlumbPredict, a_workload_takes_the_form_that_it_would_run_on_the_device) {
  const auto form_on = [&](const std::string& profile) {
    const Outcome outcome = plumb({"predict", "lu", "-p", profile, "--size", "99"});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    const std::size_t at = outcome.out.find(", form ");
    return outcome.out.substr(at + 2, outcome.out.find(',', at + 2) - at - 2);
  };
  EXPECT_EQ(form_on("h200-cuda"), "form clusters");
  EXPECT_EQ(form_on("h200-opencl"), "form tiles");
}

TEST_F(PlumbPredict, a_sweep_has_one_row_per_point_and_its_record_every_part) {
  const std::string path = folder + "/out.json";

  const Outcome outcome = plumb(
      {"predict", application("lu.toml"), "-p", "nv45", "--set", "N=128:2048:x2", "-o", path});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\n 128 "), HasSubstr("\n2048 ")));
  const Predictions record = predictions_in(read_text_file(path));
  ASSERT_EQ(record.points.size(), 5U);
  EXPECT_EQ(record.points[4].predictions.at(0).passes.size(), 5U);
  EXPECT_NEAR(record.points[4].predictions.at(0).total().count(), 5.199, 0.09);
  EXPECT_THAT(record.provenance.device.name, HasSubstr("NV45"));
}

TEST_F(PlumbPredict, every_combination_is_a_point_and_json_is_the_record) {
  const Outcome outcome = plumb({"predict", application("morphology.toml"), "-p", "g70", "--K",
                                 "4,8", "--side=1Ki:3072:1024", "--format", "json"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(predictions_in(outcome.out).points.size(), 6U);
}

TEST_F(PlumbPredict, against_a_profile_says_who_wins_and_where_that_changes) {
  const Outcome outcome = plumb({"predict", application("lu.toml"), "-p", "g80", "--against", "g70",
                                 "--break-even", "N=2:4096"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr("g80 against g70"),
            HasSubstr("1.02  too close to call, g80 is faster with 55 % (by ito2007, not by "
                      "plumbline)\n"),
            HasSubstr("1.69  -\n"),
            HasSubstr("ito2007: break-even at N = 822: below g70 is faster, from there on "
                      "g80")));
}

TEST_F(PlumbPredict, against_a_time_the_verdict_is_port_stay_or_too_close) {
  const auto verdict = [&](const char* now) {
    return plumb({"predict", application("morphology.toml"), "-p", "nv45", "--set", "K=1024",
                  "--model", "ito2007", "--against", now})
        .out;
  };

  EXPECT_THAT(verdict("2s"), HasSubstr("4.64  port, >99 %\n"));
  EXPECT_THAT(verdict("450ms"), HasSubstr("1.04  too close to call, port with 65 %\n"));
  EXPECT_THAT(verdict("100ms"), HasSubstr("0.232  stay, >99 %\n"));
}

TEST_F(PlumbOnDevice, a_run_with_an_unknown_model_measures_nothing) {
  const Outcome outcome = plumb({"run", "stream", "--elements", "1003", "-p", "g80", "--model",
                                 "foo", "-o", folder + "/result.json"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("unknown model 'foo'"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/result.json"));
}

TEST_F(PlumbPredict, against_a_time_without_its_unit_or_without_sense_is_refused) {
  const auto refusal = [&](const char* now) {
    return plumb({"predict", application("morphology.toml"), "-p", "nv45", "--against", now}).error;
  };

  EXPECT_THAT(refusal("120"), HasSubstr("--against 120: a time needs its unit: us, ms, s or m"));
  EXPECT_THAT(refusal("0ms"), HasSubstr("a time must be finite and larger than zero"));
  EXPECT_THAT(refusal("infs"), HasSubstr("a time must be finite and larger than zero"));
}

TEST_F(PlumbPredict, a_resolved_program_predicts_the_same_as_its_application) {
  const std::string path = folder + "/lu.json";
  const Outcome resolved =
      plumb({"predict", application("lu.toml"), "--set", "N=64", "--resolve", path});
  ASSERT_EQ(resolved.code, 0) << resolved.error;

  const Outcome direct =
      plumb({"predict", application("lu.toml"), "-p", "g80", "--set", "N=64", "--format", "json"});
  const Outcome again = plumb({"predict", path, "-p", "g80", "--format", "json"});

  EXPECT_NEAR(predictions_in(again.out).points.at(0).predictions.at(0).total().count(),
              predictions_in(direct.out).points.at(0).predictions.at(0).total().count(), 1e-12);
}

TEST_F(PlumbPredict, a_workload_is_shown_as_a_file_that_predicts_the_same) {
  const Outcome shown = plumb({"predict", "stream", "--show-app", "--elements", "1000"});
  const std::string path = file("stream.toml", shown.out);

  const Outcome direct =
      plumb({"predict", "stream", "--elements", "1000", "-p", "nv45", "--format", "json"});
  const Outcome again = plumb({"predict", path, "-p", "nv45", "--format", "json"});

  EXPECT_EQ(predictions_in(again.out).points.at(0).predictions.at(0).total(),
            predictions_in(direct.out).points.at(0).predictions.at(0).total());
  EXPECT_EQ(plumb({"predict", application("lu.toml"), "--show-app"}).out,
            read_text_file(application("lu.toml")));
}

TEST_F(PlumbPredict, profiles_are_called_by_what_was_typed) {
  const Outcome outcome = plumb({"predict", application("smooth.toml"), "-p", "h200-cuda",
                                 "--against", "h200-opencl", "--break-even", "n=16:64"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("profile h200-cuda, paths float"),
                                 HasSubstr("h200-cuda against h200-opencl"),
                                 HasSubstr("T on h200-opencl"), Not(HasSubstr("NVIDIA H200"))));
}

TEST_F(PlumbPredict, profiles_are_files_or_lie_in_the_users_folder_or_come_along) {
  std::filesystem::create_directories(folder + "/plumbline/profiles");
  std::string text = read_text_file(std::string(PLUMB_SOURCE_DIR) + "/profiles/g80.json");
  text.replace(text.find("\"g80\""), 5, "\"GeForce\"");
  file("plumbline/profiles/own.json", text);
  const std::vector<std::string> environment{"XDG_DATA_HOME=" + folder};

  const Outcome named = plumb({"predict", application("lu.toml"), "-p", "own"}, environment);
  const Outcome direct =
      plumb({"predict", application("lu.toml"), "-p", folder + "/plumbline/profiles/own.json"});
  const Outcome unknown = plumb({"predict", application("lu.toml"), "-p", "g90"}, environment);

  EXPECT_THAT(named.out, HasSubstr("profile own,"));
  EXPECT_THAT(direct.out, HasSubstr("profile " + folder + "/plumbline/profiles/own.json,"));
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.error,
              HasSubstr("unknown profile 'g90'; give a file, or one of g70, g80, h200-cuda, "
                        "h200-opencl, nv45, pocl-aarch64, pocl-x86-64; did you mean 'g70'?"));
}

TEST_F(PlumbPredict, mistakes_end_with_exit_code_2_and_the_place) {
  const std::string app = application("morphology.toml");
  const std::string broken =
      file("broken.toml", "name = 'x'\n[[pass]]\nname = 'p'\npoints = '1/0'\n");
  const std::string wrong = file("wrong.json", R"({"schema": "plumbline.result/1"})");
  struct Mistake {
    std::vector<std::string> words;
    std::string message;
  };
  const std::vector<Mistake> mistakes{
      {{"predict", app}, "no profile given; name one with -p"},
      {{"predict", app, "-p", folder + "/absent.json"}, "absent.json': No such file or directory"},
      {{"predict", app, "-p", wrong}, "expected schema 'plumbline.profile/1', found"},
      {{"predict", broken, "-p", "g80"}, "broken.toml:4:10: expression '1/0' is inf"},
      {{"predict", app, "-p", "g80", "--set", "sied=3"},
       "no parameter 'sied'; it has side, J, K, I; did you mean 'side'?"},
      {{"predict", app, "-p", "g80", "--set", "K=many"}, "--set K: 'many' is not a number"},
      {{"predict", app, "-p", "g80", "--set", "K=9:4"}, "range '9:4': is empty"},
      {{"predict", app, "-p", "g80", "--set", "K=1:9:x1"}, "needs a factor above 1"},
      {{"predict", app, "-p", "g80", "--set", "side=0.5"},
       "with J = 0.25 is 0.25; must be a whole"},
      {{"predict", app, "-p", "g80", "--model", "ito"}, "unknown model 'ito'"},
      {{"predict", app, "-p", "g80", "--paths", "flaot"},
       "no paths 'flaot'; it has uchar4, float; did you mean 'float'?"},
      {{"predict", app, "-p", "g80", "--break-even", "K=1:9"}, "--break-even needs --against"},
      {{"predict", app, "-p", "g80", "--against", "g70", "--break-even", "K"},
       "--break-even K: expected NAME=FIRST:LAST"},
      {{"predict", app, "--resolve", folder + "/x.json", "--set", "K=1,2"},
       "--resolve takes one point"},
      {{"predict", "stream", "-p", "g80", "--model", "roofline"},
       "profile 'g80' has no peak flops, which model 'roofline' needs"},
      {{"predict", "stream", "-p", "g80", "--precision", "f64"},
       "profile 'g80' has no paths for elements of type 'double'; choose one with --paths"},
      {{"predict", "steam", "-p", "g80"}, "; did you mean 'stream'?"}};

  for (const Mistake& mistake : mistakes) {
    const Outcome outcome = plumb(mistake.words);

    EXPECT_EQ(outcome.code, 2) << mistake.message;
    EXPECT_THAT(outcome.error, HasSubstr(mistake.message));
    EXPECT_EQ(outcome.out, "");
  }
}

const std::string doubling = R"(
name = "doubling"
[parameters]
n = 8
[[buffer]]
name = "x"
type = "float"
count = "n"
fill = "index"
transfer = "in"
[[buffer]]
name = "y"
type = "float"
count = "n"
transfer = "out"
[loop.parts]
over = ["u = 0 .. n-1"]
[[pass]]
name = "double"
loop = "parts"
points = "u + 1"
references = 2
bytes = 4
kernel = "double"
[kernel.double]
file = "double.cl"
entry = "doubling_set"
global = [1]
arguments = ["x", "y", "u:uint"]
definitions = {FACTOR = 2}
[[check]]
buffer = "y"
expected = [0, 2, 4, 6, 8, 10, 12, 14]
)";

class PlumbRunsApplications : public PlumbOnDevice {
 protected:
  void SetUp() override {
    PlumbOnDevice::SetUp();
    if (IsSkipped()) return;
    write_whole(folder + "/double.toml", doubling);
    write_whole(folder + "/double.cl",
                "__kernel void doubling_set(__global const float* x, __global float* y, const uint "
                "u)\n{\n  y[u] = FACTOR * x[u];\n}\n");
  }
  const std::vector<std::string> quick{"--min-time",    "0s", "--max-samples", "3",
                                       "--min-samples", "3",  "--max-noise",   "1000"};
  [[nodiscard]] std::vector<std::string> with_quick(std::vector<std::string> words) const {
    words.insert(words.end(), quick.begin(), quick.end());
    return words;
  }
  Outcome run(const std::vector<std::string>& words) { return plumb(with_quick(words)); }
};

TEST_F(PlumbRunsApplications, unrolled_in_order_verified_and_timed_as_one_step_per_loop) {
  const std::string path = folder + "/result.json";

  const Outcome outcome = run({"run", folder + "/double.toml", "-o", path});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("parts"), HasSubstr("right")));
  const Json json = parse_json(read_text_file(path), path);
  const Point point = result_from_json(JsonView(json, path)).points.at(0);
  ASSERT_EQ(point.steps.size(), 3U);
  EXPECT_EQ(point.steps[1].launches, 8U);
  EXPECT_EQ(point.steps[1].bytes, Bytes{288});
}

TEST_F(PlumbRunsApplications, wrong_values_are_noticed) {
  std::string wrong = doubling;
  wrong.replace(wrong.find("FACTOR = 2"), 10, "FACTOR = 3");
  write_whole(folder + "/double.toml", wrong);

  const Outcome outcome = run({"run", folder + "/double.toml"});

  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("y[1] is 3, the reference says 2"));
}

TEST_F(PlumbRunsApplications, a_resolved_program_runs_without_its_files) {
  const std::string path = folder + "/resolved.json";
  ASSERT_EQ(plumb({"predict", folder + "/double.toml", "--resolve", path}).code, 0);
  std::filesystem::remove(folder + "/double.cl");

  const Outcome outcome = run({"run", path});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("right"));
}

TEST_F(PlumbRunsApplications, with_a_profile_the_prediction_stands_beside_the_measurement) {
  const Outcome outcome = run({"run", folder + "/double.toml", "-p", "g80"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("doubling: measured and predicted"), HasSubstr("transfer in"),
                    HasSubstr("predicted for GeForce 8800 GTX (G80): different devices")));
}

// Whether one of profiles/*.json is of this device.
bool has_shipped_profile(const device::Info& device) {
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(PLUMB_SOURCE_DIR) + "/profiles")) {
    if (!entry.is_regular_file()) continue;
    const Json profile = parse_json(read_text_file(entry.path()), entry.path().string());
    const Json& known = profile.at("provenance").at("device");
    if (known.at("backend") == device.backend && known.at("name") == device.name &&
        known.at("compute_units") == device.compute_units)
      return true;
  }
  return false;
}

TEST_F(PlumbRunsApplications,
       without_a_profile_of_the_device_the_prediction_is_missing_and_says_why) {
  const Outcome outcome =
      plumb(with_quick({"run", folder + "/double.toml", "--predict"}), {"XDG_DATA_HOME=" + folder});
  const Outcome unknown =
      plumb(with_quick({"run", folder + "/double.toml", "--predict", "--model", "ito"}),
            {"XDG_DATA_HOME=" + folder});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("doubling: measured and predicted"), Not(HasSubstr("profile ,"))));
  const device::Info device = device::find_devices().devices.front();
  if (has_shipped_profile(device)) {
    EXPECT_THAT(outcome.out, HasSubstr("; error: predicted over measured - 1"));
  } else {
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("ito2007 missing: no profile of '"),
                                   HasSubstr("/plumbline/profiles', and none comes with plumb; "
                                             "name one with -p")));
  }
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.error, HasSubstr("unknown model 'ito'"));
}

TEST_F(PlumbRunsApplications, the_newest_profile_of_the_device_in_the_users_folder_is_found) {
  std::filesystem::create_directories(folder + "/plumbline/profiles");
  const device::Info info = device::find_devices().devices.front();
  Json json =
      parse_json(read_text_file(std::string(PLUMB_SOURCE_DIR) + "/profiles/g80.json"), "g80.json");
  const auto put = [&](const std::string& name, const std::string& device, const char* time,
                       std::uint64_t units) {
    json["name"] = name;
    json["provenance"]["time"] = time;
    json["provenance"]["device"]["backend"] = info.backend;
    json["provenance"]["device"]["name"] = device;
    json["provenance"]["device"]["compute_units"] = units;
    write_whole(folder + "/plumbline/profiles/" + name + ".json", to_text(json));
  };
  put("a-newer", info.name, "2026-02-01T00:00:00Z", info.compute_units);
  put("b-older", info.name, "2026-01-01T00:00:00Z", info.compute_units);
  put("c-other", "another device", "2026-03-01T00:00:00Z", info.compute_units);
  put("d-larger", info.name, "2026-03-01T00:00:00Z", info.compute_units + 1);
  const std::vector<std::string> words =
      with_quick({"run", folder + "/double.toml", "-d", "0", "--predict"});

  const Outcome found = plumb(words, {"XDG_DATA_HOME=" + folder});
  write_whole(folder + "/plumbline/profiles/broken.json", "{");
  const Outcome broken = plumb(words, {"XDG_DATA_HOME=" + folder});

  EXPECT_EQ(found.code, 0) << found.error;
  EXPECT_THAT(found.out, AllOf(HasSubstr("profile a-newer, paths float; error: predicted over"),
                               Not(HasSubstr("different devices"))));
  EXPECT_EQ(broken.code, 0) << "measured all the same: " << broken.error;
  EXPECT_THAT(broken.out, HasSubstr("missing: looking for a profile of '" + info.name + "': "));
}

TEST_F(PlumbRunsApplications, one_that_names_no_kernels_can_be_predicted_not_run) {
  const Outcome outcome = run({"run", folder_of_applications + "morphology.toml", "--side", "16"});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("pass 'morphology' names no kernel: it can be predicted"));
}

TEST_F(PlumbRunsApplications, the_one_of_the_tutorial_runs) {
  const Outcome outcome = run({"run", folder_of_applications + "smooth.toml", "--n", "1003"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("sum"));
}

}  // namespace
}  // namespace plumb
