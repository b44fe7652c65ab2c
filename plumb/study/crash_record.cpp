// plumb/study/crash_record.cpp - closed pages, and a file written without the heap.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/crash_record.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

namespace plumb::study {

// The beginning of the pages; both paths and the text follow it.
struct CrashPages {
  std::size_t size;
  const char* path;
  const char* unfinished;  // the file that is renamed once it is complete; empty: none
  std::string_view record;
  std::string_view shown;
  bool finished;
};

namespace {

// The one state of this file: a signal handler gets no arguments.
std::atomic<CrashPages*> ready;

char* append(char*& at, const std::string& text) {
  char* const begin = at;
  std::memcpy(at, text.c_str(), text.size() + 1);
  at += text.size() + 1;
  return begin;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

CrashRecord::CrashRecord(const CrashTexts& texts) {
  const std::string& path = texts.path;
  // As WholeFile does: through a link to the file that it names, into a device, else a new file
  // that is renamed.
  std::error_code code;
  const bool replaces =
      !std::filesystem::exists(path, code) || std::filesystem::is_regular_file(path, code);
  const std::string target = end_of_links(path);
  const std::string unfinished =
      replaces ? fmt::format("{}.{}.crash", target, ::getpid()) : std::string();
  const std::size_t size = sizeof(CrashPages) + target.size() + unfinished.size() +
                           texts.record.size() + texts.shown.size() + 4;  // the closing zeros
  void* const memory =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw Error(ErrorKind::check_failed,
                fmt::format("keeping what is finished in '{}' for a crash: {}", path,
                            std::strerror(errno)));
  auto* const pages = static_cast<CrashPages*>(memory);
  char* at = static_cast<char*>(memory) + sizeof(CrashPages);
  *pages = {.size = size,
            .path = append(at, target),
            .unfinished = append(at, unfinished),
            .record = {append(at, texts.record), texts.record.size()},
            .shown = {append(at, texts.shown), texts.shown.size()},
            .finished = texts.finished};
  ::mprotect(memory, size, PROT_READ);
  pages_ = pages;
  ready = pages;
}

// A later one stays ready.
CrashRecord::~CrashRecord() {
  CrashPages* own = pages_;
  ready.compare_exchange_strong(own, nullptr);
  ::munmap(pages_, pages_->size);
}

const char* write_crash_record() {
  const CrashPages* const pages = ready.load();
  if (pages == nullptr || *pages->path == '\0') return nullptr;
  const bool replaces = *pages->unfinished != '\0';
  const int file = replaces
                       ? ::open(pages->unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
                       : ::open(pages->path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return nullptr;
  const bool complete = write_all(file, pages->record);
  const bool closed = ::close(file) == 0;
  if (!replaces) return complete && closed ? pages->path : nullptr;
  if (complete && closed && std::rename(pages->unfinished, pages->path) == 0) return pages->path;
  ::unlink(pages->unfinished);
  return nullptr;
}

bool crash_record_has_points() {
  const CrashPages* const pages = ready.load();
  return pages != nullptr && pages->finished;
}

bool crash_record_shows_points() {
  return crash_record_has_points() && !ready.load()->shown.empty();
}

void print_crash_record() {
  const CrashPages* const pages = ready.load();
  if (pages != nullptr) write_all(STDOUT_FILENO, pages->shown);
}

}  // namespace plumb::study
