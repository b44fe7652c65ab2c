// plumb/records/decision.h - whether to move a program to another device.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace plumb {

enum class Choice {
  port,       // the predicted device is faster
  stay,       // it is slower
  too_close,  // the intervals do not tell
  unknown,    // no model predicts both
};

struct Decision {
  Choice choice = Choice::unknown;
  std::string model = {};  // that decided; empty: none did
  double ratio = 0;        // the rival's time over the predicted one
  double probability = 0;  // that the predicted device is faster
  // Why nobody decided; or, where there is a choice, that the program fits on one device alone.
  std::string reason = {};
  // Nobody chose the model: it decides because plumbline lacks its parameters of a profile.
  bool in_place_of_plumbline = false;
};

}  // namespace plumb
