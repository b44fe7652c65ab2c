// tests/trace/export/exported.h - an event file in a folder of its own, exported to text.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plumb/base/json.h"
#include "plumb/trace/export/exporter.h"
#include "tests/records/example_events.h"

namespace plumb::trace {

class ExportTest : public testing::Test {
 protected:
  void SetUp() override {
    folder =
        (std::filesystem::temp_directory_path() / ("plumb_export_" + std::to_string(::getpid())))
            .string();
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string keep(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder + "/" + name, std::ios::binary) << bytes;
    return folder + "/" + name;
  }

  std::string exported(const std::string& file, ExportFormat format) {
    std::string text;
    summary = export_events(keep("t.trace", file), format,
                            [&](std::string_view piece) { text += piece; });
    return text;
  }

  struct Ran {
    int code = -1;
    std::string out;  // with its messages
  };
  static Ran run(const std::string& command) {
    Ran ran;
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    std::array<char, 4096> piece{};
    for (std::size_t size = 0; (size = std::fread(piece.data(), 1, piece.size(), pipe)) > 0;)
      ran.out.append(piece.data(), size);
    const int status = ::pclose(pipe);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
    return ran;
  }

  std::string folder;
  ExportSummary summary;
};

// Warps of two SMs, some of which diverge; by rule, so that every run has the same.
inline std::vector<TraceEvent> many_events(std::uint32_t count) {
  std::vector<TraceEvent> events;
  std::uint32_t state = 7;
  const auto draw = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % below;
  };
  std::uint64_t begin = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    begin += draw(40);
    const std::uint64_t length = draw(8) == 0 ? 0 : draw(900);
    events.push_back({.begin = begin,
                      .end = begin + length,
                      .stamp = draw(2),
                      .lanes = draw(3) == 0 ? 0xffffU : ~0U,
                      .block = i / 300,
                      .warp = draw(4),
                      .launch = i / 5000,
                      .processor = draw(3),
                      .warp_place = draw(33)});
  }
  return events;
}

// Names that try to end a field, a text, a line or a terminal's mood.
inline EventPart hostile_part() {
  EventPart part = example_event_part();
  part.point.label = "a\"b,\n\x1b[31m=1+1 \xff";
  part.point.stamps[0].module = "m,\"\r\n";
  Stamp& stamp = part.point.stamps[0].certificate.stamp;
  stamp.kernel = "k\"},{\"ph\":\"X";
  stamp.opcode = "ld.\xe3\x81\x82\xe3\x81\x84\xe3\x81\x86\xe3\x81\x88\xe3\x81\x8a\xe3\x81\x8b";
  stamp.source = std::string(500, 'x') + "%d%s\\";
  return part;
}

}  // namespace plumb::trace
