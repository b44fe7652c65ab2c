// plumb/device/cuda/compile.cpp - calling NVRTC and nvJitLink through our own declarations, ptxas
// where nvJitLink is absent.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/compile.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/device/cuda/left_out.h"
#include "plumb/device/cuda/ptxas.h"
#include "plumb/device/cuda/rounding.h"
#include "plumb/device/embedded.h"
#include "plumb/device/library.h"
#include "plumb/device/source_text.h"

namespace plumb::device::cuda {

// Handles of NVIDIA's; members of classes that a header declares have them.
using NvrtcProgram = struct _nvrtcProgram*;
using LinkHandle = struct nvJitLink*;

namespace {

constexpr int ptx_input = 2;

// The newest first, those newer than the driver last; then a toolkit that the loader does not know
// of.
std::vector<std::string> names_of(const std::string& library, int driver_major) {
  constexpr int newest = 13;
  constexpr int oldest = 12;
  const int first = driver_major >= oldest && driver_major < newest ? driver_major : newest;
  std::vector<std::string> names;
  for (int major = first; major >= oldest; --major)
    names.push_back(fmt::format("{}.so.{}", library, major));
  for (int major = first + 1; major <= newest; ++major)
    names.push_back(fmt::format("{}.so.{}", library, major));
  names.push_back(fmt::format("/usr/local/cuda/lib64/{}.so", library));
  return names;
}

template <class Call>
void load(const Library& library, Call& call, const char* name) {
  call = reinterpret_cast<Call>(library.entry(name, "CUDA 12.4 or later is needed"));
}

std::string trimmed(std::string log) {
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

}  // namespace

// The entry points keep the names that NVIDIA gives them.
// NOLINTBEGIN(readability-identifier-naming)
struct Compiler::Nvrtc {
  explicit Nvrtc(int driver_major)
      : library("NVRTC", "PLUMB_NVRTC_LIBRARY", names_of("libnvrtc", driver_major)) {
    load(library, nvrtcVersion, "nvrtcVersion");
    load(library, nvrtcGetErrorString, "nvrtcGetErrorString");
    load(library, nvrtcGetNumSupportedArchs, "nvrtcGetNumSupportedArchs");
    load(library, nvrtcGetSupportedArchs, "nvrtcGetSupportedArchs");
    load(library, nvrtcCreateProgram, "nvrtcCreateProgram");
    load(library, nvrtcDestroyProgram, "nvrtcDestroyProgram");
    load(library, nvrtcCompileProgram, "nvrtcCompileProgram");
    load(library, nvrtcGetPTXSize, "nvrtcGetPTXSize");
    load(library, nvrtcGetPTX, "nvrtcGetPTX");
    load(library, nvrtcGetProgramLogSize, "nvrtcGetProgramLogSize");
    load(library, nvrtcGetProgramLog, "nvrtcGetProgramLog");
  }
  void require(int code, std::string_view call) const {
    if (code == 0) return;
    throw Error(ErrorKind::device, fmt::format("{}: {}", call, nvrtcGetErrorString(code)));
  }
  [[nodiscard]] std::string log_of(NvrtcProgram program) const {
    std::size_t size = 0;
    if (nvrtcGetProgramLogSize(program, &size) != 0) return {};
    std::string log(size, '\0');
    return nvrtcGetProgramLog(program, log.data()) == 0 ? trimmed(std::move(log)) : std::string();
  }

  Library library;
  int (*nvrtcVersion)(int*, int*) = nullptr;
  const char* (*nvrtcGetErrorString)(int) = nullptr;
  int (*nvrtcGetNumSupportedArchs)(int*) = nullptr;
  int (*nvrtcGetSupportedArchs)(int*) = nullptr;
  int (*nvrtcCreateProgram)(NvrtcProgram*, const char*, const char*, int, const char* const*,
                            const char* const*) = nullptr;
  int (*nvrtcDestroyProgram)(NvrtcProgram*) = nullptr;
  int (*nvrtcCompileProgram)(NvrtcProgram, int, const char* const*) = nullptr;
  int (*nvrtcGetPTXSize)(NvrtcProgram, std::size_t*) = nullptr;
  int (*nvrtcGetPTX)(NvrtcProgram, char*) = nullptr;
  int (*nvrtcGetProgramLogSize)(NvrtcProgram, std::size_t*) = nullptr;
  int (*nvrtcGetProgramLog)(NvrtcProgram, char*) = nullptr;
};

struct Linker::JitLink {
  JitLink() : library("nvJitLink", "PLUMB_NVJITLINK_LIBRARY", names_of("libnvJitLink", 0)) {
    load(library, nvJitLinkVersion, "nvJitLinkVersion");
    load(library, nvJitLinkCreate, "nvJitLinkCreate");
    load(library, nvJitLinkDestroy, "nvJitLinkDestroy");
    load(library, nvJitLinkAddData, "nvJitLinkAddData");
    load(library, nvJitLinkComplete, "nvJitLinkComplete");
    load(library, nvJitLinkGetLinkedCubinSize, "nvJitLinkGetLinkedCubinSize");
    load(library, nvJitLinkGetLinkedCubin, "nvJitLinkGetLinkedCubin");
    load(library, nvJitLinkGetErrorLogSize, "nvJitLinkGetErrorLogSize");
    load(library, nvJitLinkGetErrorLog, "nvJitLinkGetErrorLog");
  }
  [[nodiscard]] std::string log_of(LinkHandle handle) const {
    std::size_t size = 0;
    if (nvJitLinkGetErrorLogSize(handle, &size) != 0) return {};
    std::string log(size, '\0');
    return nvJitLinkGetErrorLog(handle, log.data()) == 0 ? trimmed(std::move(log)) : std::string();
  }

  Library library;
  int (*nvJitLinkVersion)(unsigned*, unsigned*) = nullptr;
  int (*nvJitLinkCreate)(LinkHandle*, std::uint32_t, const char**) = nullptr;
  int (*nvJitLinkDestroy)(LinkHandle*) = nullptr;
  int (*nvJitLinkAddData)(LinkHandle, int, const void*, std::size_t, const char*) = nullptr;
  int (*nvJitLinkComplete)(LinkHandle) = nullptr;
  int (*nvJitLinkGetLinkedCubinSize)(LinkHandle, std::size_t*) = nullptr;
  int (*nvJitLinkGetLinkedCubin)(LinkHandle, void*) = nullptr;
  int (*nvJitLinkGetErrorLogSize)(LinkHandle, std::size_t*) = nullptr;
  int (*nvJitLinkGetErrorLog)(LinkHandle, char*) = nullptr;
};
// NOLINTEND(readability-identifier-naming)

std::string full_text(const Source& source) {
  std::string own = text_with_definitions(source);
  if (source.language != Language::opencl_c) return own;
  return fmt::format("#line 1 \"prelude.cuh\"\n{}#line 1 \"images.cuh\"\n{}{}",
                     embedded::device_cuda_prelude_cuh(), embedded::device_cuda_images_cuh(), own);
}

std::string with_usual_places(std::string_view log) {
  std::string text;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    const std::size_t open = line.find('(');
    const std::size_t close = line.find("): ");
    const bool place = open != std::string_view::npos && close != std::string_view::npos &&
                       open + 1 < close &&
                       std::ranges::all_of(line.substr(open + 1, close - open - 1),
                                           [](unsigned char c) { return std::isdigit(c) != 0; });
    text += place ? fmt::format("{}:{}:{}\n", line.substr(0, open),
                                line.substr(open + 1, close - open - 1), line.substr(close + 2))
                  : fmt::format("{}\n", line);
    log.remove_prefix(std::min(log.size(), line.size() + 1));
  }
  return text;
}

Compiler::Compiler(int driver_major) : nvrtc_(std::make_unique<Nvrtc>(driver_major)) {}
Compiler::~Compiler() = default;
Compiler::Compiler(Compiler&&) noexcept = default;

std::string Compiler::version() const {
  int major = 0;
  int minor = 0;
  nvrtc_->require(nvrtc_->nvrtcVersion(&major, &minor), "nvrtcVersion");
  return fmt::format("{}.{}", major, minor);
}

std::vector<unsigned> Compiler::architectures() const {
  int count = 0;
  nvrtc_->require(nvrtc_->nvrtcGetNumSupportedArchs(&count), "nvrtcGetNumSupportedArchs");
  std::vector<int> all(static_cast<std::size_t>(count));
  nvrtc_->require(nvrtc_->nvrtcGetSupportedArchs(all.data()), "nvrtcGetSupportedArchs");
  std::vector<unsigned> result(all.begin(), all.end());
  std::ranges::sort(result);
  return result;
}

std::vector<std::string> Compiler::options(const Source& source, unsigned architecture) {
  std::vector<std::string> options{fmt::format("--gpu-architecture=compute_{}", architecture),
                                   "--std=c++17", "--generate-line-info"};
  for (const std::string& folder : include_folders(source))
    options.push_back("--include-path=" + folder);
  if (source.language != Language::opencl_c) return options;
  options.emplace_back("--device-as-default-execution-space");
  if (rounds_one_by_one(source.text)) options.emplace_back("--fmad=false");
  return options;
}

std::string Compiler::ptx(const Source& source, unsigned architecture) const {
  const std::string text = full_text(source);
  NvrtcProgram program = nullptr;
  nvrtc_->require(
      nvrtc_->nvrtcCreateProgram(&program, text.c_str(), source.name.c_str(), 0, nullptr, nullptr),
      "nvrtcCreateProgram");
  const auto destroy = [this](NvrtcProgram made) { nvrtc_->nvrtcDestroyProgram(&made); };
  const std::unique_ptr<_nvrtcProgram, decltype(destroy)> owner(program, destroy);

  const std::vector<std::string> chosen = options(source, architecture);
  std::vector<const char*> words;
  for (const std::string& option : chosen) words.push_back(option.c_str());
  const int code =
      nvrtc_->nvrtcCompileProgram(program, static_cast<int>(words.size()), words.data());
  if (code != 0) {
    std::string log = with_usual_places(nvrtc_->log_of(program));
    if (source.language == Language::opencl_c)
      log += left_out_construct(log, source.name, source.text);
    throw Error(ErrorKind::device,
                fmt::format("building '{}': nvrtcCompileProgram: {}{}", source.name,
                            nvrtc_->nvrtcGetErrorString(code), include_remedy(source.text, log)),
                log);
  }
  std::size_t size = 0;
  nvrtc_->require(nvrtc_->nvrtcGetPTXSize(program, &size), "nvrtcGetPTXSize");
  std::string ptx(size, '\0');
  nvrtc_->require(nvrtc_->nvrtcGetPTX(program, ptx.data()), "nvrtcGetPTX");
  while (!ptx.empty() && ptx.back() == '\0') ptx.pop_back();
  return with_pinned_rounding(ptx);
}

std::string Compiler::key(const Source& source, unsigned architecture) const {
  return fmt::format("nvrtc {}, pinned rounding\n{}\n{}\n{}", version(),
                     fmt::join(options(source, architecture), " "), source.name, full_text(source));
}

// A library that was named and is not there is a mistake; only an absent one has a substitute.
Linker::Linker() {
  if (ptxas_is_chosen()) {
    ptxas_ = find_ptxas();
    return;
  }
  try {
    jit_link_ = std::make_unique<JitLink>();
  } catch (const Error& missing) {
    if (std::getenv("PLUMB_NVJITLINK_LIBRARY") != nullptr) throw;
    try {
      ptxas_ = find_ptxas();
    } catch (const Error& absent) {
      throw Error(missing.kind(), fmt::format("{}; {}", missing.what(), absent.what()),
                  missing.detail());
    }
  }
}
Linker::~Linker() = default;
Linker::Linker(Linker&&) noexcept = default;

std::string Linker::tool() const {
  if (!jit_link_) return ptxas_;
  unsigned major = 0;
  unsigned minor = 0;
  jit_link_->nvJitLinkVersion(&major, &minor);
  return fmt::format("nvJitLink {}.{}", major, minor);
}

std::vector<std::byte> Linker::cubin(std::string_view ptx, const std::string& name,
                                     unsigned architecture, bool lines) const {
  return jit_link_ ? linked(std::string(ptx), name, architecture, lines)
                   : run_ptxas(ptxas_, ptx, name, architecture, lines);
}

std::vector<std::byte> Linker::linked(const std::string& ptx, const std::string& name,
                                      unsigned architecture, bool lines) const {
  const std::string target = "-arch=" + machine_name(ptx, architecture);
  const char* options[] = {target.c_str(), "-lineinfo"};
  LinkHandle handle = nullptr;
  const auto require = [&](int code, std::string_view call) {
    if (code == 0) return;
    throw Error(ErrorKind::device,
                fmt::format("linking '{}' for sm_{}: {}: error {}", name, architecture, call, code),
                handle != nullptr ? jit_link_->log_of(handle) : std::string());
  };
  const int created = jit_link_->nvJitLinkCreate(&handle, lines ? 2 : 1, options);
  const auto destroy = [this](LinkHandle made) { jit_link_->nvJitLinkDestroy(&made); };
  const std::unique_ptr<nvJitLink, decltype(destroy)> owner(handle, destroy);
  require(created, "nvJitLinkCreate");

  // It takes text with its closing zero.
  require(jit_link_->nvJitLinkAddData(handle, ptx_input, ptx.c_str(), ptx.size() + 1, name.c_str()),
          "nvJitLinkAddData");
  require(jit_link_->nvJitLinkComplete(handle), "nvJitLinkComplete");
  std::size_t size = 0;
  require(jit_link_->nvJitLinkGetLinkedCubinSize(handle, &size), "nvJitLinkGetLinkedCubinSize");
  std::vector<std::byte> code(size);
  require(jit_link_->nvJitLinkGetLinkedCubin(handle, code.data()), "nvJitLinkGetLinkedCubin");
  return code;
}

}  // namespace plumb::device::cuda
