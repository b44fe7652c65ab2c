// tests/device/parameter_test.cpp - arguments beside the parameters of a kernel.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/parameter.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/device/argument.h"
#include "plumb/device/opencl/typedefs.h"
#include "tests/device/each_device.h"

namespace plumb::device {
namespace {

using testing::HasSubstr;

class SomeBuffer final : public Buffer {
 public:
  [[nodiscard]] Bytes size() const override { return Bytes{4}; }
};

class SomeImage final : public Image {
 public:
  explicit SomeImage(std::uint64_t depth) { format_.depth = depth; }
  [[nodiscard]] const ImageFormat& format() const override { return format_; }

 private:
  ImageFormat format_;
};

std::string complaint(const Parameter& parameter, const Argument& argument) {
  ErrorKind kind{};
  const std::array<Parameter, 1> parameters{parameter};
  const std::array<Argument, 1> arguments{argument};
  const std::string text = refusal([&] { refuse_wrong_arguments(parameters, arguments); }, &kind);
  if (text != "nothing was thrown") {
    EXPECT_EQ(kind, ErrorKind::input);
  }
  return text;
}

const std::string fits = "nothing was thrown";

TEST(Parameter, of_a_type_of_the_language_takes_its_size_and_kind_of_number) {
  EXPECT_EQ(complaint(value_parameter("n", "uint"), scalar(std::uint32_t{1})), fits);
  EXPECT_EQ(complaint(value_parameter("n", "uint"), scalar(std::int32_t{1})), fits);
  EXPECT_EQ(
      complaint(value_parameter("n", "uint"), scalar(1.0F)),
      "argument 1 is a float, parameter 'n' is of type uint; give a value of the parameter's type");
  EXPECT_EQ(
      complaint(value_parameter("f", "float"), scalar(1)),
      "argument 1 is an integer of 4 bytes, parameter 'f' is of type float; give a value of the "
      "parameter's type");
  EXPECT_THAT(complaint(value_parameter("f", "float"), scalar(1.0)),
              HasSubstr("argument 1 is a double"));
  EXPECT_THAT(complaint(value_parameter("v", "float3"), scalar(1.0F)),
              HasSubstr("is of type float3"));
}

TEST(Parameter, of_an_unknown_type_takes_any_value_and_nothing_else) {
  Parameter parameter = value_parameter("p", "real_t");
  EXPECT_EQ(complaint(parameter, scalar(1.0)), fits);
  EXPECT_EQ(complaint(parameter, scalar(1)), fits);
  parameter.kind = ParameterKind::value;
  const SomeBuffer buffer;

  EXPECT_EQ(complaint(parameter, &buffer),
            "argument 1 is a buffer, parameter 'p' is of type real_t; give a value of the "
            "parameter's type");
}

TEST(Parameter, of_eight_bytes_without_a_kind_may_be_an_address_or_a_number) {
  const Parameter parameter{.size = 8};
  const SomeBuffer buffer;

  EXPECT_EQ(complaint(parameter, &buffer), fits);
  EXPECT_EQ(complaint(parameter, scalar(std::uint64_t{1})), fits);
  EXPECT_EQ(complaint(parameter, scalar(1)),
            "argument 1 is an integer of 4 bytes, the parameter takes 8 bytes; give a value of the "
            "parameter's type");
  EXPECT_THAT(complaint({.type = ".u64", .size = 8, .number = NumberKind::integer}, scalar(1.0)),
              HasSubstr("argument 1 is a double, the parameter is of type .u64"));
  EXPECT_THAT(complaint({.size = 80}, &buffer), HasSubstr("the parameter takes 80 bytes"));
}

TEST(Parameter, that_is_an_image_takes_one_of_its_shape) {
  const SomeImage flat(1);
  const SomeImage deep(3);

  EXPECT_EQ(complaint(value_parameter("i", "image2d_t"), &flat), fits);
  EXPECT_EQ(complaint(value_parameter("i", "image3d_t"), &deep), fits);
  EXPECT_EQ(
      complaint(value_parameter("i", "image3d_t"), &flat),
      "argument 1 is a 2-D image, parameter 'i' is of type image3d_t; give an image of that shape");
  EXPECT_THAT(complaint(value_parameter("i", "image2d_t"), &deep), HasSubstr("is a 3-D image"));
  EXPECT_THAT(complaint({.kind = ParameterKind::buffer}, &flat),
              HasSubstr("argument 1 is a 2-D image, the parameter is a pointer; give a buffer"));
  EXPECT_THAT(complaint(value_parameter("s", "sampler_t"), scalar(1)),
              HasSubstr("declare a constant sampler in the kernel"));
}

std::string complaint_about_elements(const std::string& type, std::optional<Type> element) {
  ErrorKind kind{};
  const std::array<Parameter, 1> parameters{pointer_parameter("x", type)};
  const std::array<std::optional<Type>, 1> elements{element};
  const std::string text = refusal([&] { refuse_wrong_elements(parameters, elements); }, &kind);
  if (text != "nothing was thrown") {
    EXPECT_EQ(kind, ErrorKind::input);
  }
  return text;
}

TEST(Parameter, that_points_to_numbers_takes_a_buffer_of_their_size_and_kind) {
  const Type of_float{Scalar::f32, 1};
  EXPECT_EQ(complaint_about_elements("double*", of_float),
            "argument 1 is a buffer of float, parameter 'x' is of type double*; give a buffer of "
            "such elements, or declare the parameter as a pointer to uchar or to a structure");
  EXPECT_THAT(complaint_about_elements("float4*", Type{Scalar::f64, 1}),
              HasSubstr("a buffer of double, parameter 'x' is of type float4*"));
  EXPECT_THAT(complaint_about_elements("float*", Type{Scalar::u32, 1}),
              HasSubstr("a buffer of uint"));
  EXPECT_THAT(complaint_about_elements("ulong*", Type{Scalar::u32, 1}),
              HasSubstr("a buffer of uint"));
  EXPECT_THAT(complaint_about_elements("float*", Type{Scalar::u8, 4}),
              HasSubstr("a buffer of uchar4"));
}

TEST(Parameter, that_points_to_another_width_or_to_bytes_or_to_what_is_not_known_takes_any_buffer) {
  const Type of_float{Scalar::f32, 1};
  for (const char* type : {"float*", "float3*", "float4*", "char*", "uchar4*", "void*", "part*",
                           "half*", "real*", "float**", ""})
    EXPECT_EQ(complaint_about_elements(type, of_float), fits) << type;
  EXPECT_EQ(complaint_about_elements("int*", Type{Scalar::u32, 1}), fits);
  EXPECT_EQ(complaint_about_elements("uint*", of_float), fits) << "bits, as atomics take them";
  EXPECT_EQ(complaint_about_elements("uint*", Type{Scalar::i32, 4}), fits);
  EXPECT_EQ(complaint_about_elements("ulong*", Type{Scalar::u32, 2}), fits);
  EXPECT_EQ(complaint_about_elements("uint*", Type{Scalar::u8, 4}), fits) << "a pixel";
  EXPECT_EQ(complaint_about_elements("double*", std::nullopt), fits) << "not a buffer";
}

TEST(Parameter, another_number_of_arguments_is_refused_with_the_names) {
  const std::array<Parameter, 2> parameters{value_parameter("a", "int"), Parameter{.name = "b"}};

  EXPECT_EQ(refusal([&] { refuse_wrong_arguments(parameters, {}); }),
            "takes 2 arguments (a, b), 0 were given");
  const Argument both[] = {scalar(1), scalar(2)};
  EXPECT_EQ(refusal([&] { refuse_wrong_arguments({parameters.data(), 1}, both); }),
            "takes 1 argument (a), 2 were given");
  EXPECT_EQ(refusal([&] { refuse_wrong_arguments(parameters, {both, 1}); }),
            "takes 2 arguments (a, b), 1 was given");
}

TEST(Typedefs, of_one_name_for_another_are_resolved_unless_declared_in_two_ways) {
  const opencl::Typedefs typedefs(
      "typedef float real; // typedef double real;\ntypedef\nunsigned  int count_t ;\n"
      "typedef real twice;\ntypedef struct { int a; } part;\ntypedef float* place;\n"
      "#ifdef WIDE\ntypedef double number;\n#else\ntypedef float number;\n#endif\n"
      "/* typedef int hidden; */ int mytypedef; typedef const volatile long int wide; typedef self "
      "self;");

  EXPECT_EQ(typedefs.resolved("real"), "float");
  EXPECT_EQ(typedefs.resolved("count_t"), "uint");
  EXPECT_EQ(typedefs.resolved("twice"), "float");
  EXPECT_EQ(typedefs.resolved("part"), "part");
  EXPECT_EQ(typedefs.resolved("place"), "place");
  EXPECT_EQ(typedefs.resolved("number"), "number");
  EXPECT_EQ(typedefs.resolved("hidden"), "hidden");
  EXPECT_EQ(typedefs.resolved("wide"), "long");
  EXPECT_EQ(typedefs.resolved("self"), "self");
  EXPECT_EQ(opencl::abbreviated("unsigned int"), "uint");
  EXPECT_EQ(opencl::abbreviated("unsigned"), "uint");
  EXPECT_EQ(opencl::abbreviated("signed char"), "char");
  EXPECT_EQ(opencl::abbreviated("float*"), "float*");
}

class ParametersOfKernels : public EachDevice {};

TEST_P(ParametersOfKernels, are_known_from_the_source_and_from_the_kept_binary) {
  const Source source{
      .name = "case.cl",
      .language = Language::opencl_c,
      .text =
          "__kernel void case_known(__global uint* x, const float by, "
          "__constant unsigned int* c, const uint n) { x[0] = n + c[0] * (uint)by; }\n",
      .definitions = {}};
  for (int run = 0; run < 2; ++run) {  // the second one loads what the first one kept
    const auto module = device->load(source);
    const auto kernel = module->kernel("case_known");
    const std::vector<Parameter>& found = kernel->parameters();

    ASSERT_EQ(found.size(), 4U);
    if (device->info().backend == "opencl" && found[0].type.empty())
      GTEST_SKIP() << "the driver keeps no argument information";
    EXPECT_NE(found[0].kind, ParameterKind::value);
    EXPECT_EQ(found[1].kind, ParameterKind::value);
    EXPECT_EQ(found[1].number, NumberKind::real);
    EXPECT_NE(found[2].kind, ParameterKind::value);
    if (device->info().backend == "opencl") {
      EXPECT_EQ(found[0].element, (Type{Scalar::u32, 1}));
      EXPECT_EQ(found[2].element, (Type{Scalar::u32, 1}));
      EXPECT_EQ(found[3].element, std::nullopt);
    }
    EXPECT_EQ(found[3].size, 4U);
  }
}

PLUMB_FOR_EACH_DEVICE(ParametersOfKernels);

}  // namespace
}  // namespace plumb::device
