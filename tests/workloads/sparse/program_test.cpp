// tests/workloads/sparse/program_test.cpp - products and transfers, counted by hand and run.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/workloads/sparse/sparse.h"
#include "tests/workloads/run_on_device.h"

namespace plumb {
namespace {

using testing::HasSubstr;

Settings sparse_settings(const NamedTexts& chosen) {
  return settings_for(workload_named("sparse"), DeviceTraits{.kind = DeviceKind::gpu}, chosen);
}

// A file that is gone with the test.
class MatrixFile {
 public:
  explicit MatrixFile(const std::string& text)
      : path_((std::filesystem::temp_directory_path() /
               ("plumb_sparse_" + std::to_string(::getpid()) + ".mtx"))
                  .string()) {
    std::ofstream(path_) << text;
  }
  ~MatrixFile() { std::filesystem::remove(path_); }
  MatrixFile(const MatrixFile&) = delete;
  MatrixFile& operator=(const MatrixFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// 5 x 7, a row without elements and a longer one.
const std::string uneven_rows =
    "%%MatrixMarket matrix coordinate real general\n5 7 9\n1 1 1.5\n1 7 -2\n3 2 0.25\n4 1 1\n4 2 "
    "-3\n4 3 5\n4 4 7.5\n4 6 9\n5 5 -1\n";

TEST(Sparse, the_bytes_and_flops_of_a_product_are_those_of_a_count_by_hand) {
  const NamedTexts chosen{{"size", "128"}, {"nonzeros", "3"}, {"precision", "f64"}};
  const Program ell = sparse::program(sparse_settings(with_text(chosen, "variant", "ell")));
  const Program csr = sparse::program(sparse_settings(with_text(chosen, "variant", "csr")));

  // Of each element its value, its column and an element of x; of each row one of y, of CSR two
  // starts.
  EXPECT_EQ(demand_of(ell.steps.back()).bytes.count, 128U * (3 * (8 + 4 + 8) + 8));
  EXPECT_EQ(demand_of(csr.steps.back()).bytes.count, 128U * (3 * (8 + 4 + 8) + 8 + 2 * 4));
  EXPECT_EQ(demand_of(ell.steps.back()).flops.count, 128 * 3 * 2);
  EXPECT_EQ(demand_of(ell.steps.front()).bytes.count, 128U * 3 * 12);
  EXPECT_EQ(demand_of(csr.steps.front()).bytes.count, 128U * 3 * 12 + 129 * 4);
  EXPECT_EQ(ell.credit->bytes.count, 128U * 3 * 12 + 2 * 128 * 8);
  EXPECT_EQ(csr.credit->bytes.count, 128U * 3 * 12 + 2 * 128 * 8 + 129 * 4);
}

// A processor's loop is counted by its machine code, a GPU's kernel by its text.
TEST(Sparse, a_synthetic_matrix_takes_what_its_loop_executes) {
  const auto filled = [](DeviceKind kind, const char* matrix) {
    const NamedTexts chosen{{"size", "128"}, {"nonzeros", "3"}, {"matrix", matrix}};
    const Settings settings =
        settings_for(workload_named("sparse"), DeviceTraits{.kind = kind}, chosen);
    return std::get<Launch>(sparse::program(settings).steps.front().action).pass.operations.integer;
  };

  EXPECT_EQ(filled(DeviceKind::cpu, "banded"), 30);
  EXPECT_EQ(filled(DeviceKind::cpu, "random"), 40);  // with a remainder
  EXPECT_EQ(filled(DeviceKind::gpu, "banded"), 36);
  EXPECT_EQ(filled(DeviceKind::gpu, "random"), 58);
}

TEST(Sparse, what_is_not_zero_is_moved_with_its_coordinates) {
  const NamedTexts chosen{{"size", "100"}, {"nonzeros", "5"}};
  const Program placed = sparse::program(sparse_settings(with_text(chosen, "variant", "placed")));
  const Program full = sparse::program(sparse_settings(with_text(chosen, "variant", "full")));
  const auto moved = [](const Program& program, const Step& step) {
    std::uint64_t bytes = 0;
    for (const Step& each : std::get<Repeat>(step.action).steps)
      bytes += bytes_of(program, std::get<Transfer>(each.action)).count;
    return bytes;
  };

  EXPECT_EQ(moved(placed, placed.steps[1]), 500U * (4 + 4 + 4));
  EXPECT_EQ(moved(full, full.steps[0]), 100U * 100U * 4U);
  EXPECT_EQ(demand_of(placed.steps[0]).bytes.count, 100U * 100U * 4U);
  EXPECT_EQ(demand_of(placed.steps[2]).bytes.count, 500U * (4 + 8 + 4));
  EXPECT_EQ(
      *text_named(sparse::labels(sparse_settings(with_text(chosen, "variant", "full"))), "moved"),
      "0.04");
}

TEST(Sparse, what_a_variant_does_not_take_is_refused) {
  const auto message = [](const NamedTexts& chosen) {
    return refusal([&] { (void)sparse::program(sparse_settings(chosen)); });
  };
  const MatrixFile empty("%%MatrixMarket matrix coordinate real general\n3 3 0\n");

  EXPECT_THAT(message({{"variant", "full"}, {"size", "8193"}}),
              HasSubstr("variant 'full' makes the full matrix: 8193 x 8193"));
  EXPECT_THAT(message({{"size", "2000000000"}}), HasSubstr("at most 2^32 elements"));
  EXPECT_THAT(message({{"matrix", "no/such.mtx"}}), HasSubstr("no/such.mtx"));
  EXPECT_EQ(message({{"matrix", empty.path()}}), "the matrix has no elements");
}

TEST(Sparse, a_file_is_judged_by_the_size_of_its_elements_and_they_must_fit) {
  const auto with_element = [](const char* element, const char* precision) {
    const MatrixFile file(
        std::string("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 ") + element + "\n");
    return sparse::program(sparse_settings({{"matrix", file.path()}, {"precision", precision}}));
  };

  EXPECT_LT(with_element("1e-20", "f32").verification.front().absolute, 1e-26);
  EXPECT_LT(with_element("-1e200", "f64").verification.front().absolute, 1e186);
  EXPECT_THAT(refusal([&] { (void)with_element("1e39", "f32"); }),
              HasSubstr("an element of 1e+39, which f32 cannot hold: take --precision f64"));
}

TEST(Sparse, a_row_whose_sum_the_precision_cannot_hold_is_refused) {
  const MatrixFile file(
      "%%MatrixMarket matrix coordinate real general\n2 2 2\n2 1 3e38\n2 2 -3e38\n");
  const auto with_variant = [&](const char* variant, const char* precision) {
    return sparse_settings(
        {{"matrix", file.path()}, {"variant", variant}, {"precision", precision}});
  };

  EXPECT_EQ(refusal([&] { (void)sparse::program(with_variant("csr", "f32")); }),
            "row 2 of the matrix may sum up to 6e+38, which f32 cannot hold: take --precision f64");
  EXPECT_EQ(*text_named(sparse::program(with_variant("csr", "f64")).settings, "size"), "2");
  EXPECT_EQ(*text_named(sparse::program(with_variant("placed", "f32")).settings, "nonzeros"), "2");
}

TEST(Sparse, one_long_row_is_not_for_ell) {
  std::string text = "%%MatrixMarket matrix coordinate pattern general\n100000 90 90\n";
  for (int column = 1; column <= 90; ++column) text += "1 " + std::to_string(column) + "\n";
  const MatrixFile file(text);

  EXPECT_THAT(
      refusal([&] {
        (void)sparse::program(sparse_settings({{"variant", "ell"}, {"matrix", file.path()}}));
      }),
      HasSubstr("rows of up to 90 elements and 0.0009 on average: take csr"));
  EXPECT_NO_THROW(
      check(sparse::program(sparse_settings({{"variant", "csr"}, {"matrix", file.path()}}))));
}

class SparseOnDevice : public RunOnDevice {
 protected:
  std::string complaint(const NamedTexts& chosen) {
    const Settings settings = sparse_settings(chosen);
    const Program program = sparse::program(settings);
    EXPECT_NO_THROW(check(program));
    return complaint_of_run(*device, program, sparse::reference(settings, store));
  }
  void expect_right(const NamedTexts& chosen) {
    for (const char* precision : {"f32", "f64"}) {
      if (std::string(precision) == "f64" && !device->info().doubles) continue;
      EXPECT_EQ(complaint(with_text(chosen, "precision", precision)), "")
          << *text_named(chosen, "variant") << " " << *text_named(chosen, "form") << " "
          << precision;
    }
  }
};
PLUMB_FOR_EACH_DEVICE(SparseOnDevice);

TEST_P(SparseOnDevice, every_variant_and_form_is_right_at_odd_sizes) {
  for (const char* variant : {"ell", "csr", "placed", "full"}) {
    for (const char* form : {"wide", "loop"}) {
      for (const char* matrix : {"banded", "random"}) {
        for (const char* size : {"1", "67", "501"}) {
          expect_right({{"variant", variant},
                        {"form", form},
                        {"matrix", matrix},
                        {"size", size},
                        {"nonzeros", "9"},
                        {"chunk", "100"}});
        }
      }
    }
  }
}

TEST_P(SparseOnDevice, a_file_of_uneven_rows_is_right) {
  const MatrixFile file(uneven_rows);

  for (const char* variant : {"ell", "csr", "placed", "full"}) {
    for (const char* form : {"wide", "loop"})
      expect_right({{"variant", variant}, {"form", form}, {"matrix", file.path()}});
  }
}

TEST_P(SparseOnDevice, the_smallest_numbers_are_right) {
  const MatrixFile file(
      "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 1e-45\n1 2 1e-300\n2 3 7e-45\n");
  for (const char* variant : {"ell", "csr", "placed", "full"})
    EXPECT_EQ(complaint({{"matrix", file.path()}, {"variant", variant}}), "") << variant;
}

TEST_P(SparseOnDevice, a_wrong_product_is_found) {
  const Settings settings = sparse_settings({{"size", "67"}, {"variant", "csr"}});
  Program program = sparse::program(settings);
  program.buffers[3].fill = random_fill(0.5, 1, 77);  // another x

  EXPECT_THAT(complaint_of_run(*device, program, sparse::reference(settings, store)),
              HasSubstr("y[0] is"));
}

}  // namespace
}  // namespace plumb
