// tests/report/html/write_page_without_script.cpp - the page of a profile from a program that was
// built without charts: linked with an empty script in place of the one of module report.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <nlohmann/json.hpp>

#include "plumb/base/json.h"
#include "plumb/report/html/page.h"

int main(int argc, char** argv) {
  using namespace plumb;
  if (argc != 3) return 2;
  const std::string file = argv[1];
  const Json json = parse_json(read_text_file(file), file);
  ReportInputs inputs;
  inputs.profiles.push_back({file, profile_from_json(JsonView(json, file))});
  write_whole(argv[2], html_page(inputs));
  return 0;
}
