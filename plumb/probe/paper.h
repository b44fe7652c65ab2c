// plumb/probe/paper.h - the paths of paper 000's model from what its probe found.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/profile.h"

namespace plumb {

// One set of paths per kind of pixel that the profile has the six numbers of.
void set_paper_paths(Profile& profile);

}  // namespace plumb
