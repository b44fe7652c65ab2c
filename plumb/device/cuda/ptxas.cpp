// plumb/device/cuda/ptxas.cpp - running ptxas on files.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/ptxas.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"

extern char** environ;

namespace plumb::device::cuda {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool can_execute(const std::string& path) {
  return std::filesystem::is_regular_file(path) && ::access(path.c_str(), X_OK) == 0;
}

// A folder that no other process has, removed with all that is in it.
class OwnFolder {
 public:
  OwnFolder() : path_((std::filesystem::temp_directory_path() / "plumb-ptxas-").string()) {
    path_.append(6, 'X');  // which mkdtemp replaces
    if (::mkdtemp(path_.data()) == nullptr) {
      throw Error(ErrorKind::device,
                  fmt::format("making the temporary folder '{}': {}", path_, std::strerror(errno)));
    }
  }
  ~OwnFolder() {
    std::error_code ignored;  // a folder that stays does no harm
    std::filesystem::remove_all(path_, ignored);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  [[nodiscard]] std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// What it prints goes to the file `log`. Returns the exit code; 128 + n for a signal.
int execute(const std::vector<std::string>& words, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t streams;
  ::posix_spawn_file_actions_init(&streams);
  ::posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, log.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_adddup2(&streams, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failure =
      ::posix_spawn(&child, words.front().c_str(), &streams, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&streams);
  if (failure != 0) {
    throw Error(ErrorKind::device,
                fmt::format("starting '{}': {}", words.front(), std::strerror(failure)));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      throw Error(ErrorKind::device,
                  fmt::format("waiting for '{}': {}", words.front(), std::strerror(errno)));
    }
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

}  // namespace

bool ptxas_is_chosen() { return !variable("PLUMB_PTXAS").empty(); }

std::string find_ptxas() {
  if (const std::string chosen = variable("PLUMB_PTXAS"); !chosen.empty()) {
    if (can_execute(chosen)) return chosen;
    throw Error(ErrorKind::unavailable, fmt::format("ptxas '{}' cannot be executed", chosen));
  }
  std::string folders = variable("PATH") + ":/usr/local/cuda/bin";
  while (!folders.empty()) {
    const std::string folder = folders.substr(0, folders.find(':'));
    folders.erase(0, folder.size() + 1);
    if (const std::string path = folder + "/ptxas"; !folder.empty() && can_execute(path))
      return path;
  }
  throw Error(ErrorKind::unavailable,
              "no program 'ptxas' on the search path or in /usr/local/cuda/bin");
}

std::string machine_name(std::string_view ptx, unsigned architecture) {
  constexpr std::string_view directive = ".target";
  std::string plain = fmt::format("sm_{}", architecture);
  const std::size_t at = ptx.find(directive);
  if (at == std::string_view::npos) return plain;
  const std::size_t begin = ptx.find_first_not_of(" \t", at + directive.size());
  const std::size_t end = ptx.find_first_of(" \t\r\n,", begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return plain;
  const std::string_view target = ptx.substr(begin, end - begin);
  if (target == plain + "a" || target == plain + "f") return std::string(target);
  return plain;
}

std::vector<std::byte> run_ptxas(const std::string& program, std::string_view ptx,
                                 const std::string& name, unsigned architecture, bool lines) {
  const OwnFolder folder;
  const std::string input = folder.file("in.ptx");
  const std::string output = folder.file("out.cubin");
  const std::string log = folder.file("log");
  write_whole(input, ptx);
  std::vector<std::string> words{program, "-arch=" + machine_name(ptx, architecture)};
  if (lines) words.emplace_back("-lineinfo");
  words.insert(words.end(), {input, "-o", output});
  if (const int code = execute(words, log); code != 0) {
    throw Error(
        ErrorKind::device,
        fmt::format("linking '{}' for sm_{}: ptxas: exit code {}", name, architecture, code),
        replaced(read_text_file(log), input, name));
  }
  const std::string code = read_text_file(output);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(code));
  return {bytes.begin(), bytes.end()};
}

}  // namespace plumb::device::cuda
