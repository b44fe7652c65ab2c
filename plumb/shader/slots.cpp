// plumb/shader/slots.cpp - counts slots.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/slots.h"

namespace plumb::shader {

Slots count_slots(const Shader& shader) {
  Slots slots;
  for (const Instruction& instruction : shader.instructions) {
    const int taken = slots_of(instruction.op, shader.profile);
    (is_texture(instruction.op) ? slots.texture : slots.arithmetic) += taken;
  }
  return slots;
}

}  // namespace plumb::shader
