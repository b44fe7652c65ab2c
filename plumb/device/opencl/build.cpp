// plumb/device/opencl/build.cpp - calling the driver's compiler, its log, its binaries.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/build.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/in_flight.h"
#include "plumb/device/opencl/nvidia_ptx.h"
#include "plumb/device/program_cache.h"
#include "plumb/device/source_text.h"

namespace plumb::device::opencl {
namespace {

enum class Describe { parameters, nothing };

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
cl_int build(const Api& api, cl_program program, const Candidate& device,
             const std::string& base_options, Describe parameters) {
  const auto with = [&](const std::string& options) {
    return api.clBuildProgram(program, 1, &device.device, options.c_str(), nullptr, nullptr);
  };
  if (parameters == Describe::parameters) {
    const cl_int code = with(base_options + parameters_too);
    if (code == CL_SUCCESS) return code;
  }
  return with(base_options);
}

Handle<cl_program> build_from_source(const Api& api, cl_context context, const Candidate& device,
                                     const Source& source, const std::string& text,
                                     Describe parameters) {
  const char* pointer = text.c_str();
  const std::size_t size = text.size();
  cl_int code = CL_SUCCESS;
  Handle<cl_program> program{api.clCreateProgramWithSource(context, 1, &pointer, &size, &code),
                             api.clReleaseProgram};
  require(code, "clCreateProgramWithSource");
  std::string options = device.build_options;
  for (const std::string& folder : include_folders(source)) options += " -I " + folder;
  code = build(api, program.get(), device, options, parameters);
  if (code == CL_SUCCESS) return program;
  std::string log = with_our_places(build_log(api, program.get(), device.device), source);
  if (log.empty()) {
    log =
        "the compiler gave no log; PoCL does this when a kernel is named like a built-in function";
  }
  throw Error(ErrorKind::device,
              fmt::format("building '{}': clBuildProgram: {}{}", source.name, error_name(code),
                          include_remedy(source.text, log)),
              log);
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
  if (build(api, program.get(), device, device.build_options, Describe::parameters) != CL_SUCCESS)
    return {};
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

}  // namespace

Handle<cl_context> context_of(const Api& api, const Candidate& device) {
  cl_int code = CL_SUCCESS;
  const cl_context_properties properties[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(device.platform), 0};
  Handle<cl_context> context{
      api.clCreateContext(properties, 1, &device.device, nullptr, nullptr, &code),
      api.clReleaseContext};
  require(code, "clCreateContext");
  return context;
}

SharedProgram build(const Api& api, cl_context context, const Candidate& device,
                    BuiltPrograms& latest, const Source& source) {
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
  const auto shared = [](Handle<cl_program> program) {
    return std::make_shared<const Handle<cl_program>>(std::move(program));
  };
  const auto compile = [&] {
    return build_from_source(api, context, device, source, text, Describe::parameters);
  };
  if (includes_files(source.text)) return shared(compile());
  if (device.kept_kernels == KeptKernels::by_driver) {
    if (SharedProgram program = latest.find(key)) return program;
    SharedProgram program = shared(compile());
    latest.add(key, program);
    return program;
  }
  if (const auto binary = cached_binary("opencl", key)) {
    if (auto program = build_from_binary(api, context, device, *binary))
      return shared(std::move(program));
  }
  Handle<cl_program> program = compile();
  store_binary("opencl", key, binary_of(api, program.get()));
  return shared(std::move(program));
}

// Its cl_nv extension says where a GPU sits. PoCL shows NVIDIA's GPUs, too, but gives no PTX.
std::optional<std::string> nvidia_ptx(const Source& source, const std::string& bus_address) {
  if (bus_address.empty()) return std::nullopt;
  std::vector<Candidate> all;
  Api api;
  try {
    std::vector<PlatformProblem> problems;
    api = load_api();
    all = candidates(api, problems);
  } catch (const Error&) {
    return std::nullopt;  // no loader
  }
  const auto found = std::ranges::find_if(all, [&](const Candidate& candidate) {
    return candidate.info.platform == "NVIDIA CUDA" && candidate.info.bus_address == bus_address;
  });
  if (found == all.end()) return std::nullopt;
  const Handle<cl_context> context = context_of(api, *found);
  const BuildInFlight in_flight(source.name, found->info.name);
  return binary_of(api, build_from_source(api, context.get(), *found, source,
                                          text_with_definitions(source), Describe::nothing)
                            .get());
}

}  // namespace plumb::device::opencl
