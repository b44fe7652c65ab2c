// plumb/device/cuda/compile.h - source to PTX (NVRTC) and PTX to machine code (nvJitLink or ptxas),
// without a GPU.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "plumb/device/device.h"

namespace plumb::device::cuda {

// NVRTC, opened at run time: $PLUMB_NVRTC_LIBRARY, else the system's, else that of /usr/local/cuda.
class Compiler {
 public:
  // Prefers an NVRTC that is not newer than the driver (13 for CUDA 13.0), whose PTX the driver can
  // read; 0: the newest. ErrorKind::unavailable when none is here.
  explicit Compiler(int driver_major = 0);
  ~Compiler();
  Compiler(Compiler&&) noexcept;

  [[nodiscard]] std::string version() const;                  // "13.0"
  [[nodiscard]] std::vector<unsigned> architectures() const;  // {75, 80, ...}, ascending

  // The compiler's options: what PTX depends on besides the text.
  [[nodiscard]] static std::vector<std::string> options(const Source& source,
                                                        unsigned architecture);

  // PTX of an OpenCL C source (through the prelude) or a CUDA source for compute_<architecture>,
  // with pinned rounding (see rounding.h).
  // ErrorKind::device with the compiler's log, its places as name:line.
  [[nodiscard]] std::string ptx(const Source& source, unsigned architecture) const;

  // All that this PTX depends on, for keeping it from run to run.
  [[nodiscard]] std::string key(const Source& source, unsigned architecture) const;

 private:
  struct Nvrtc;
  std::unique_ptr<Nvrtc> nvrtc_;
};

// nvJitLink, opened at run time: $PLUMB_NVJITLINK_LIBRARY, else as above. Where it is not here, the
// program ptxas (see ptxas.h), whose code may differ in small things; $PLUMB_PTXAS chooses it.
class Linker {
 public:
  Linker();  // ErrorKind::unavailable when neither is here
  ~Linker();
  Linker(Linker&&) noexcept;

  [[nodiscard]] std::string tool() const;  // "nvJitLink 13.0" or the path of ptxas

  // Machine code for sm_<architecture>, or sm_<architecture>a where the text is for that alone;
  // `name` is what errors speak of. With `lines` it keeps the line numbers of the PTX, which
  // changes no instruction.
  [[nodiscard]] std::vector<std::byte> cubin(std::string_view ptx, const std::string& name,
                                             unsigned architecture, bool lines = false) const;

 private:
  struct JitLink;
  [[nodiscard]] std::vector<std::byte> linked(const std::string& ptx, const std::string& name,
                                              unsigned architecture, bool lines) const;

  std::unique_ptr<JitLink> jit_link_;
  std::string ptxas_;  // not empty: it is used in the place of nvJitLink
};

// The text that NVRTC sees: the prelude before OpenCL C, then definitions and source.
std::string full_text(const Source& source);

// NVRTC writes "name(3): error"; everybody else writes "name:3: error".
std::string with_usual_places(std::string_view log);

}  // namespace plumb::device::cuda
