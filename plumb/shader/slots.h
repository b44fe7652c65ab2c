// plumb/shader/slots.h - the slots that a program takes of its profile's limits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/shader/language/shader.h"

namespace plumb::shader {

struct Slots {
  int arithmetic = 0;
  int texture = 0;
  [[nodiscard]] int total() const { return arithmetic + texture; }
};

Slots count_slots(const Shader& shader);

}  // namespace plumb::shader
