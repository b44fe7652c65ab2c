// plumb/study/survey_folder.h - the folder that a survey writes to, while it does.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace plumb::study {

// Makes the folder and keeps other surveys out of it. What was made and is empty in the end goes
// again, so that a refusal leaves nothing behind. A folder that cannot be made or written, and one
// that another survey writes to, is an error of kind check_failed before anything runs.
class SurveyFolder {
 public:
  explicit SurveyFolder(std::string path);
  ~SurveyFolder();
  SurveyFolder(const SurveyFolder&) = delete;
  SurveyFolder& operator=(const SurveyFolder&) = delete;

 private:
  void make();
  void lock();
  void release();

  std::string path_;
  std::vector<std::filesystem::path> made_;  // the innermost first
  int descriptor_ = -1;                      // of the folder, locked
};

}  // namespace plumb::study
