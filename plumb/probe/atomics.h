// plumb/probe/atomics.h - atomic operations on words that are drawn at random.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/probe/probing.h"

namespace plumb {

// Curve atomic.random: seconds of one addition, by the number of words that all of them share, as a
// histogram has them.
void add_atomics(Probing& probing);

}  // namespace plumb
