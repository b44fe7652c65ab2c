// cli/frame/interrupt.h - a first interrupt asks the run to end with what is finished and says what
// it waits for; a second one kills. The other signal that must not end the process: SIGXFSZ.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plumb::cli {

void catch_interrupts();
bool interrupted();

// From now on writing beyond the limit of file sizes (ulimit -f) fails like writing to a full disk,
// with a message and nothing half written; else it would end the process.
void catch_size_limit();

}  // namespace plumb::cli
