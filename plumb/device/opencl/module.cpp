// plumb/device/opencl/module.cpp - building programs, kernels and what they need.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/module.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/in_flight.h"
#include "plumb/device/opencl/kernel_parameters.h"
#include "plumb/device/program_cache.h"
#include "plumb/device/source_text.h"

namespace plumb::device::opencl {
namespace {

// With it drivers say what the parameters of a kernel are.
constexpr const char* parameters_too = " -cl-kernel-arg-info";

std::string build_log(const Api& api, cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (api.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) !=
      CL_SUCCESS)
    return {};
  std::string log(size, '\0');
  if (api.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) !=
      CL_SUCCESS) {
    return {};
  }
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

// "name:line:column: message" at the start of a line of a build log.
struct Place {
  std::string_view name;
  std::size_t line = 0;
  std::string_view rest;  // ":column: message"
};

std::optional<Place> place_in(std::string_view text) {
  Place place;
  const std::size_t colon = text.find_first_of(": ");
  if (colon == std::string_view::npos || text[colon] != ':') return std::nullopt;
  place.name = text.substr(0, colon);
  const char* end = text.data() + text.size();
  const auto [after, code] = std::from_chars(text.data() + colon + 1, end, place.line);
  place.rest = {after, static_cast<std::size_t>(end - after)};
  std::size_t column = 0;
  if (code != std::errc{} || !place.rest.starts_with(':')) return std::nullopt;
  if (std::from_chars(after + 1, end, column).ec != std::errc{}) return std::nullopt;
  return place;
}

// NVIDIA's compiler and oclgrind's ignore #line: they speak of "<kernel>:5:3" or "input.cl:5:3" and
// count our definitions. Their places become ours; headers keep theirs.
std::string with_our_places(std::string_view log, const Source& source) {
  const std::size_t added = source.definitions.size() + 1;
  std::string text;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    const auto place = place_in(line);
    const bool foreign = place && place->name != source.name && !place->name.ends_with(".h");
    text += foreign && place->line > added
                ? fmt::format("{}:{}{}\n", source.name, place->line - added, place->rest)
                : fmt::format("{}\n", line);
    log.remove_prefix(std::min(log.size(), line.size() + 1));
  }
  return text;
}

// NVIDIA's compiler (580) fails on a kernel without parameters if it has to describe them: then
// arguments are compared by their number alone.
cl_int build(const Api& api, cl_program program, const Candidate& device) {
  const auto with = [&](const std::string& options) {
    return api.clBuildProgram(program, 1, &device.device, options.c_str(), nullptr, nullptr);
  };
  const cl_int code = with(device.build_options + parameters_too);
  return code == CL_SUCCESS ? code : with(device.build_options);
}

Handle<cl_program> build_from_source(const Api& api, cl_context context, const Candidate& device,
                                     const Source& source, const std::string& text) {
  const char* pointer = text.c_str();
  const std::size_t size = text.size();
  cl_int code = CL_SUCCESS;
  Handle<cl_program> program{api.clCreateProgramWithSource(context, 1, &pointer, &size, &code),
                             api.clReleaseProgram};
  require(code, "clCreateProgramWithSource");
  code = build(api, program.get(), device);
  if (code == CL_SUCCESS) return program;
  std::string log = with_our_places(build_log(api, program.get(), device.device), source);
  if (log.empty()) {
    log =
        "the compiler gave no log; PoCL does this when a kernel is named like a built-in function";
  }
  throw Error(ErrorKind::device,
              fmt::format("building '{}': clBuildProgram: {}", source.name, error_name(code)), log);
}

// Empty when the driver refuses the binary: it may have changed in a way the key does not show.
Handle<cl_program> build_from_binary(const Api& api, cl_context context, const Candidate& device,
                                     const std::string& binary) {
  const auto* pointer = reinterpret_cast<const unsigned char*>(binary.data());
  const std::size_t size = binary.size();
  cl_int status = CL_SUCCESS;
  cl_int code = CL_SUCCESS;
  Handle<cl_program> program{
      api.clCreateProgramWithBinary(context, 1, &device.device, &size, &pointer, &status, &code),
      api.clReleaseProgram};
  if (code != CL_SUCCESS || status != CL_SUCCESS) return {};
  if (build(api, program.get(), device) != CL_SUCCESS) return {};
  return program;
}

std::string binary_of(const Api& api, cl_program program) {
  std::size_t size = 0;
  require(api.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
          "clGetProgramInfo");
  std::string binary(size, '\0');
  auto* pointer = reinterpret_cast<unsigned char*>(binary.data());
  require(api.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(unsigned char*),
                               static_cast<void*>(&pointer), nullptr),
          "clGetProgramInfo");
  return binary;
}

Handle<cl_program> build(const Api& api, cl_context context, const Candidate& device,
                         const Source& source) {
  if (source.language != Language::opencl_c) {
    throw Error(
        ErrorKind::unavailable,
        fmt::format("'{}' is not OpenCL C; OpenCL devices take OpenCL C only, choose a CUDA device",
                    source.name));
  }
  const BuildInFlight in_flight(source.name, device.info.name);
  const std::string text = text_with_definitions(source);
  const std::string key =
      fmt::format("{}\n{}{}\n{}", device.build_key, device.build_options, parameters_too, text);
  if (const auto binary = cached_binary("opencl", key)) {
    if (auto program = build_from_binary(api, context, device, *binary)) return program;
  }
  auto program = build_from_source(api, context, device, source, text);
  store_binary("opencl", key, binary_of(api, program.get()));
  return program;
}

}  // namespace

OpenClKernel::OpenClKernel(const Api& api, cl_device_id device, cl_program program,
                           const std::string& entry, const Typedefs& typedefs,
                           std::string described)
    : api_(&api), device_(device), entry_(entry), described_(std::move(described)) {
  cl_int code = CL_SUCCESS;
  kernel_ = {api.clCreateKernel(program, entry.c_str(), &code), api.clReleaseKernel};
  require(code, "clCreateKernel");
  parameters_ = parameters_of(api, kernel_.get(), typedefs);
}

Resources OpenClKernel::resources() const {
  std::size_t group = 0;
  cl_ulong local = 0;
  cl_ulong private_memory = 0;
  const auto ask = [&](cl_kernel_work_group_info what, auto& value) {
    require(
        api_->clGetKernelWorkGroupInfo(kernel_.get(), device_, what, sizeof value, &value, nullptr),
        "clGetKernelWorkGroupInfo");
  };
  ask(CL_KERNEL_WORK_GROUP_SIZE, group);
  ask(CL_KERNEL_LOCAL_MEM_SIZE, local);
  ask(CL_KERNEL_PRIVATE_MEM_SIZE, private_memory);
  return {.largest_group = group,
          .local_memory = Bytes{local},
          .private_memory = Bytes{private_memory},
          .registers = std::nullopt};
}

OpenClModule::OpenClModule(const Api& api, cl_context context, const Candidate& device,
                           const Source& source)
    : api_(&api),
      device_(device.device),
      program_(build(api, context, device, source)),
      name_(source.name),
      device_name_(device.info.name),
      typedefs_(source.text) {}

std::unique_ptr<Kernel> OpenClModule::kernel(const std::string& entry) {
  return during(fmt::format("taking kernel '{}' from '{}'", entry, name_), [&] {
    return std::make_unique<OpenClKernel>(*api_, device_, program_.get(), entry, typedefs_,
                                          described_kernel(entry, name_, device_name_));
  });
}

std::unique_ptr<Buffer> OpenClModule::global(const std::string& name) {
  throw Error(
      ErrorKind::unavailable,
      fmt::format("global '{}' of '{}': OpenCL C 1.2 has no module globals; use a CUDA device",
                  name, name_));
}

}  // namespace plumb::device::opencl
