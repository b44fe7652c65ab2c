// cli/frame/interrupt.h - a first interrupt asks the run to end with what is finished and says what
// it waits for; a second one kills.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plumb::cli {

void catch_interrupts();
bool interrupted();

}  // namespace plumb::cli
