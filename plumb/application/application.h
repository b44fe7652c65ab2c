// plumb/application/application.h - a program described by expressions: its Program for any
// parameters.
//
// Reads an application file (TOML, docs/formats.md) and gives the steps that it describes. Needs no
// device; a build without muParser refuses such files and names the remedy.
//
//   Application application = read_application_file("lu.toml");
//   application.choose(Chosen{{"N", 2048}});
//   const Program program = application.program();                  // to run it
//   const WalkedProgram walked = application.walked();              // to predict it, however long
//   const PredictedPoint point = predict(profile, walked, {});      // plumb/model/predict.h
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/base/error.h"
#include "plumb/records/meaning.h"
#include "plumb/records/program.h"
#include "plumb/records/walked_program.h"

namespace plumb {

struct StepPart;

// Values of parameters by name.
using Chosen = std::vector<std::pair<std::string, double>>;

// Of an application that can be predicted, not written out or run.
class TooManyPasses : public Error {
 public:
  explicit TooManyPasses(const std::string& message) : Error(ErrorKind::input, message) {}
};

class Application {
 public:
  struct Parts;
  explicit Application(std::unique_ptr<Parts> parts);
  ~Application();
  Application(Application&&) noexcept;
  Application& operator=(Application&&) noexcept;

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] std::vector<std::string> parameters() const;
  // The parameter that the file declares to have this meaning; empty: none.
  [[nodiscard]] std::string parameter_of(Meaning meaning) const;

  // Takes these values, and for all other parameters the file's own values. Refuses (input error)
  // an unknown name, with the nearest, and the file's own value when that is not finite.
  void choose(std::span<const std::pair<std::string, double>> chosen);

  // Of the first buffer that moves between host and device, else of the first, else float.
  [[nodiscard]] Type element_type() const;

  // Name, settings, buffers, kernels and verification: everything but the steps.
  [[nodiscard]] Program frame() const;

  // Walks the steps without keeping them: a loop of millions of different passes needs no memory.
  // What does not change from pass to pass comes once, as a Repeat. Refuses (input error, with the
  // place in the file) more than 2^24 different passes or 10^10 launches.
  // They are counted first, so that a refusal takes a small part of the time of the walk.
  void each_step(const EachStep& use, const Interrupted& interrupted = {}) const;

  // The same for whoever sums: launches of a step that have the same numbers come together, also
  // where others stand between them, and after others that have not come yet.
  void each_counted_step(const EachCountedStep& use, const Interrupted& interrupted = {}) const;

  // The same as a value for the models; it refers to this application, which must outlive it and
  // keep its chosen values.
  [[nodiscard]] WalkedProgram walked() const;

  // All of it, checked; numbers only. Refuses (TooManyPasses) more than 2^17 different passes.
  [[nodiscard]] Program program(const Interrupted& interrupted = {}) const;

 private:
  [[nodiscard]] std::vector<Step> untimed_steps(const std::vector<StepPart>& parts,
                                                std::string_view what,
                                                const Interrupted& interrupted) const;
  void place_steps(Program& program) const;

  std::unique_ptr<Parts> parts_;
};

// The file as text. `file` is its name in messages; `read` returns the text of a kernel or the
// bytes of a fill by the path that the application gives.
using ReadFile = std::function<std::string(const std::string& path)>;
Application read_application(std::string_view text, const std::string& file, const ReadFile& read);

// The file at `path`; paths in it are relative to its folder. `files` gets the paths of all that is
// read: the file, its kernels, its data.
Application read_application_file(const std::string& path, std::vector<std::string>& files);
inline Application read_application_file(const std::string& path) {
  std::vector<std::string> files;
  return read_application_file(path, files);
}

}  // namespace plumb
