// bench/hypre_rival.cpp - starts hypre_poisson by mpirun and reads its line.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/hypre_rival.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "plumb/base/error.h"

namespace plumb::bench {

std::optional<HypreRun> run_hypre(const std::string& solver, std::uint64_t n, int iterations,
                                  double tolerance, int repeats) {
  const std::string program = PLUMB_HYPRE_POISSON;  // the build's; empty: left out
  if (program.empty()) return std::nullopt;
  if (geteuid() == 0)  // Open MPI refuses root otherwise
    for (const char* name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
      setenv(name, "1", 0);
  const std::string command = fmt::format("mpirun -n 2 '{}' {} {} {} {} {}", program, n, solver,
                                          iterations, tolerance, repeats);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw Error(ErrorKind::check_failed, fmt::format("cannot start '{}'", command));
  std::array<char, 4096> line{};
  if (std::fgets(line.data(), line.size(), pipe.get()) == nullptr)
    throw Error(ErrorKind::check_failed, fmt::format("'{}' printed nothing", command));
  HypreRun run;
  std::istringstream words(line.data());
  words >> run.iterations >> run.setup_seconds >> run.true_error;
  for (double seconds = 0; words >> seconds;) run.solve_seconds.push_back(seconds);
  if (run.solve_seconds.size() != static_cast<std::size_t>(repeats))
    throw Error(ErrorKind::check_failed, fmt::format("'{}' printed '{}'", command, line.data()));
  return run;
}

}  // namespace plumb::bench
