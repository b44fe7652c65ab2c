// tests/records/earlier_test.cpp - files of earlier revisions stay readable.
//
// tests/golden/records/earlier holds one file of every form that a record of version 1 had, oldest
// first: result.1.json, result.2.json, ...
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <functional>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/records/allocation.h"
#include "plumb/records/image.h"
#include "plumb/records/prediction.h"
#include "plumb/records/profile.h"
#include "plumb/records/program.h"
#include "plumb/records/result.h"
#include "plumb/records/trace.h"
#include "plumb/records/tuning.h"

namespace plumb {
namespace {

const std::map<std::string, std::function<Json(const JsonView&)>>& readers_by_record() {
  static const std::map<std::string, std::function<Json(const JsonView&)>> readers{
      {"allocation", [](const JsonView& view) { return to_json(allocation_from_json(view)); }},
      {"prediction", [](const JsonView& view) { return to_json(predictions_from_json(view)); }},
      {"profile", [](const JsonView& view) { return to_json(profile_from_json(view)); }},
      {"program", [](const JsonView& view) { return to_json(program_from_json(view)); }},
      {"image", [](const JsonView& view) { return to_json(image_from_json(view)); }},
      {"trace", [](const JsonView& view) { return to_json(trace_from_json(view)); }},
      {"result", [](const JsonView& view) { return to_json(result_from_json(view)); }},
      {"tuning", [](const JsonView& view) { return to_json(tuning_from_json(view)); }}};
  return readers;
}

TEST(EarlierFile, of_every_record_and_revision_is_read_and_written_again) {
  const std::filesystem::path folder = PLUMB_SOURCE_DIR "/tests/golden/records/earlier";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    const std::string record = entry.path().stem().stem().string();
    ++files;
    SCOPED_TRACE(path);
    const Json json = parse_json(read_text_file(path), path);
    const auto& read = readers_by_record().at(record);

    Json written;
    ASSERT_NO_THROW(written = read(JsonView(json, path)));

    EXPECT_EQ(read(JsonView(written, path)), written);
  }
  EXPECT_GE(files, 17U);
}

}  // namespace
}  // namespace plumb
