// plumb/workloads/morphology/morphology.cpp - settings to a Program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/morphology/morphology.h"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/morphology/element.h"
#include "plumb/workloads/morphology/methods.h"

namespace plumb::morphology {
namespace {

bool made_for_cpu(const Settings& settings) {
  const std::string& kernels = settings.text("kernels");
  if (kernels == "device") return settings.device().kind == DeviceKind::cpu;
  return kernels == "cpu";
}

std::uint64_t rows_of(const Settings& settings, bool on_cpu) {
  if (settings.text("rows") == "auto") return on_cpu ? 16 : 8;
  return settings.count("rows");
}

void refuse_beyond(const Element& element, const pixels::SourceImage& image) {
  for (const Offset& offset : element) {
    if (static_cast<std::uint64_t>(std::abs(offset.x)) < image.width &&
        static_cast<std::uint64_t>(std::abs(offset.y)) < image.height)
      continue;
    throw Error(ErrorKind::input,
                fmt::format("the element's offset {} {} lies beyond an image of {} x {} from every "
                            "point; points outside the image do not take part",
                            offset.x, offset.y, image.width, image.height));
  }
}

pixels::Method method_of(const Settings& settings, const Target& target, const Element& element) {
  const std::vector<Half> halves = halves_of(settings.text("operation"), element);
  return settings.text("variant") == "decomposed" ? decomposed(target, halves)
                                                  : one_pass(target, halves);
}

Target target_for(const Settings& settings, const DeviceTraits& device, bool on_cpu,
                  const pixels::SourceImage& image) {
  Target target{.image = image,
                .on_cpu = on_cpu,
                .rows = rows_of(settings, on_cpu),
                .limits = pixels::group_limits(device)};
  target.image.fill = {};
  return target;
}

void add_steps(Program& program, const Settings& settings, const pixels::SourceImage& image,
               const Element& element) {
  const Target target = target_for(settings, settings.device(), made_for_cpu(settings), image);
  const double split = settings.number("split");
  if (split == 1) {
    pixels::add_form(program, image, method_of(settings, target, element), settings);
    return;
  }
  if (settings.text("form") == "pipelined") {
    throw Error(ErrorKind::input,
                fmt::format("--split {} --form pipelined: a split image is not cut into chunks; "
                            "take one of the two",
                            settings.text("split")));
  }
  Target there = target_for(settings, {}, settings.text("second") == "cpu", image);
  there.suffix = "_there";
  pixels::add_split(
      program, image, method_of(settings, target, element), method_of(settings, there, element),
      static_cast<std::uint64_t>(std::llround(split * static_cast<double>(image.height))));
}

}  // namespace

std::vector<Half> halves_of(std::string_view operation, const Element& element) {
  const Half erosion{.greatest = false, .element = element};
  const Half dilation{.greatest = true, .element = reflected(element)};
  if (operation == "erode") return {erosion};
  if (operation == "dilate") return {dilation};
  if (operation == "open") return {erosion, dilation};
  return {dilation, erosion};
}

Definitions pixel_definitions(const Target& target, bool greatest) {
  const bool packed = !target.is_real() && !target.on_cpu;
  return {{"PIXEL", target.is_real() ? "float" : (packed ? "uint" : "uchar")},
          {"PACKED", packed ? "1" : "0"},
          {"REAL", target.is_real() ? (target.on_cpu ? "2" : "1") : "0"},
          {"GREATEST", greatest ? "1" : "0"}};
}

namespace {

// GPUs take a pixel of four bytes in two words of two, see pixel.clh: two minima and a mask.
Operations operations_of(const Target& target, double comparisons) {
  Operations operations;
  if (target.is_real())
    operations.add = comparisons;
  else
    operations.integer = (target.on_cpu ? 1 : 3) * comparisons;
  return operations;
}

}  // namespace

Pass pass_of(const Target& target, const std::string& name, pixels::Rows rows,
             std::uint64_t references, double comparisons) {
  const std::uint64_t bytes = target.pixel_bytes();
  const Bytes whole{target.image.pixels() * bytes};
  const Access reads{.references = static_cast<double>(references),
                     .bytes = Bytes{bytes},
                     .width = bytes,
                     .pattern = references > 1 ? Pattern::neighbourhood : Pattern::self,
                     .footprint = whole,
                     .row_bytes = Bytes{target.image.width * bytes}};
  const Access writes{.references = 1,
                      .bytes = Bytes{bytes},
                      .width = bytes,
                      .pattern = Pattern::self,
                      .footprint = whole,
                      .use = Use::write};
  // Comparisons are not floating-point operations: no flops.
  return {.name = name,
          .points = target.image.width * (rows.last - rows.first),
          .accesses = {reads, writes},
          .flops = {},
          .operations = operations_of(target, comparisons)};
}

void check_settings(const Settings& settings) { (void)program(settings); }

Program program(const Settings& settings) {
  const pixels::SourceImage image = pixels::source_image(settings);
  const Element element = element_of(settings);
  refuse_beyond(element, image);
  Program program;
  program.name = "morphology";
  program.settings = pixels::with_own_size(settings, image)
                         .with("references", std::to_string(element.size()))
                         .values();
  add_steps(program, settings, image, element);
  program.verification = {{.buffer = "result", .expected = {}}};
  return program;
}

std::vector<std::string> files_read(const Settings& settings) {
  std::vector<std::string> files = pixels::files_read(settings);
  if (const auto file = element_file(settings)) files.push_back(*file);
  return files;
}

void examine(const Settings& settings, const Reader& reader, Point&) {
  pixels::write_result(settings, reader);
}

std::vector<NamedTexts> candidates(const DeviceTraits&) {
  std::vector<NamedTexts> all;
  for (const char* rows : {"4", "8", "16"})
    all.push_back({{"variant", "one_pass"}, {"rows", rows}});
  all.push_back({{"variant", "decomposed"}});
  for (const char* chunks : {"2", "4", "8", "16", "32"})
    all.push_back({{"variant", "one_pass"}, {"chunks", chunks}});
  return all;
}

}  // namespace plumb::morphology
