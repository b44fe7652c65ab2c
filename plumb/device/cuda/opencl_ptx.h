// plumb/device/cuda/opencl_ptx.h - PTX of NVIDIA's OpenCL compiler made into PTX that CUDA loads.
//
// The compiler inside NVIDIA's OpenCL driver gives PTX that only that driver can launch. What CUDA
// does otherwise is written into the text, one rule each:
//
//   .target sm_90, texmode_independent   the texture mode is left out: CUDA has its own
//   .entry k(...)                        .visible .entry k(...): the driver finds it by its name
//   .func vprintf(...);                  .extern .func vprintf(...): the driver has it
//   %envreg0-2, %envreg3-5               0: offset of the groups and of the range; CUDA has neither
//   %envreg6-8                           %nctaid.x, .y, .z: the number of groups
//   %envreg9                             get_work_dim(), from the extents of the launch: 3 where
//                                        the third is above 1, else 2 where the second is, else 1;
//                                        so does the OpenCL back end
//   .param .u64 .ptr .shared p           p arrives as a distance. Where it is loaded, the address
//                                        of one dynamic array of shared memory, behind the
//                                        kernel's own, is added to it (addresses do not begin at
//                                        0: sm_80 and later keep 1 KiB for themselves)
//   .param .u64 .ptr .const p            p is an address of device memory, no place in a bank of
//                                        constants: in this kernel all of .const is read as
//                                        .global.nc, and constants of the program get a copy there
//   .ptr .shared, .ptr .const            left out of declarations: for CUDA they are plain numbers,
//                                        and a module that declares the first assembles, but the
//                                        driver (580) refuses it as an invalid image
//   .metadata_section                    left out: attributes that only OpenCL asks for
//   .samplerref, .texref, .surfref       left out with all kernels that use images: their bindings
//                                        are the OpenCL driver's
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace plumb::device::cuda {

// A kernel of the source that CUDA cannot run, and why not.
struct LeftOutKernel {
  std::string entry;
  std::string why;
};

struct CudaPtx {
  std::string text;
  std::vector<LeftOutKernel> left_out = {};
  // The declarations as the OpenCL compiler wrote them: they say what parameters take. Empty:
  // `text` says it.
  std::string original = {};
};

// `name` is what errors speak of: what is not PTX is refused (ErrorKind::input). A use of these
// things that no rule covers leaves its kernel out.
CudaPtx cuda_ptx_of_opencl(std::string ptx, const std::string& name);

}  // namespace plumb::device::cuda
