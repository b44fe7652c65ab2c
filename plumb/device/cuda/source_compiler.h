// plumb/device/cuda/source_compiler.h - which compiler makes PTX of a source for an opened GPU.
//
// OpenCL C goes through the prelude and NVRTC, as all kernels of Plumbline do. What NVRTC refuses,
// or where it is not installed, the compiler inside NVIDIA's OpenCL driver takes: it knows all of
// OpenCL C. Where that is not here either, the error names the construct and both ways out.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "plumb/device/cuda/compile.h"
#include "plumb/device/cuda/opencl_ptx.h"
#include "plumb/device/info.h"

namespace plumb::device::cuda {

struct CompiledSource {
  CudaPtx ptx;
  std::string compiler;  // "NVRTC 13.0"; empty: the source is PTX
};

class SourceCompiler {
 public:
  // driver_major: 13 for a driver of CUDA 13.0.
  SourceCompiler(const Info& gpu, int driver_major) : gpu_(&gpu), driver_major_(driver_major) {}

  // PTX is kept from run to run by compiler and text; the driver keeps the machine code it makes of
  // it.
  CompiledSource compile(const Source& source);

 private:
  const Compiler& nvrtc(const Source& source);
  [[nodiscard]] unsigned architecture_for(const Compiler& nvrtc) const;
  CompiledSource by_nvrtc(const Source& source);
  [[nodiscard]] std::optional<CompiledSource> kept_from_opencl(const Source& source) const;
  [[nodiscard]] std::optional<CompiledSource> by_opencl(const Source& source) const;
  [[nodiscard]] CompiledSource from_opencl(std::string ptx, const Source& source) const;
  [[nodiscard]] std::string opencl_key(const Source& source) const;

  const Info* gpu_;
  int driver_major_;
  std::unique_ptr<Compiler> nvrtc_;
};

}  // namespace plumb::device::cuda
