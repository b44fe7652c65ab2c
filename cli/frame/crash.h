// cli/frame/crash.h - the last words of a process that a kernel ended.
//
// On a CPU device (PoCL) a kernel is a function in our own process: an access outside its buffers
// ends all of us, in a thread of the driver, or damages the heap, which glibc notices later and
// calls abort(). A handler of these signals prints which kernel it was, writes the result file with
// the points that are finished and prints what the command would have shown of them
// (study/crash_record.h); then it ends the process with code 5.
//
// Why not a child process: to execute everything once more in a child costs as much as the run
// itself, and on a GPU, where a kernel cannot harm us, memory and building twice. A child forked
// when a driver has threads owns none of them and all their locks; forked before, it would be the
// one that measures, and profilers and debuggers follow the parent.
//
// What it cannot do: a thread of the driver whose stack is full has no room for a handler. Such a
// process ends with the signal and without a word.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace plumb::cli {

// Before anything runs; `arguments` are those of the command line, for the advice. A signal that
// somebody else handles already (a sanitizer) is left to them.
void catch_crashes(std::span<const std::string> arguments);

// Once more, after kernels were built: the compiler inside PoCL (LLVM) puts handlers of its own in
// the place of ours, and they let an abort() pass. Does nothing before catch_crashes.
void catch_crashes_again();

// The command that shows the access: "oclgrind plumb run x.toml -d oclgrind". The device and the
// output of the user are left out: oclgrind is a device of its own, and the file must stay.
std::string oclgrind_line(std::span<const std::string> arguments);

}  // namespace plumb::cli
