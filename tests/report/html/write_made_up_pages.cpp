// tests/report/html/write_made_up_pages.cpp - writes hostile.html and timeline.html into the folder
// that is named, for the tests in a browser.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/report/html/made_up_inputs.h"

int main(int argc, char** argv) {
  using namespace plumb;
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  const auto record = [](const std::string& path) {
    return parse_json(read_text_file(PLUMB_SOURCE_DIR + path), path);
  };
  const Json profile = record("/profiles/pocl-aarch64.json");
  const Json result = record("/results/stream-h200-opencl.json");
  write_whole(folder + "/hostile.html",
              html_page(hostile_inputs(profile_from_json(JsonView(profile, "profile")),
                                       result_from_json(JsonView(result, "result")))));
  constexpr std::size_t bars = 100000;
  write_whole(folder + "/timeline.html", html_page(inputs_with_timeline(bars)));
  return 0;
}
