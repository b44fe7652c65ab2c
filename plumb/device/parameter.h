// plumb/device/parameter.h - what the parameters of a kernel take, and arguments that do not fit.
//
// A driver copies the bytes of an argument and asks nothing: a float for a uint gives a loop of
// 1.07e9 iterations, an integer for a pointer an address. What a back end knows of a kernel's
// parameters is compared with the arguments once, before the first launch.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "plumb/device/device.h"

namespace plumb::device {

// A parameter of this type, as OpenCL C writes it: "uint", "float4", "image2d_t". Of a name that is
// not of the language (a structure, a typedef) nothing is known.
Parameter value_parameter(std::string name, std::string type);

// A pointer to device memory, "float4*". What it points to is known of numbers of the language.
Parameter pointer_parameter(std::string name, std::string type);

// Refuses (ErrorKind::input) a wrong number of arguments, and an argument whose kind, size or kind
// of number is known not to be the parameter's.
void refuse_wrong_arguments(std::span<const Parameter> parameters,
                            std::span<const Argument> arguments);

// Refuses a buffer whose elements have another size or kind of number than what the parameter
// points to: `elements` has the type of each argument that is a buffer. A vector is its components,
// signed is as good as unsigned, integers may be the bits of reals, and a pointer to bytes takes
// anything.
void refuse_wrong_elements(std::span<const Parameter> parameters,
                           std::span<const std::optional<Type>> elements);

}  // namespace plumb::device
