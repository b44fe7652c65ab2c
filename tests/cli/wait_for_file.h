// tests/cli/wait_for_file.h - waits for what a child process writes, without sleeping.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace plumb {

// Returns true as soon as `path` exists and holds at least `bytes`, false once the child has ended
// without it. The system reports both: every change in the folder of `path`, and the child's end.
inline bool wait_for_file(pid_t child, const std::string& path, std::uintmax_t bytes = 0) {
  const int changes = ::inotify_init1(IN_CLOEXEC);
  const int end = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
  const std::string folder = std::filesystem::path(path).parent_path();
  const int watch =
      ::inotify_add_watch(changes, folder.c_str(), IN_CREATE | IN_MODIFY | IN_MOVED_TO);
  EXPECT_TRUE(changes >= 0 && end >= 0 && watch >= 0) << "cannot watch " << folder;
  const auto written = [&] {
    std::error_code code;
    const std::uintmax_t size = std::filesystem::file_size(path, code);
    return !code && size >= bytes;
  };
  bool found = written();  // before the watch began
  std::array<pollfd, 2> events{{{changes, POLLIN, 0}, {end, POLLIN, 0}}};
  while (!found && watch >= 0 && events[1].revents == 0 &&
         ::poll(events.data(), events.size(), -1) > 0) {
    std::array<char, 4096> unread{};
    if (events[0].revents != 0 && ::read(changes, unread.data(), unread.size()) <= 0) break;
    found = written();
  }
  ::close(changes);
  ::close(end);
  return found;
}

}  // namespace plumb
