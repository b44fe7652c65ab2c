// plumb/study/crash_record.h - what the result file will hold if a kernel ends the process.
//
// A kernel of a CPU device runs in our memory: one that writes outside its buffers may end the
// process at any moment, in a thread of the driver, with a heap that cannot be used any more. Then
// a signal handler has only what was made ready before: the text of the record lies in pages of its
// own that are closed to writing (a stray write there ends in the handler, too, and changes
// nothing), and writing it takes three system calls.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace plumb::study {

struct CrashTexts {
  std::string path;      // of the file; empty: none was asked for
  std::string record;    // that it gets
  std::string shown;     // what the command would have printed of it
  bool finished = true;  // points are among it
};

// Makes the texts ready as long as it lives, or until a later one takes its place.
class CrashRecord {
 public:
  explicit CrashRecord(const CrashTexts& texts);
  ~CrashRecord();
  CrashRecord(const CrashRecord&) = delete;
  CrashRecord& operator=(const CrashRecord&) = delete;

 private:
  struct CrashPages* pages_;
};

// Writes it, whole or not at all; the path, or null when nothing was ready or it could not be
// written. Safe in a signal handler.
const char* write_crash_record();

// Whether it has points that are finished, and whether printing it shows any. Both and the next
// function are safe in a signal handler.
bool crash_record_has_points();
bool crash_record_shows_points();

// Prints what the command would have shown on standard output.
void print_crash_record();

}  // namespace plumb::study
