// plumb/application/read_kernels.cpp - shapes, arguments, definitions and sources.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/read_kernels.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace plumb {
namespace {

Language language_of(const std::string& path) {
  if (path.ends_with(".cu")) return Language::cuda;
  return path.ends_with(".ptx") ? Language::ptx : Language::opencl_c;
}

Scalar scalar_named(const std::string& word, const TomlView& view) {
  Type type;
  try {
    type = type_from_name(word);
  } catch (const Error& error) {
    view.refuse(explain(error));
  }
  if (type.width != 1) view.refuse("an argument is a scalar, not a vector");
  return type.scalar;
}

bool is_number_or_parameter(const std::string& text, const Application::Parts& parts) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
  return digits || parts.scope.visible().contains(text);
}

std::string definition_of(const TomlView& view) {
  return view.is_number() ? fmt::format("{}", view.number()) : view.text();
}

}  // namespace

void KernelReader::read_sources() {
  for (const TomlView& view : root_.list_or_none("source")) {
    view.only({"name", "text"});
    const std::string name = view.at("name").text();
    if (has_source(name)) view.at("name").refuse(fmt::format("'{}' is named twice", name));
    parts_->sources.push_back({name, language_of(name), view.at("text").text()});
  }
}

void KernelReader::add(const TomlView& word, LaunchPart& launch) {
  const TomlView view = table_named(root_, "kernel", word);
  view.only({"file", "entry", "global", "local", "arguments", "local_bytes", "definitions"});
  launch.kernel = view.name();
  launch.global = extents_of(view.at("global"));
  if (view.has("local")) launch.local = extents_of(view.at("local"));
  launch.local_bytes = expression_or(view, "local_bytes", 0, *parts_);
  for (const TomlView& item : view.at("arguments").list()) {
    launch.arguments.push_back(argument_of(item));
  }
  if (!added_.insert(view.name()).second) return;
  Kernel kernel{.name = view.name(),
                .source = source_of(view.at("file")),
                .entry = view.at("entry").text(),
                .definitions = {}};
  if (view.has("definitions")) {
    for (const TomlView& member : view.at("definitions").members()) {
      kernel.definitions.emplace_back(member.name(), definition_of(member));
    }
  }
  parts_->kernels.push_back(std::move(kernel));
}

std::vector<Expression> KernelReader::extents_of(const TomlView& view) {
  std::vector<Expression> extents;
  for (const TomlView& item : view.list()) extents.push_back(expression_of(item, *parts_));
  if (extents.empty() || extents.size() > 3) view.refuse("expected one to three extents");
  return extents;
}

// "image", a buffer; "N:uint", an expression and its type; "4*N:local", bytes of local memory.
ArgumentPart KernelReader::argument_of(const TomlView& view) {
  const std::string& text = view.text();
  const bool is_buffer =
      std::ranges::find(parts_->buffers, text, &BufferPart::name) != parts_->buffers.end();
  const std::size_t colon = text.rfind(':');
  ArgumentPart argument;
  if (is_buffer || colon == std::string::npos) {
    if (is_number_or_parameter(text, *parts_))
      view.refuse(fmt::format("a number needs its type: \"{}:uint\"", text));
    require_buffer(view, text, *parts_);
    argument.buffer = text;
    return argument;
  }
  const std::string word = trimmed(text.substr(colon + 1));
  argument.local = word == "local";
  if (!argument.local) argument.type = scalar_named(word, view);
  argument.value = {trimmed(text.substr(0, colon)), parts_->scope, view.place()};
  return argument;
}

bool KernelReader::has_source(const std::string& name) const {
  return std::ranges::find(parts_->sources, name, &Source::name) != parts_->sources.end();
}

std::string KernelReader::source_of(const TomlView& view) {
  const std::string& path = view.text();
  if (has_source(path)) return path;
  std::string text;
  try {
    text = (*read_)(path);
  } catch (const Error& error) {
    view.refuse(explain(error));
  }
  parts_->sources.push_back({path, language_of(path), std::move(text)});
  return path;
}

}  // namespace plumb
