// plumb/records/processor.cpp - reading /proc/cpuinfo and cpufreq; names of Arm's parts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/processor.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>

namespace plumb {
namespace {

struct ArmPart {
  std::string_view implementer;
  std::string_view part;
  std::string_view name;
};

// Arm's technical reference manuals, register MIDR_EL1.
constexpr ArmPart arm_parts[] = {
    {"0x41", "0xd03", "Arm Cortex-A53"},   {"0x41", "0xd05", "Arm Cortex-A55"},
    {"0x41", "0xd07", "Arm Cortex-A57"},   {"0x41", "0xd08", "Arm Cortex-A72"},
    {"0x41", "0xd09", "Arm Cortex-A73"},   {"0x41", "0xd0a", "Arm Cortex-A75"},
    {"0x41", "0xd0b", "Arm Cortex-A76"},   {"0x41", "0xd0c", "Arm Neoverse N1"},
    {"0x41", "0xd0d", "Arm Cortex-A77"},   {"0x41", "0xd40", "Arm Neoverse V1"},
    {"0x41", "0xd41", "Arm Cortex-A78"},   {"0x41", "0xd44", "Arm Cortex-X1"},
    {"0x41", "0xd47", "Arm Cortex-A710"},  {"0x41", "0xd48", "Arm Cortex-X2"},
    {"0x41", "0xd49", "Arm Neoverse N2"},  {"0x41", "0xd4a", "Arm Neoverse E1"},
    {"0x41", "0xd4f", "Arm Neoverse V2"},  {"0x41", "0xd84", "Arm Neoverse V3"},
    {"0x41", "0xd8e", "Arm Neoverse N3"},  {"0x43", "0x0af", "Cavium ThunderX2"},
    {"0x46", "0x001", "Fujitsu A64FX"},    {"0x48", "0xd01", "HiSilicon Kunpeng 920"},
    {"0xc0", "0xac3", "Ampere AmpereOne"},
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// What the first line of that name says; absent where none does.
std::optional<std::string_view> first_value(std::string_view cpuinfo, std::string_view name) {
  while (!cpuinfo.empty()) {
    const std::string_view line = cpuinfo.substr(0, cpuinfo.find('\n'));
    cpuinfo.remove_prefix(std::min(line.size() + 1, cpuinfo.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || trimmed(line.substr(0, colon)) != name) continue;
    return trimmed(line.substr(colon + 1));
  }
  return std::nullopt;
}

std::optional<double> positive_number(std::string_view text) {
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || !(number > 0)) return std::nullopt;
  return number;
}

std::string text_of_file(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

ProcessorDescription processor_in(std::string_view cpuinfo) {
  ProcessorDescription found;
  found.name = first_value(cpuinfo, "model name").value_or("");
  const auto megahertz = positive_number(first_value(cpuinfo, "cpu MHz").value_or(""));
  if (megahertz) found.clock = Hertz{1e6 * *megahertz};
  if (!found.name.empty()) return found;
  const std::string_view implementer = first_value(cpuinfo, "CPU implementer").value_or("");
  found.part = first_value(cpuinfo, "CPU part").value_or("");
  for (const ArmPart& known : arm_parts) {
    if (known.implementer == implementer && known.part == found.part) found.name = known.name;
  }
  return found;
}

ProcessorDescription describe_processor() {
  ProcessorDescription found = processor_in(text_of_file("/proc/cpuinfo"));
  const auto kilohertz =
      positive_number(text_of_file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"));
  if (kilohertz) found.clock = Hertz{1e3 * *kilohertz};
  return found;
}

}  // namespace plumb
