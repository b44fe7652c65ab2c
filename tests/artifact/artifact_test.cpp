// tests/artifact/artifact_test.cpp - artifacts are written whole, and changes of them are named.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/artifact/command_words.h"
#include "plumb/artifact/create.h"
#include "plumb/artifact/sha256.h"
#include "plumb/artifact/verify.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::artifact {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string measured_file = PLUMB_SOURCE_DIR "/results/stream-h200-cuda.json";

class Artifact : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("plumb_artifact_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    parts_ = {.folder = place("art"),
              .records = {measured_file},
              .inputs = {},
              .profiles = {{"h200-cuda", "{}"}},
              .environment = "plumb\n"};
    options_.devices_here = {device_of_record()};
    options_.rerun = [this](const std::vector<std::string>& words, const std::string&) {
      words_ = words;
      write_rerun(words.back());
      return 0;
    };
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string place(const std::string& name) const { return folder_ / name; }

  static Json record() { return parse_json(read_text_file(measured_file), "record"); }

  static DeviceDescription device_of_record() {
    const Json json = record();
    return provenance_from_json(JsonView(json, "record").at("provenance")).device;
  }

  // The record with all times multiplied, taken at another time.
  void write_rerun(const std::string& path) const {
    Json json = record();
    json["provenance"]["time"] = "2030-01-01T00:00:00Z";
    for (Json& step : json["points"][0]["steps"]) {
      for (const char* member : {"value", "low", "high"})
        step["time"][member] = step["time"][member].get<double>() * slower_;
      for (Json& sample : step["time"]["samples"]) sample = sample.get<double>() * slower_;
    }
    write_whole(path, to_text(json));
  }

  ArtifactParts parts_;
  VerifyOptions options_;
  std::vector<std::string> words_;
  double slower_ = 1;

 private:
  fs::path folder_;
};

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return explain(error);
  }
  return "nothing was refused";
}

TEST(Sha256, is_that_of_the_standard) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(CommandWords, are_those_that_were_typed) {
  EXPECT_THAT(words_of_command("plumb run 'a b.toml' --set 'it'\\''s' ''"),
              ElementsAre("plumb", "run", "a b.toml", "--set", "it's", ""));
  EXPECT_THAT(words_of_command("  "), IsEmpty());
  EXPECT_THAT(message_of([] { (void)words_of_command("plumb 'run"); }), HasSubstr("open quote"));
}

TEST(CommandWords, of_a_second_run_have_an_output_of_their_own) {
  const auto again = [](const char* command) {
    return words_to_rerun(words_of_command(command), "again.json");
  };

  EXPECT_THAT(again("plumb run stream -o old.json --elements 1Ki --format csv -q"),
              ElementsAre("run", "stream", "--elements", "1Ki", "-q", "-o", "again.json"));
  EXPECT_THAT(again("plumb himeno --output=old.json"),
              ElementsAre("himeno", "-q", "-o", "again.json"));
  EXPECT_THAT(again("plumb probe --full"), IsEmpty());
  EXPECT_THAT(again("stream_bench --require"), IsEmpty());
}

TEST_F(Artifact, has_all_its_parts_and_the_right_checksums) {
  create(parts_);

  for (const char* name : {"records/stream-h200-cuda.json", "profiles/h200-cuda.json", "CHECKSUMS",
                           "environment.txt", "commands.txt", "REPRODUCE.md", "ARTIFACT.md"})
    EXPECT_TRUE(fs::is_regular_file(parts_.folder + "/" + name)) << name;
  EXPECT_EQ(read_text_file(parts_.folder + "/records/stream-h200-cuda.json"),
            read_text_file(measured_file));
  EXPECT_THAT(read_text_file(parts_.folder + "/commands.txt"), HasSubstr("plumb run stream"));
  EXPECT_THAT(read_text_file(parts_.folder + "/ARTIFACT.md"), HasSubstr("NVIDIA H200"));
  options_.checksums_only = true;
  const VerifiedArtifact verified = verify(parts_.folder, options_);
  EXPECT_THAT(verified.changed, IsEmpty());
  EXPECT_EQ(verified.files, 6U);
}

TEST_F(Artifact, is_refused_where_it_exists_or_cannot_be_written) {
  create(parts_);
  EXPECT_THAT(message_of([&] { create(parts_); }), HasSubstr("it exists already"));
  parts_.folder = place("no/such/place");
  EXPECT_THAT(message_of([&] { create(parts_); }), HasSubstr("No such file or directory"));
}

TEST_F(Artifact, leaves_nothing_behind_when_a_record_is_refused) {
  parts_.records.emplace_back("absent.json");
  EXPECT_THAT(message_of([&] { create(parts_); }), HasSubstr("absent.json"));
  parts_.records = {measured_file, measured_file};
  EXPECT_THAT(message_of([&] { create(parts_); }), HasSubstr("two records are called"));
  parts_.records = {PLUMB_SOURCE_DIR "/schemas/result.json"};
  EXPECT_NE(message_of([&] { create(parts_); }), "nothing was refused");
  parts_.records = {measured_file};
  parts_.inputs = {"../outside.toml"};
  EXPECT_THAT(message_of([&] { create(parts_); }), HasSubstr("outside the current folder"));

  EXPECT_TRUE(fs::is_empty(place("")));
}

TEST_F(Artifact, names_a_file_that_was_changed_removed_or_added) {
  create(parts_);
  std::ofstream(parts_.folder + "/REPRODUCE.md", std::ios::app) << "x";
  fs::remove(parts_.folder + "/commands.txt");
  std::ofstream(parts_.folder + "/extra.txt") << "x";

  const VerifiedArtifact verified = verify(parts_.folder, options_);

  EXPECT_THAT(verified.changed, ElementsAre("REPRODUCE.md: changed", "commands.txt: missing",
                                            "extra.txt: not listed"));
  EXPECT_THAT(verified.records, IsEmpty());
  EXPECT_THAT(words_, IsEmpty());  // nothing was run
}

TEST_F(Artifact, refuses_what_is_not_one) {
  EXPECT_THAT(message_of([&] { (void)verify(place("absent"), options_); }),
              HasSubstr("is not an artifact: it has no file CHECKSUMS"));
  fs::create_directories(place("odd"));
  std::ofstream(place("odd/CHECKSUMS")) << "hello\n";
  EXPECT_THAT(message_of([&] { (void)verify(place("odd"), options_); }),
              HasSubstr("CHECKSUMS:1:1: expected a checksum and a file"));
}

TEST_F(Artifact, says_what_a_second_measurement_shows) {
  create(parts_);

  slower_ = 1.001;
  const VerifiedRecord near = verify(parts_.folder, options_).records.at(0);
  slower_ = 2;
  const VerifiedRecord far = verify(parts_.folder, options_).records.at(0);

  EXPECT_THAT(words_, testing::Contains("stream"));
  EXPECT_EQ(near.reproduction, Reproduction::ambiguous) << near.detail;
  EXPECT_EQ(far.reproduction, Reproduction::different) << far.detail;
  EXPECT_EQ(far.detail, "5 slower");
}

TEST_F(Artifact, says_that_a_record_was_made_elsewhere) {
  create(parts_);
  options_.devices_here.clear();

  const VerifiedRecord record = verify(parts_.folder, options_).records.at(0);

  EXPECT_EQ(record.reproduction, Reproduction::elsewhere);
  EXPECT_EQ(record.detail, "measured on 'cuda:NVIDIA H200', which is not here");
  EXPECT_THAT(words_, IsEmpty());
}

TEST_F(Artifact, keeps_what_was_verified_before_an_interrupt) {
  fs::copy_file(measured_file, place("second.json"));
  parts_.records.push_back(place("second.json"));
  create(parts_);
  int runs = 0;
  options_.rerun = [&](const std::vector<std::string>& words, const std::string&) {
    if (++runs == 1) write_rerun(words.back());
    return runs == 1 ? 0 : 130;
  };
  options_.interrupted = [&] { return runs == 2; };

  const VerifiedArtifact verified = verify(parts_.folder, options_);

  EXPECT_TRUE(verified.interrupted);
  EXPECT_EQ(verified.records.size(), 1U);
}

TEST_F(Artifact, says_that_a_command_failed) {
  create(parts_);
  options_.rerun = [](const std::vector<std::string>&, const std::string&) { return 5; };

  const VerifiedRecord record = verify(parts_.folder, options_).records.at(0);

  EXPECT_EQ(record.reproduction, Reproduction::failed);
  EXPECT_EQ(record.detail, "the command gave no result (exit code 5)");
}

}  // namespace
}  // namespace plumb::artifact
