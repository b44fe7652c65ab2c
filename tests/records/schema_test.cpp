// tests/records/schema_test.cpp - the schemas accept what the readers accept, and refuse with them.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "plumb/base/error.h"
#include "plumb/workloads/workload.h"
#include "tests/records/example_records.h"
#include "tests/workloads/small_problem.h"

namespace plumb {
namespace {

using testing::HasSubstr;

// A record's schema, as a validator sees it.
class RecordSchema {
 public:
  explicit RecordSchema(const std::string& name) {
    const std::string path = std::string(PLUMB_SOURCE_DIR) + "/schemas/" + name + ".json";
    const auto json = nlohmann::json::parse(read_text_file(path));
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(json), schema_);
  }

  [[nodiscard]] bool accepts(const Json& document) const { return validate(document, nullptr); }

  // Why the document is refused; empty when it is accepted.
  [[nodiscard]] std::string complaint(const Json& document) const {
    valijson::ValidationResults results;
    if (validate(document, &results)) return {};
    std::string text = "refused";
    for (const auto& error : results) text += ": " + error.description;
    return text;
  }

 private:
  bool validate(const Json& document, valijson::ValidationResults* results) const {
    const auto json = nlohmann::json::parse(document.dump());
    valijson::Validator validator;
    return validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(json), results);
  }

  valijson::Schema schema_;
};

using Reader = std::function<void(const JsonView&)>;

struct Record {
  std::string name;
  Json example;
  Reader read;
};

std::vector<Record> all_records() {
  return {{"program", to_json(example_program()), [](const JsonView& v) { program_from_json(v); }},
          {"result", to_json(example_result()), [](const JsonView& v) { result_from_json(v); }},
          {"image", to_json(example_image()), [](const JsonView& v) { image_from_json(v); }},
          {"profile", to_json(example_profile()), [](const JsonView& v) { profile_from_json(v); }},
          {"prediction", to_json(example_predictions()),
           [](const JsonView& v) { predictions_from_json(v); }},
          {"allocation", to_json(example_allocation()),
           [](const JsonView& v) { allocation_from_json(v); }},
          {"tuning", to_json(example_tuning()), [](const JsonView& v) { tuning_from_json(v); }},
          {"trace", to_json(example_trace()), [](const JsonView& v) { trace_from_json(v); }}};
}

// The reader's refusal; empty when it accepts.
std::string refusal_of(const Record& record, const Json& document) {
  try {
    const Json read_back = parse_json(document.dump(), "x.json");
    record.read(JsonView(read_back, "x.json"));
  } catch (const Error& error) {
    return explain(error);
  }
  return {};
}

// Whether a refusal is about the form of the document, which a schema can state, and not about
// names that dangle or sums that overflow.
bool is_about_form(std::string_view refusal) {
  for (const std::string_view part : {"expected ", "unknown member", "is missing", "; known are",
                                      "says both", "says no action", "is more than"}) {
    if (refusal.find(part) != std::string_view::npos) return true;
  }
  return false;
}

// Every value once: not the object that stands in two steps, of a list of numbers only the first.
void collect_places(const Json& value, const Json::json_pointer& place, std::set<std::string>& seen,
                    std::vector<Json::json_pointer>& places) {
  if (value.is_object() && !seen.insert(value.dump()).second) return;
  places.push_back(place);
  if (value.is_object()) {
    for (const auto& [name, inner] : value.items()) {
      collect_places(inner, place / name, seen, places);
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i == 0 || value[i].is_structured()) collect_places(value[i], place / i, seen, places);
    }
  }
}

// The example with one value replaced, one member removed or one unknown member added. Each place
// takes every third replacement, neighbours take different ones.
std::vector<Json> mutants(const Json& example) {
  const std::vector<Json> replacements{nullptr,       true,          0, -1, 0.5, "", "word",
                                       Json::array(), Json::object()};
  std::vector<Json::json_pointer> places;
  std::set<std::string> seen;
  collect_places(example, Json::json_pointer(), seen, places);
  std::vector<Json> all;
  for (std::size_t n = 0; n < places.size(); ++n) {
    const Json::json_pointer& place = places[n];
    for (std::size_t i = n % 3; i < replacements.size(); i += 3) {
      all.push_back(example);
      all.back()[place] = replacements[i];
    }
    if (example[place].is_object()) {
      all.push_back(example);
      all.back()[place / "surprise"] = 1;
    }
    if (!place.empty() && example[place.parent_pointer()].is_object()) {
      all.push_back(example);
      all.back()[place.parent_pointer()].erase(place.back());
    }
  }
  return all;
}

TEST(Schema, accepts_every_record_that_is_written) {
  for (const Record& record : all_records()) {
    EXPECT_EQ(RecordSchema(record.name).complaint(record.example), "") << record.name;
  }
}

TEST(Schema, accepts_a_profile_that_was_interrupted_but_not_an_empty_one) {
  Profile interrupted = example_profile();
  interrupted.paths.clear();
  interrupted.probes.clear();
  Profile curves_alone = interrupted;
  curves_alone.parameters.clear();
  Profile empty = curves_alone;
  empty.curves.clear();

  EXPECT_EQ(RecordSchema("profile").complaint(to_json(interrupted)), "");
  EXPECT_EQ(RecordSchema("profile").complaint(to_json(curves_alone)), "");
  EXPECT_NE(RecordSchema("profile").complaint(to_json(empty)), "");
}

TEST(Schema, accepts_the_programs_of_all_workloads) {
  const RecordSchema schema("program");

  for (const Workload& workload : catalogue()) {
    for (const auto& [variant, program] : small_programs(workload))
      EXPECT_EQ(schema.complaint(to_json(program)), "") << workload.name << " " << variant;
  }
}

TEST(Schema, accepts_the_resolved_form_of_applications) {
  for (const char* name : {"lu", "smooth"}) {
    const std::string path =
        std::string(PLUMB_SOURCE_DIR) + "/tests/golden/application/" + name + ".json";
    const Json program = parse_json(read_text_file(path), path);

    EXPECT_EQ(RecordSchema("program").complaint(program), "") << name;
  }
}

TEST(Schema, accepts_the_program_of_the_documents) {
  const std::string path = std::string(PLUMB_SOURCE_DIR) + "/docs/programs/double.json";

  const Json program = parse_json(read_text_file(path), path);

  EXPECT_EQ(RecordSchema("program").complaint(program), "");
}

TEST(Schema, accepts_the_profiles_that_come_with_the_program) {
  const RecordSchema schema("profile");

  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(PLUMB_SOURCE_DIR) + "/profiles")) {
    if (!entry.is_regular_file()) continue;  // a folder holds what a workload keeps per device
    const std::string path = entry.path().string();
    const Json profile = parse_json(read_text_file(path), path);

    EXPECT_EQ(schema.complaint(profile), "") << path;
    EXPECT_NE(profile_from_json(JsonView(profile, path)).name, "");
    ++files;
  }
  EXPECT_EQ(files, 7U);
}

TEST(Schema, agrees_with_the_reader_about_every_change_of_an_example) {
  for (const Record& record : all_records()) {
    const RecordSchema schema(record.name);
    int accepted = 0;
    int refused = 0;
    for (const Json& mutant : mutants(record.example)) {
      const std::string refusal = refusal_of(record, mutant);

      if (refusal.empty()) {
        ++accepted;
        EXPECT_EQ(schema.complaint(mutant), "") << mutant.dump();
      } else if (is_about_form(refusal)) {
        ++refused;
        EXPECT_FALSE(schema.accepts(mutant)) << refusal << mutant.dump();
      }
    }
    EXPECT_GT(accepted, 0) << record.name;
    EXPECT_GT(refused, 20) << record.name;
  }
}

struct Broken {
  std::string record;
  std::string pointer;
  std::string value;
};

TEST(Schema, refuses_documents_that_are_broken_in_known_ways) {
  const std::string launch = "/steps/1/batch/steps/1/launch";
  const std::vector<Broken> broken{
      {"program", "/schema", R"("plumbline.program/2")"},
      {"program", "/buffers/0/type", R"("float3")"},
      {"program", "/buffers/0/count", "0"},
      {"program", "/buffers/0/fill/kind", R"("randon")"},
      {"program", "/buffers/0/fill/values", "[1]"},
      {"program", "/images/0/shape/type", R"("float")"},  // it is normalized
      {"program", "/images/0/shape/width", "1048577"},
      {"program", "/sources/0/language", R"("c++")"},
      {"program", "/kernels/0/definitions/1X", R"("2")"},
      {"program", "/kernels/0/definitions/REAL", R"("float\n#error")"},
      {"program", launch + "/global", "[64, 6, 2, 1]"},
      {"program", launch + "/local/0", "0"},
      {"program", launch + "/arguments/0", R"({"buffer": "in", "image": "texture"})"},
      {"program", launch + "/arguments/0", R"({"type": "float4", "value": 1})"},
      {"program", launch + "/pass/accesses/0/pattern", R"("sideways")"},
      {"program", launch + "/pass/flops", "-1"},
      {"program", "/steps/0/wait", "{}"},
      {"program", "/steps/0/transfer/to", R"("listed")"},
      {"program", "/steps/2/repeat/steps/0/until/comparison", R"("=<")"},
      {"program", "/steps/2/repeat/steps/0/until/steps/0/launhc", "{}"},
      {"program", "/verification/0/relative", "-0.5"},
      {"result", "/points/0/status", R"("fine")"},
      {"result", "/points/0/steps/0/time/unit", R"("ms")"},
      {"result", "/points/0/steps/0/time/samples/0", "null"},
      {"result", "/points/0/settings/elements", "1000"},
      {"result", "/provenance/host/memory", "-1"},
      {"image", "/pixels", "[]"},
      {"image", "/type", R"("double")"},
      {"image", "/normalized", R"("yes")"},
      {"profile", "/parameters/0/confidence", R"("maybe")"},
      {"profile", "/probes/0/status", R"("begun")"},
      {"profile", "/probes/0/seconds", "-1"},
      {"profile", "/paths/0/types/0", R"("float3")"},
      {"profile", "/paths/0/memory/bandwidth/value", "0"},
      {"profile", "/paths/0/memory/bandwidth/unit", R"("s")"},
      {"profile", "/paths/0/transfer_in/latency/value", "-1"},
      {"profile", "/peak/flops/unit", R"("flop")"},
      {"prediction", "/points/0/predictions/0/passes/0/time", "-1"},
      {"prediction", "/points/0/predictions/0/passes/0/limit", R"("memory")"},
      {"prediction", "/points/0/predictions/1/total", "1"},
      {"prediction", "/points/0/predictions/1/reason", R"("")"},
      {"prediction", "/points/0/settings/N", "12"},
      {"allocation", "/mode", R"("best")"},
      {"allocation", "/without_gain", R"("N4")"},
      {"allocation", "/before/vertex", "-1"},
      {"allocation", "/proved", "1"},
      {"allocation", "/instructions/0/condition", R"("C5")"},
      {"allocation", "/instructions/1/chain/0", R"("6")"},
      {"allocation", "/constants/0/fragment", "32"},
      {"result", "/points/3/readings/0/values", "[]"},
      {"result", "/points/3/credit/iterations", "0"},
      {"result", "/layouts/0/columns/0/kind", R"("speed")"},
      {"result", "/layouts/0/sides", R"(["its"])"},
      {"result", "/published/0/values/8800 GTX", R"("14.4")"},
      {"result", "/races/0/candidates/0/times/0", R"("fast")"},
      {"program", "/readings/0/count", "0"},
      {"program", "/credit/flops", R"("many")"},
      {"result", "/points/3/labels/form", "1"},
      {"tuning", "/unit", R"("GB/s")"},
      {"tuning", "/rate", "0"},
      {"tuning", "/settings", "{}"},
      {"tuning", "/settings/tile", "9"}};

  const std::vector<Record> records = all_records();
  for (const Broken& one : broken) {
    const auto record = std::ranges::find(records, one.record, &Record::name);
    ASSERT_NE(record, records.end()) << one.record;
    Json document = record->example;
    document[Json::json_pointer(one.pointer)] = Json::parse(one.value);

    EXPECT_FALSE(RecordSchema(record->name).accepts(document)) << one.pointer << one.value;
    EXPECT_NE(refusal_of(*record, document), "") << one.pointer << one.value;
  }
}

TEST(Schema, a_complaint_names_the_member) {
  Json document = to_json(example_result());
  document["point"] = Json::array();

  EXPECT_THAT(RecordSchema("result").complaint(document), HasSubstr("point"));
}

}  // namespace
}  // namespace plumb
