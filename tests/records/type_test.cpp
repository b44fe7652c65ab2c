// tests/records/type_test.cpp - names and sizes of element types, and what their scalars hold.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/type.h"

#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/records/refusal.h"

namespace plumb {
namespace {

struct Known {
  std::string name;
  Scalar scalar;
  std::uint64_t bytes;
};

const std::vector<Known>& known_scalars() {
  static const std::vector<Known> known{{"char", Scalar::i8, 1},   {"uchar", Scalar::u8, 1},
                                        {"short", Scalar::i16, 2}, {"ushort", Scalar::u16, 2},
                                        {"int", Scalar::i32, 4},   {"uint", Scalar::u32, 4},
                                        {"long", Scalar::i64, 8},  {"ulong", Scalar::u64, 8},
                                        {"float", Scalar::f32, 4}, {"double", Scalar::f64, 8}};
  return known;
}

TEST(Type, every_name_of_a_scalar_or_a_vector_reads_back) {
  for (const Known& known : known_scalars()) {
    for (const unsigned width : {1U, 2U, 4U, 8U, 16U}) {
      const std::string name = width == 1 ? known.name : known.name + std::to_string(width);

      const Type type = type_from_name(name);

      EXPECT_EQ(type, (Type{known.scalar, width}));
      EXPECT_EQ(name_of(type), name);
      EXPECT_EQ(size_of(type), Bytes{known.bytes * width});
    }
  }
}

TEST(Type, only_float_and_double_are_real) {
  for (const Known& known : known_scalars()) {
    EXPECT_EQ(is_real(known.scalar), known.name == "float" || known.name == "double");
  }
}

TEST(Type, an_integer_holds_the_whole_numbers_of_its_range_alone) {
  EXPECT_TRUE(holds(Scalar::i8, -128));
  EXPECT_FALSE(holds(Scalar::i8, -129));
  EXPECT_TRUE(holds(Scalar::u8, 255));
  EXPECT_FALSE(holds(Scalar::u8, 256));
  EXPECT_FALSE(holds(Scalar::u8, -1));
  EXPECT_FALSE(holds(Scalar::u8, 0.5));
  EXPECT_TRUE(holds(Scalar::i64, -0x1p63));
  EXPECT_FALSE(holds(Scalar::i64, 0x1p63));
  EXPECT_TRUE(holds(Scalar::u64, 0x1p63));
  EXPECT_FALSE(holds(Scalar::u64, 0x1p64));
}

TEST(Type, a_real_holds_what_it_can_round_to_a_finite_number) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();

  EXPECT_TRUE(holds(Scalar::f32, 0.1));
  EXPECT_TRUE(holds(Scalar::f32, -3e38));
  EXPECT_FALSE(holds(Scalar::f32, 4e38));
  EXPECT_TRUE(holds(Scalar::f64, 4e38));
  for (const Known& known : known_scalars()) {
    EXPECT_FALSE(holds(known.scalar, infinity)) << known.name;
    EXPECT_FALSE(holds(known.scalar, nan)) << known.name;
  }
}

TEST(Type, what_opencl_c_does_not_know_is_refused_with_the_names_it_knows) {
  const std::string rest =
      "; known are char, uchar, short, ushort, int, uint, long, ulong, float, double and their "
      "vectors of 2, 4, 8 and 16";

  for (const std::string name : {"", "4", "half", "Float", "float0", "float1", "float3", "float04",
                                 "float4x", "float 4", "float32", "float99999999999999999999"}) {
    EXPECT_EQ(refusal([&] { return type_from_name(name); }),
              fmt::format("unknown type '{}'{}", name, rest));
  }
}

}  // namespace
}  // namespace plumb
