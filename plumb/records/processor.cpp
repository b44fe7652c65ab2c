// plumb/records/processor.cpp - reading /proc/cpuinfo and cpufreq; names of Arm's parts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/processor.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <vector>

namespace plumb {
namespace {

struct ArmPart {
  std::string_view implementer;
  std::string_view part;
  std::string_view name;
};

// Technical reference manuals, register MIDR_EL1.
constexpr ArmPart arm_parts[] = {
    {"0x41", "0xd03", "Arm Cortex-A53"},   {"0x41", "0xd04", "Arm Cortex-A35"},
    {"0x41", "0xd05", "Arm Cortex-A55"},   {"0x41", "0xd07", "Arm Cortex-A57"},
    {"0x41", "0xd08", "Arm Cortex-A72"},   {"0x41", "0xd09", "Arm Cortex-A73"},
    {"0x41", "0xd0a", "Arm Cortex-A75"},   {"0x41", "0xd0b", "Arm Cortex-A76"},
    {"0x41", "0xd0c", "Arm Neoverse N1"},  {"0x41", "0xd0d", "Arm Cortex-A77"},
    {"0x41", "0xd40", "Arm Neoverse V1"},  {"0x41", "0xd41", "Arm Cortex-A78"},
    {"0x41", "0xd42", "Arm Cortex-A78AE"}, {"0x41", "0xd44", "Arm Cortex-X1"},
    {"0x41", "0xd46", "Arm Cortex-A510"},  {"0x41", "0xd47", "Arm Cortex-A710"},
    {"0x41", "0xd48", "Arm Cortex-X2"},    {"0x41", "0xd49", "Arm Neoverse N2"},
    {"0x41", "0xd4a", "Arm Neoverse E1"},  {"0x41", "0xd4d", "Arm Cortex-A715"},
    {"0x41", "0xd4e", "Arm Cortex-X3"},    {"0x41", "0xd4f", "Arm Neoverse V2"},
    {"0x41", "0xd80", "Arm Cortex-A520"},  {"0x41", "0xd81", "Arm Cortex-A720"},
    {"0x41", "0xd82", "Arm Cortex-X4"},    {"0x41", "0xd84", "Arm Neoverse V3"},
    {"0x41", "0xd85", "Arm Cortex-X925"},  {"0x41", "0xd87", "Arm Cortex-A725"},
    {"0x41", "0xd8e", "Arm Neoverse N3"},  {"0x43", "0x0af", "Cavium ThunderX2"},
    {"0x46", "0x001", "Fujitsu A64FX"},    {"0x48", "0xd01", "HiSilicon Kunpeng 920"},
    {"0xc0", "0xac3", "Ampere AmpereOne"},
};

struct Implementer {
  std::string_view number;
  std::string_view name;
};

constexpr Implementer implementers[] = {
    {"0x41", "Arm"},       {"0x42", "Broadcom"}, {"0x43", "Cavium"},    {"0x46", "Fujitsu"},
    {"0x48", "HiSilicon"}, {"0x4e", "NVIDIA"},   {"0x50", "APM"},       {"0x51", "Qualcomm"},
    {"0x53", "Samsung"},   {"0x61", "Apple"},    {"0x6d", "Microsoft"}, {"0xc0", "Ampere"},
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// What the lines of that name say, one processor after the other; systems write "cpu MHz" and "CPU
// MHz".
std::vector<std::string_view> values_of(std::string_view cpuinfo, std::string_view name) {
  std::vector<std::string_view> values;
  while (!cpuinfo.empty()) {
    const std::string_view line = cpuinfo.substr(0, cpuinfo.find('\n'));
    cpuinfo.remove_prefix(std::min(line.size() + 1, cpuinfo.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    if (same_letters(trimmed(line.substr(0, colon)), name))
      values.push_back(trimmed(line.substr(colon + 1)));
  }
  return values;
}

// "Some  Processor   7" has columns for machines: "Some Processor 7".
std::string with_single_blanks(std::string_view text) {
  std::string single;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank || !single.ends_with(' ')) single += blank ? ' ' : c;
  }
  return single;
}

// "Arm Neoverse N1"; of a part that is not known "Arm processor, part 0xfff"; else nothing.
std::string arm_name(std::string_view implementer, std::string_view part) {
  for (const ArmPart& known : arm_parts)
    if (known.implementer == implementer && known.part == part) return std::string(known.name);
  for (const Implementer& known : implementers)
    if (known.number == implementer && !part.empty())
      return std::string(known.name) + " processor, part " + std::string(part);
  return "";
}

// Large and small cores stand beside each other: "Arm Cortex-A55 and Arm Cortex-A76".
std::string arm_names(std::string_view cpuinfo) {
  const std::vector<std::string_view> makers = values_of(cpuinfo, "CPU implementer");
  const std::vector<std::string_view> parts = values_of(cpuinfo, "CPU part");
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(makers.size(), parts.size()); ++i) {
    std::string name = arm_name(makers[i], parts[i]);
    if (!name.empty() && std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  }
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : " and ") + name;
  return all;
}

std::optional<double> positive_number(std::string_view text) {
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || !(number > 0) || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

ProcessorDescription processor_in(std::string_view cpuinfo) {
  ProcessorDescription found;
  // 32-bit Arm kernels have a model name that is none: "ARMv7 Processor rev 4 (v7l)".
  found.name = arm_names(cpuinfo);
  for (const char* name : {"model name", "cpu", "uarch"}) {  // x86, POWER, RISC-V
    const std::vector<std::string_view> texts = values_of(cpuinfo, name);
    if (found.name.empty() && !texts.empty()) found.name = with_single_blanks(texts.front());
  }
  // An idle processor may be slower than the others at this moment.
  for (const char* name : {"cpu MHz", "clock"}) {
    for (const std::string_view text : values_of(cpuinfo, name))
      if (const auto megahertz = positive_number(text))
        found.clock.value = std::max(found.clock.value, 1e6 * *megahertz);
  }
  return found;
}

ProcessorDescription describe_processor() {
  ProcessorDescription found = processor_in(text_of_file("/proc/cpuinfo"));
  double highest = 0;  // large and small cores have policies of their own
  std::error_code none;
  for (const auto& policy :
       std::filesystem::directory_iterator("/sys/devices/system/cpu/cpufreq", none)) {
    const auto kilohertz = positive_number(text_of_file(policy.path() / "cpuinfo_max_freq"));
    highest = std::max(highest, 1e3 * kilohertz.value_or(0));
  }
  if (highest > 0) found.clock = Hertz{highest};
  return found;
}

}  // namespace plumb
