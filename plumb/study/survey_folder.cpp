// plumb/study/survey_folder.cpp - making, locking and tidying a survey's folder.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/survey_folder.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::study {
namespace fs = std::filesystem;

SurveyFolder::SurveyFolder(std::string path) : path_(std::move(path)) {
  try {
    make();
    lock();
    require_writable(path_ + "/summary.txt");
  } catch (...) {
    release();
    throw;
  }
}

SurveyFolder::~SurveyFolder() { release(); }

void SurveyFolder::make() {
  std::error_code code;
  for (fs::path part = fs::path(path_).lexically_normal();
       !part.empty() && !fs::exists(part, code) && !code; part = part.parent_path())
    made_.push_back(part);
  fs::create_directories(path_, code);
  // In the way of a folder may be a file: the system then says that nothing went wrong.
  if (!code && !fs::is_directory(path_)) code = std::make_error_code(std::errc::not_a_directory);
  if (code)
    throw Error(ErrorKind::check_failed,
                fmt::format("cannot make folder '{}': {}; nothing was run", path_, code.message()));
}

// Where the file system has no locks, nobody is kept out.
void SurveyFolder::lock() {
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
    return;
  throw Error(ErrorKind::check_failed,
              fmt::format("another survey writes to '{}' now; wait for it, or choose another "
                          "folder with -o; nothing was run",
                          path_));
}

void SurveyFolder::release() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  std::error_code code;  // what holds something stays
  for (const fs::path& part : made_) fs::remove(part, code);
}

}  // namespace plumb::study
