// plumb/device/opencl/kernel_parameters.cpp - asking for address spaces, types and names.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/opencl/kernel_parameters.h"

#include <cstring>
#include <string>

#include "plumb/device/parameter.h"

namespace plumb::device::opencl {
namespace {

// Empty where the driver does not keep it.
std::string text_of(const Api& api, cl_kernel kernel, cl_uint index, cl_kernel_arg_info what) {
  std::size_t size = 0;
  if (api.clGetKernelArgInfo(kernel, index, what, 0, nullptr, &size) != CL_SUCCESS) return {};
  std::string text(size, '\0');
  if (api.clGetKernelArgInfo(kernel, index, what, size, text.data(), nullptr) != CL_SUCCESS)
    return {};
  text.resize(std::strlen(text.c_str()));
  return text;
}

std::string resolved(const std::string& type, const Typedefs& typedefs) {
  return typedefs.resolved(abbreviated(type));
}

Parameter parameter_of(const Api& api, cl_kernel kernel, cl_uint index, const Typedefs& typedefs) {
  cl_kernel_arg_address_qualifier space = 0;
  if (api.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space,
                             nullptr) != CL_SUCCESS)
    return {};
  const std::string name = text_of(api, kernel, index, CL_KERNEL_ARG_NAME);
  const std::string type = text_of(api, kernel, index, CL_KERNEL_ARG_TYPE_NAME);
  if (type.ends_with('*') && space != CL_KERNEL_ARG_ADDRESS_LOCAL)
    return pointer_parameter(name, resolved(type.substr(0, type.size() - 1), typedefs) + "*");
  Parameter parameter = value_parameter(name, resolved(type, typedefs));
  // Images and samplers lie in address spaces of the driver's choice.
  if (parameter.kind == ParameterKind::image || parameter.kind == ParameterKind::sampler)
    return parameter;
  if (space == CL_KERNEL_ARG_ADDRESS_LOCAL) parameter.kind = ParameterKind::local;
  if (space == CL_KERNEL_ARG_ADDRESS_GLOBAL || space == CL_KERNEL_ARG_ADDRESS_CONSTANT)
    parameter.kind = ParameterKind::buffer;
  if (space == CL_KERNEL_ARG_ADDRESS_PRIVATE) parameter.kind = ParameterKind::value;
  return parameter;
}

}  // namespace

std::vector<Parameter> parameters_of(const Api& api, cl_kernel kernel, const Typedefs& typedefs) {
  cl_uint count = 0;
  require(api.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr),
          "clGetKernelInfo");
  std::vector<Parameter> parameters;
  for (cl_uint i = 0; i < count; ++i) parameters.push_back(parameter_of(api, kernel, i, typedefs));
  return parameters;
}

}  // namespace plumb::device::opencl
