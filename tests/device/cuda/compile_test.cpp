// tests/device/cuda/compile_test.cpp - source to PTX and PTX to machine code, without a GPU.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/compile.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "plumb/base/error.h"
#include "plumb/device/cuda/entry_parameters.h"
#include "plumb/device/cuda/ptxas.h"
#include "plumb/device/embedded.h"
#include "tests/device/device_case.h"
#include "tests/device/each_device.h"

namespace plumb::device::cuda {
namespace {

using testing::HasSubstr;

// Where a compiler is absent its tests are skipped and say why.
class Compile : public testing::Test {
 protected:
  void SetUp() override {
    try {
      compiler.emplace();
      linker.emplace();
    } catch (const Error& error) {
      GTEST_SKIP() << explain(error);
    }
  }
  std::optional<Compiler> compiler;
  std::optional<Linker> linker;
};

// The bytes of a section of an ELF file, as text so that they can be compared.
std::string text_of(const std::vector<std::byte>& elf, std::string_view wanted) {
  const auto number = [&](std::uint64_t at, std::size_t size) {
    std::uint64_t value = 0;
    std::memcpy(&value, elf.data() + at, size);
    return value;
  };
  const auto header = [&](std::uint64_t i) { return number(40, 8) + i * number(58, 2); };
  const std::uint64_t names = number(header(number(62, 2)) + 24, 8);
  const char* bytes = reinterpret_cast<const char*>(elf.data());
  for (std::uint64_t i = 0; i < number(60, 2); ++i) {
    if (std::string_view(bytes + names + number(header(i), 4)) == wanted)
      return {bytes + number(header(i) + 24, 8), number(header(i) + 32, 8)};
  }
  return {};
}

constexpr const char* doubling =
    "__kernel void case_double(__global float* x, const uint n) {\n"
    "  const size_t i = get_global_id(0);\n"
    "  if (i < n) x[i] *= 2.0f;\n"
    "}\n";

TEST_F(Compile, opencl_c_becomes_ptx_that_knows_its_lines) {
  const std::string ptx = compiler->ptx(source(doubling), 90);

  EXPECT_THAT(ptx, HasSubstr(".target sm_90"));
  EXPECT_THAT(ptx, HasSubstr(".visible .entry case_double("));
  EXPECT_THAT(ptx, HasSubstr("case.cl\""));
}

TEST_F(Compile, char_is_signed_whatever_the_host_thinks) {
  EXPECT_THAT(
      compiler->ptx(source("__kernel void case_char(__global int* x, char c) { x[0] = c; }"), 90),
      HasSubstr("ld.param.s8"));
}

TEST_F(Compile, vectors_of_three_are_refused) {
  EXPECT_THAT(refusal([&] {
                (void)compiler->ptx(
                    source("__kernel void case_three(__global float3* x) { x[0].x = 1; }"), 90);
              }),
              HasSubstr("NVRTC_ERROR_COMPILATION"));
}

TEST_F(Compile, a_cuda_source_needs_no_prelude_and_gets_none) {
  const std::string ptx = compiler->ptx(
      source("extern \"C\" __global__ void case_cuda(float* barrier) { barrier[threadIdx.x] = 1; }",
             Language::cuda),
      80);

  EXPECT_THAT(ptx, HasSubstr(".entry case_cuda("));
}

TEST_F(Compile, definitions_reach_both_languages) {
  Source defined = source("__kernel void case_value(__global uint* out) { out[0] = VALUE; }");
  defined.definitions = {{"VALUE", "(40 + 2)"}};

  EXPECT_THAT(compiler->ptx(defined, 75), HasSubstr(", 42;"));
}

TEST_F(Compile, an_included_file_is_found_beside_the_source_and_from_the_working_folder) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("plumb-compiled-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "beside");
  std::ofstream(folder / "beside/one.h") << "#define ONE 41\n";
  std::ofstream(folder / "beside/two.h") << "#define TWO 1\n";
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  Source including = source(
      "#include \"one.h\"\n#include \"beside/two.h\"\n"
      "__kernel void case_sum(__global uint* out) { out[0] = ONE + TWO; }");
  including.name = "beside/case.cl";

  const std::string ptx = compiler->ptx(including, 90);
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);

  EXPECT_THAT(ptx, HasSubstr(", 42;"));
}

TEST_F(Compile, an_error_points_into_the_source) {
  std::string detail;
  Source broken = source("__kernel void case_broken(__global int* x)\n{\n  x[0] = nonsense;\n}\n");
  broken.definitions = {{"ANY", "1"}};

  const std::string text = refusal([&] { (void)compiler->ptx(broken, 90); }, nullptr, &detail);

  EXPECT_THAT(text, HasSubstr("building 'case.cl': nvrtcCompileProgram: NVRTC_ERROR_COMPILATION"));
  EXPECT_THAT(detail, HasSubstr("case.cl:3: error: identifier \"nonsense\" is undefined"));
}

TEST_F(Compile, an_architecture_that_nvrtc_does_not_know_is_refused) {
  EXPECT_THAT(refusal([&] { (void)compiler->ptx(source(doubling), 12); }),
              HasSubstr("building 'case.cl': nvrtcCompileProgram: NVRTC_ERROR_INVALID_OPTION"));
}

TEST_F(Compile, ptx_becomes_machine_code_for_every_architecture) {
  for (const unsigned architecture : compiler->architectures()) {
    const auto code =
        linker->cubin(compiler->ptx(source(doubling), architecture), "case.ptx", architecture);

    ASSERT_GT(code.size(), 64U);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(code.data()) + 1, 3), "ELF");
  }
}

TEST_F(Compile, the_pause_is_sound_ptx) {
  const std::string_view pause = embedded::device_cuda_pause_ptx();

  for (const unsigned architecture : {75U, 90U})
    EXPECT_GT(linker->cubin(pause, "pause.ptx", architecture).size(), 0U);
}

TEST_F(Compile, ptx_with_an_error_is_refused_with_the_linkers_log) {
  std::string detail;

  const std::string text = refusal(
      [&] {
        (void)linker->cubin(
            ".version 7.0\n.target sm_80\n.address_size 64\n.entry case_bad() { nonsense; }\n",
            "bad.ptx", 90);
      },
      nullptr, &detail);

  EXPECT_THAT(text, HasSubstr("linking 'bad.ptx' for sm_90: "));
  EXPECT_THAT(detail, HasSubstr("nonsense"));
}

// Without the library the program of the toolkit does the same.
class WithPtxas : public Compile {
 protected:
  void SetUp() override {
    Compile::SetUp();
    if (IsSkipped()) return;
    try {
      path = find_ptxas();
    } catch (const Error& error) {
      GTEST_SKIP() << explain(error);
    }
    ::setenv("PLUMB_PTXAS", path.c_str(), 1);
    program.emplace();
  }
  void TearDown() override { ::unsetenv("PLUMB_PTXAS"); }

  std::string path;
  std::optional<Linker> program;
};

TEST_F(WithPtxas, the_machine_code_has_the_same_functions) {
  const std::string ptx = compiler->ptx(source(doubling), 75);
  EXPECT_EQ(program->tool(), path);
  EXPECT_THAT(linker->tool(), HasSubstr("nvJitLink 1"));

  // A move may be written in two ways, so the instructions need not be the same.
  for (const unsigned architecture : {75U, 90U}) {
    const auto one = linker->cubin(ptx, "case.ptx", architecture, true);
    const auto other = program->cubin(ptx, "case.ptx", architecture, true);
    EXPECT_EQ(text_of(one, ".text.case_double").size(), text_of(other, ".text.case_double").size());
    EXPECT_GT(text_of(other, ".text.case_double").size(), 0U);
  }
}

TEST_F(WithPtxas, an_error_names_the_text_and_not_the_file) {
  std::string detail;

  const std::string text = refusal(
      [&] {
        (void)program->cubin(
            ".version 7.0\n.target sm_80\n.address_size 64\n.entry case_bad() { nonsense; }\n",
            "bad.ptx", 90);
      },
      nullptr, &detail);

  EXPECT_THAT(text, HasSubstr("linking 'bad.ptx' for sm_90: ptxas: exit code 255"));
  EXPECT_THAT(detail, HasSubstr("ptxas bad.ptx, line 4; error"));
}

TEST(PtxasMissing, a_program_that_is_not_there_is_named) {
  ::setenv("PLUMB_PTXAS", "/no/such/ptxas", 1);
  ErrorKind kind{};

  EXPECT_EQ(refusal([] { const Linker linker; }, &kind),
            "ptxas '/no/such/ptxas' cannot be executed");
  EXPECT_EQ(kind, ErrorKind::unavailable);
  ::unsetenv("PLUMB_PTXAS");
}

std::optional<std::size_t> count_of_parameters(std::string_view ptx, std::string_view entry) {
  const auto parameters = entry_parameters(ptx, entry);
  return parameters ? std::optional(parameters->size()) : std::nullopt;
}

TEST_F(Compile, the_parameters_of_every_entry_are_counted) {
  const std::string ptx = compiler->ptx(
      source(
          "__kernel void case_three(__global float* x, const uint n, __read_only image2d_t i) {}\n"
          "__kernel void case_three_more(void) {}\n"
          "__kernel void case_one(const double x) {}\n"),
      90);

  EXPECT_EQ(count_of_parameters(ptx, "case_three"), 3U);
  EXPECT_EQ(count_of_parameters(ptx, "case_three_more"), 0U);
  EXPECT_EQ(count_of_parameters(ptx, "case_one"), 1U);
  EXPECT_EQ(count_of_parameters(ptx, "case_on"), std::nullopt);
}

TEST(EntryParameters, an_entry_may_have_no_list_at_all) {
  EXPECT_EQ(count_of_parameters(".visible .entry case_bare\n{ ret; }", "case_bare"), 0U);
  EXPECT_EQ(count_of_parameters(".entry", "case_bare"), std::nullopt);
  EXPECT_EQ(count_of_parameters(
                "// .entry f(.param .u32 x)\n.entry f( /* ) .param */ .param .u32 x)", "f"),
            1U);
}

TEST_F(Compile, the_parameters_of_compiled_kernels_have_kinds_and_sizes) {
  const std::string ptx = compiler->ptx(
      source("__kernel void case_kinds(__global float* x, const uint n, const float f, char c,\n"
             "  const double d, const ulong l, __read_only image2d_t i) {}\n"),
      90);

  const std::vector<Parameter> found = entry_parameters(ptx, "case_kinds").value();

  ASSERT_EQ(found.size(), 7U);
  const auto is_value = [](const Parameter& parameter, std::size_t size, NumberKind number) {
    return parameter.kind == ParameterKind::value && parameter.size == size &&
           (parameter.number == number || parameter.number == NumberKind::unknown);
  };
  EXPECT_TRUE(found[0].kind == ParameterKind::buffer || found[0].kind == ParameterKind::unknown);
  EXPECT_EQ(found[0].size, 8U);
  EXPECT_TRUE(is_value(found[1], 4, NumberKind::integer));
  EXPECT_TRUE(is_value(found[2], 4, NumberKind::real));
  EXPECT_TRUE(is_value(found[3], 1, NumberKind::integer));
  EXPECT_TRUE(is_value(found[4], 8, NumberKind::real));
  EXPECT_EQ(found[5].kind, ParameterKind::unknown);
  EXPECT_EQ(found[5].size, 8U);
  EXPECT_NE(found[5].number, NumberKind::real);
  EXPECT_EQ(found[6].kind, ParameterKind::unknown);
  EXPECT_EQ(found[6].size, 80U);
  EXPECT_EQ(found[6].name, "");
}

TEST(EntryParameters, marks_names_alignments_and_arrays_are_read) {
  const std::vector<Parameter> found =
      entry_parameters(
          ".visible .entry f(\n.param .u64 .ptr .global .align 4 x,\n\t.param .f32 factor, .param "
          ".align 8 .b8 shape[24],.param .b64 either , .param .s32 f_param_4,\n.param .u64 .ptr "
          ".shared .align 4 part\n)\n{ ret; }",
          "f")
          .value();

  ASSERT_EQ(found.size(), 6U);
  EXPECT_EQ(found[0].kind, ParameterKind::buffer);
  EXPECT_EQ(found[0].name, "x");
  EXPECT_EQ(found[1].type, ".f32");
  EXPECT_EQ(found[1].number, NumberKind::real);
  EXPECT_EQ(found[2].size, 24U);
  EXPECT_EQ(found[2].name, "shape");
  EXPECT_EQ(found[3].kind, ParameterKind::unknown);
  EXPECT_EQ(found[4].number, NumberKind::integer);
  EXPECT_EQ(found[4].name, "");
  EXPECT_EQ(found[5].kind, ParameterKind::local);
}

TEST(CompilePlaces, only_numbers_in_brackets_are_lines) {
  EXPECT_EQ(with_usual_places("a.cl(12): error: x\n  f(3)\nb(c): d\n"),
            "a.cl:12: error: x\n  f(3)\nb(c): d\n");
}

TEST(CompileMissing, libraries_that_are_not_there_are_named) {
  ::setenv("PLUMB_NVRTC_LIBRARY", "/no/such/nvrtc.so", 1);
  ::setenv("PLUMB_NVJITLINK_LIBRARY", "/no/such/jitlink.so", 1);
  ErrorKind kind{};

  EXPECT_EQ(refusal([] { const Compiler compiler; }, &kind),
            "NVRTC '/no/such/nvrtc.so' could not be opened");
  EXPECT_EQ(kind, ErrorKind::unavailable);
  EXPECT_EQ(refusal([] { const Linker linker; }),
            "nvJitLink '/no/such/jitlink.so' could not be opened");
  ::unsetenv("PLUMB_NVRTC_LIBRARY");
  ::unsetenv("PLUMB_NVJITLINK_LIBRARY");
}

}  // namespace
}  // namespace plumb::device::cuda
