// plumb/device/parameter.cpp - types by their names; comparing parameters with arguments.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/parameter.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/records/type.h"

namespace plumb::device {
namespace {

// Absent for a structure or a typedef. Vectors of three are as large as those of four.
std::optional<Type> type_if_known(std::string name) {
  if (name.ends_with('3')) name.back() = '4';
  try {
    return type_from_name(name);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string text_of(const Argument& argument) {
  if (std::holds_alternative<const Buffer*>(argument)) return "a buffer";
  if (const auto* local = std::get_if<LocalMemory>(&argument))
    return fmt::format("{} of local memory", to_text(local->size));
  if (const auto* image = std::get_if<const Image*>(&argument))
    return (*image)->format().depth > 1 ? "a 3-D image" : "a 2-D image";
  const ScalarValue& scalar = std::get<ScalarValue>(argument);
  if (scalar.number == NumberKind::real) return scalar.size == 4 ? "a float" : "a double";
  return fmt::format("{} of {} bytes",
                     scalar.number == NumberKind::integer ? "an integer" : "a value", scalar.size);
}

std::string text_of(const Parameter& parameter) {
  const std::string name =
      parameter.name.empty() ? "the parameter" : fmt::format("parameter '{}'", parameter.name);
  if (parameter.kind == ParameterKind::local) return name + " points to local memory";
  if (!parameter.type.empty()) return fmt::format("{} is of type {}", name, parameter.type);
  if (parameter.kind == ParameterKind::buffer) return name + " is a pointer";
  return fmt::format("{} takes {} bytes", name, parameter.size);
}

const char* way_out(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::buffer:
      return "give a buffer";
    case ParameterKind::local:
      return "give bytes of local memory";
    case ParameterKind::image:
      return "give an image of that shape";
    case ParameterKind::sampler:
      return "declare a constant sampler in the kernel";
    case ParameterKind::value:
    case ParameterKind::unknown:
      break;
  }
  return "give a value of the parameter's type";
}

bool fits(const Parameter& parameter, const Image& image) {
  if (parameter.kind == ParameterKind::unknown) return true;  // a back end checks the size
  if (parameter.kind != ParameterKind::image) return false;
  const bool deep = image.format().depth > 1;
  if (parameter.type == "image2d_t") return !deep;
  return parameter.type != "image3d_t" || deep;
}

bool fits(const Parameter& parameter, const ScalarValue& scalar) {
  if (parameter.kind != ParameterKind::value && parameter.kind != ParameterKind::unknown)
    return false;
  if (parameter.size != 0 && parameter.size != scalar.size) return false;
  return parameter.number == NumberKind::unknown || scalar.number == NumberKind::unknown ||
         parameter.number == scalar.number;
}

// Reals are read as what they are. Integers may view the bits of anything that they divide: atomics
// on reals, a pixel of four bytes as a word.
bool fits(const Parameter& parameter, Type element) {
  if (!parameter.element) return true;
  const Scalar pointed = parameter.element->scalar;
  const Bytes size = plumb::size_of(Type{pointed, 1});
  if (is_real(pointed))
    return is_real(element.scalar) && size == plumb::size_of(Type{element.scalar, 1});
  return size == plumb::size_of(Type{element.scalar, 1}) ||
         plumb::size_of(element).count % size.count == 0;
}

bool fits(const Parameter& parameter, const Argument& argument) {
  if (const auto* scalar = std::get_if<ScalarValue>(&argument)) return fits(parameter, *scalar);
  if (const auto* image = std::get_if<const Image*>(&argument)) return fits(parameter, **image);
  if (std::holds_alternative<LocalMemory>(argument)) {
    return parameter.kind == ParameterKind::local ||
           (parameter.kind == ParameterKind::unknown && parameter.size == 0);
  }
  constexpr std::size_t address = 8;
  if (parameter.kind == ParameterKind::unknown)
    return parameter.size == 0 || parameter.size == address;
  return parameter.kind == ParameterKind::buffer;
}

}  // namespace

Parameter value_parameter(std::string name, std::string type) {
  Parameter parameter{.name = std::move(name), .type = std::move(type)};
  if (parameter.type == "sampler_t") {
    parameter.kind = ParameterKind::sampler;
  } else if (parameter.type.starts_with("image") && parameter.type.ends_with("_t")) {
    parameter.kind = ParameterKind::image;
  } else if (const std::optional<Type> known = type_if_known(parameter.type)) {
    parameter.kind = ParameterKind::value;
    parameter.size = plumb::size_of(*known).count;
    parameter.number = is_real(known->scalar) ? NumberKind::real : NumberKind::integer;
  }
  return parameter;
}

Parameter pointer_parameter(std::string name, std::string type) {
  Parameter parameter{
      .name = std::move(name), .type = std::move(type), .kind = ParameterKind::buffer};
  if (parameter.type.ends_with('*'))
    parameter.element = type_if_known(parameter.type.substr(0, parameter.type.size() - 1));
  return parameter;
}

void refuse_wrong_arguments(std::span<const Parameter> parameters,
                            std::span<const Argument> arguments) {
  if (parameters.size() != arguments.size()) {
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters)
      if (!parameter.name.empty()) names.push_back(parameter.name);
    throw Error(ErrorKind::input,
                fmt::format("takes {} argument{}{}, {} {} given", parameters.size(),
                            parameters.size() == 1 ? "" : "s",
                            names.empty() ? "" : fmt::format(" ({})", fmt::join(names, ", ")),
                            arguments.size(), arguments.size() == 1 ? "was" : "were"));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (fits(parameters[i], arguments[i])) continue;
    throw Error(ErrorKind::input,
                fmt::format("argument {} is {}, {}; {}", i + 1, text_of(arguments[i]),
                            text_of(parameters[i]), way_out(parameters[i])));
  }
}

void refuse_wrong_elements(std::span<const Parameter> parameters,
                           std::span<const std::optional<Type>> elements) {
  for (std::size_t i = 0; i < std::min(parameters.size(), elements.size()); ++i) {
    if (!elements[i] || fits(parameters[i], *elements[i])) continue;
    throw Error(ErrorKind::input,
                fmt::format("argument {} is a buffer of {}, {}; give a buffer of such elements, or "
                            "declare the parameter as a pointer to uchar or to a structure",
                            i + 1, name_of(*elements[i]), text_of(parameters[i])));
  }
}

}  // namespace plumb::device
