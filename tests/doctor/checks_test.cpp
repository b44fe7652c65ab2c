// tests/doctor/checks_test.cpp - what is found out about a machine, from made-up /proc and /sys.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/doctor/device_checks.h"
#include "plumb/doctor/examine.h"
#include "plumb/doctor/host_checks.h"

namespace plumb::doctor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A folder with the files that a test puts there.
class Doctor : public testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::temp_directory_path() / ("plumb_doctor_" + std::to_string(::getpid()));
    std::filesystem::remove_all(root_);
    put("sys/devices/system/cpu/online", "0-3");
    put("sys/devices/system/node/online", "0");
    put("proc/loadavg", "0.25 0.30 0.20 1/100 4242");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void put(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << "\n";
  }
  [[nodiscard]] SystemFiles files() const { return SystemFiles(root_.string()); }

 private:
  std::filesystem::path root_;
};

CheckupItem item_about(const std::vector<CheckupItem>& items, const std::string& subject) {
  const auto found = std::ranges::find(items, subject, &CheckupItem::subject);
  if (found == items.end()) return {.area = {}, .subject = {}, .found = "no such item"};
  return *found;
}

device::Info nvidia_card() {
  device::Info info;
  info.backend = "cuda";
  info.name = "NVIDIA H200";
  info.bus_address = "0000:4b:00.0";
  info.kind = device::Kind::gpu;
  return info;
}

Watched healthy() {
  device::State state;
  state.clock = Hertz{1.98e9};
  state.power_watts = 120;
  state.temperature_celsius = 40;
  device::CardReport report;
  report.highest_clock = Hertz{1.98e9};
  report.power_limit_watts = 700;
  report.error_correction = true;
  report.uncorrected_errors = 0;
  report.link = device::PciLink{5, 16, 5, 16};
  report.processes = std::vector<device::GpuProcess>{};
  return {state, report};
}

TEST(DoctorLists, are_read_as_linux_writes_them) {
  EXPECT_THAT(numbers_in_list("0-2,8"), ElementsAre(0, 1, 2, 8));
  EXPECT_THAT(numbers_in_list("5"), ElementsAre(5));
  for (const char* wrong : {"", "a", "3-1", "1-", "0-99999999", "1,,2"})
    EXPECT_THAT(numbers_in_list(wrong), IsEmpty()) << wrong;
}

TEST_F(Doctor, knows_a_quiet_host) {
  for (int core = 0; core < 4; ++core) {
    put("sys/devices/system/cpu/cpu" + std::to_string(core) + "/cpufreq/scaling_governor",
        "performance");
  }
  put("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "3000000");
  put("sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq", "3500000");
  put("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "3500000");
  put("sys/fs/cgroup/cpu.max", "max 100000");

  const std::vector<CheckupItem> items = host_checks(files());

  for (const CheckupItem& item : items) EXPECT_EQ(item.health, Health::fine) << item.subject;
  EXPECT_EQ(item_about(items, "load").found, "load average 0.25 on 4 cores");
  EXPECT_EQ(item_about(items, "clock").found, "3000 MHz now, 3500 MHz allowed, 3500 MHz at most");
  EXPECT_EQ(item_about(items, "governor").found, "performance on 4 cores");
}

TEST_F(Doctor, names_what_disturbs_on_the_host) {
  put("proc/loadavg", "7.5 3.0 2.0 1/100 4242");
  put("sys/fs/cgroup/cpu.max", "150000 100000");
  put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave");
  put("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance");
  put("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1000000");
  put("sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq", "2000000");
  put("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "3500000");

  const std::vector<CheckupItem> items = host_checks(files());

  for (const char* subject : {"load", "processor time", "governor", "clock"}) {
    EXPECT_EQ(item_about(items, subject).health, Health::disturbing) << subject;
    EXPECT_FALSE(item_about(items, subject).remedy.empty()) << subject;
  }
  EXPECT_THAT(item_about(items, "processor time").found, HasSubstr("1.5 of 4 cores"));
  EXPECT_EQ(item_about(items, "governor").found, "performance on 1 cores, powersave on 1 cores");
}

TEST(DoctorWithoutFiles, says_that_nothing_is_known_and_why) {
  const std::vector<CheckupItem> items = host_checks(SystemFiles("/no/such/folder"));

  ASSERT_EQ(items.size(), 5U);
  for (const CheckupItem& item : items) {
    EXPECT_EQ(item.health, Health::unknown) << item.subject;
    EXPECT_FALSE(item.found.empty()) << item.subject;
  }
}

TEST_F(Doctor, finds_nothing_wrong_with_a_healthy_card) {
  const std::vector<CheckupItem> items = device_checks(nvidia_card(), healthy(), files());

  for (const CheckupItem& item : items) {
    EXPECT_EQ(item.health, Health::fine) << item.subject;
    EXPECT_EQ(item.area, "cuda:NVIDIA H200");
  }
  EXPECT_EQ(item_about(items, "PCIe link").found, "generation 5 x16; the card: generation 5 x16");
  EXPECT_EQ(item_about(items, "ECC").found, "on, 0 uncorrected errors");
}

TEST_F(Doctor, names_what_disturbs_on_a_card) {
  put("proc/77/comm", "trainer");
  Watched watched = healthy();
  watched.state->slowed_by = {"heat", "power cap"};
  watched.report->uncorrected_errors = 3;
  watched.report->link = device::PciLink{5, 8, 5, 16};
  watched.report->processes = {{77, Bytes{1ULL << 30U}}, {78, std::nullopt}};

  const std::vector<CheckupItem> items = device_checks(nvidia_card(), watched, files());

  for (const char* subject : {"throttling", "ECC", "PCIe link", "other processes"})
    EXPECT_EQ(item_about(items, subject).health, Health::disturbing) << subject;
  EXPECT_EQ(item_about(items, "throttling").found, "held back by heat, power cap");
  EXPECT_EQ(item_about(items, "other processes").found,
            "77 (trainer, 1 GiB), 78 (another user's or container's)");
}

TEST_F(Doctor, does_not_judge_the_link_of_an_idle_card) {
  Watched watched = healthy();
  watched.report->link = device::PciLink{1, 16, 5, 16};

  const CheckupItem link = item_about(device_checks(nvidia_card(), watched, files()), "PCIe link");

  EXPECT_EQ(link.health, Health::unknown);
  EXPECT_THAT(link.found, HasSubstr("idle"));
}

TEST_F(Doctor, does_not_count_this_process_among_the_others) {
  Watched watched = healthy();
  watched.report->processes = {{static_cast<unsigned>(::getpid()), std::nullopt}};

  const auto items = device_checks(nvidia_card(), watched, files());

  EXPECT_EQ(item_about(items, "other processes").health, Health::fine);
}

TEST_F(Doctor, says_why_a_card_without_a_monitor_is_not_known) {
  const auto items = device_checks(nvidia_card(), {}, files());

  const CheckupItem unknown = item_about(items, "clocks, power, link, ECC, other processes");
  EXPECT_EQ(unknown.health, Health::unknown);
  EXPECT_THAT(unknown.found, HasSubstr("NVML"));
}

TEST_F(Doctor, finds_a_process_that_runs_away_from_the_card) {
  put("sys/devices/system/node/online", "0-1");
  put("sys/bus/pci/devices/0000:4b:00.0/numa_node", "1");
  put("sys/devices/system/node/node1/cpulist", "2-3");
  put("proc/self/status", "Name:\tplumb\nCpus_allowed_list:\t0-3");

  const auto away = item_about(device_checks(nvidia_card(), healthy(), files()), "memory node");
  put("proc/self/status", "Name:\tplumb\nCpus_allowed_list:\t2-3");
  const auto near = item_about(device_checks(nvidia_card(), healthy(), files()), "memory node");

  EXPECT_EQ(away.health, Health::disturbing);
  EXPECT_THAT(away.remedy, HasSubstr("--cpunodebind=1"));
  EXPECT_EQ(near.health, Health::fine);
}

TEST_F(Doctor, lists_cards_drivers_and_parts_that_were_left_out) {
  put("sys/bus/pci/devices/0000:00:1f.0/class", "0x060100");
  put("sys/bus/pci/devices/0000:4b:00.0/class", "0x030200");
  put("sys/bus/pci/devices/0000:4b:00.0/vendor", "0x10de");
  put("etc/OpenCL/vendors/pocl.icd", "/usr/lib/libpocl.so.2");
  put("etc/OpenCL/vendors/readme.txt", "not a driver");
  const device::Found none{{}, {{"cuda", "no driver", "install it"}}};

  const auto items = examine(none, files(), {{"muParser", "application files", false, "rebuild"}});

  EXPECT_EQ(item_about(items, "cards").found, "NVIDIA 0000:4b:00.0");
  EXPECT_EQ(item_about(items, "OpenCL drivers").health, Health::missing);
  EXPECT_EQ(item_about(items, "OpenCL drivers").found,
            "none answers; files: pocl.icd (/usr/lib/libpocl.so.2)");
  EXPECT_EQ(item_about(items, "devices").health, Health::blocking);
  EXPECT_EQ(item_about(items, "CUDA driver").found, "no driver");
  EXPECT_EQ(item_about(items, "OpenCL loader").health, Health::unknown);
  EXPECT_EQ(item_about(items, "muParser").health, Health::missing);
  EXPECT_EQ(item_about(items, "muParser").remedy, "rebuild");
}

TEST_F(Doctor, names_drivers_that_answer_and_who_compiles_opencl_c_for_cuda) {
  put("etc/OpenCL/vendors/pocl.icd", "libpocl.so.2");
  const auto device = [](const char* backend, const char* platform, const char* address) {
    device::Info info;
    info.backend = backend;
    info.platform = platform;
    info.driver = "580.1";
    info.name = "NVIDIA H200";
    info.bus_address = address;
    return info;
  };
  device::Found found{
      {device("cuda", "NVIDIA CUDA", "0000:06:00.0"),
       device("opencl", "NVIDIA CUDA", "0000:06:00.0"),
       device("opencl", "NVIDIA CUDA", "0000:07:00.0"), device("opencl", "PoCL", "")},
      {}};

  const auto both = software_checks(found, files(), {});
  found.devices.erase(found.devices.begin() + 1);
  const auto other = software_checks(found, files(), {});

  EXPECT_EQ(item_about(both, "OpenCL drivers").found,
            "NVIDIA CUDA 580.1, PoCL 580.1; files: pocl.icd (libpocl.so.2)");
  EXPECT_EQ(item_about(both, "OpenCL C on CUDA").health, Health::fine);
  EXPECT_EQ(item_about(other, "OpenCL C on CUDA").health, Health::missing);
  EXPECT_THAT(item_about(other, "OpenCL C on CUDA").remedy, HasSubstr("nvidia-opencl-icd"));
}

}  // namespace
}  // namespace plumb::doctor
