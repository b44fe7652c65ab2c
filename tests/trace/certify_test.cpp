// tests/trace/certify_test.cpp - every load of every kernel is certified; what was broken is not.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify.h"

#include <cstring>
#include <random>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/measure/embedded.h"
#include "tests/trace/golden_kernels.h"
#include "tests/workloads/all_kernels.h"

namespace plumb::trace {
namespace {

using testing::HasSubstr;

std::string replaced(const std::string& text, const std::string& what, const std::string& with) {
  return std::regex_replace(text, std::regex(what), with);
}

void expect_all_certified(const Certification& certification, const std::string& name) {
  for (const Certificate& certificate : certification.certificates) {
    EXPECT_EQ(certificate.complaint, "")
        << name << " sm_" << certification.architecture << ": " << certificate.probe.opcode
        << ", line " << certificate.probe.ptx_line;
  }
}

TEST_F(Assembled, every_load_of_the_golden_kernels_is_certified_on_every_architecture) {
  std::size_t probes = 0;
  ASSERT_GE(golden_names().size(), 8U);
  for (const std::string& name : golden_names()) {
    const Instrumented instrumented = instrument(golden(name), {});
    EXPECT_TRUE(instrumented.skipped.empty()) << name;
    for (const unsigned architecture : architectures()) {
      const Certification certification = certified(instrumented.ptx, architecture);
      expect_all_certified(certification, name);
      EXPECT_EQ(certification.certificates.size(), instrumented.probes.size());
      EXPECT_EQ(certification.architecture, architecture);
      probes += instrumented.probes.size();
    }
  }
  RecordProperty("probes", static_cast<int>(probes));
}

TEST_F(Assembled, every_load_of_the_projects_kernels_is_certified_on_every_architecture) {
  std::vector<device::Source> sources{{.name = "measure/cache_flush.cl",
                                       .language = device::Language::opencl_c,
                                       .text = std::string(embedded::measure_cache_flush_cl()),
                                       .definitions = {}}};
  for (const BuiltSource& built : all_sources()) {
    sources.push_back({.name = built.source.name,
                       .language = static_cast<device::Language>(built.source.language),
                       .text = built.source.text,
                       .definitions = built.definitions});
  }
  for (const device::Source& source : sources) {
    const ptx::Module module = ptx::parse_module(compiler->ptx(source, 75), source.name);
    if (count_probes(module, {}) == 0) continue;
    const Instrumented instrumented = instrument(module, {});
    for (const unsigned architecture : architectures())
      expect_all_certified(certified(instrumented.ptx, architecture), source.name);
  }
}

TEST_F(Assembled, staged_stamps_are_certified_too) {
  InstrumentOptions options;
  options.staging = Staging{.warps = 8};
  for (const char* name : {"divergent", "shared", "predicated", "texture"}) {
    for (const unsigned architecture : {75U, 90U})
      expect_all_certified(certified(instrument(golden(name), options).ptx, architecture), name);
  }
}

TEST_F(Assembled, with_staging_both_stores_must_keep_the_stamps) {
  InstrumentOptions options;
  options.staging = Staging{.warps = 8};
  const std::string ptx = instrument(golden("partial_vector"), options).ptx;
  for (const char* space : {"shared", "global"}) {
    const std::string store = std::string("st.") + space + "\\.v2\\.u64 ([^,]*), ";
    const std::string broken =
        replaced(ptx, store + "\\{%plumb_1, %plumb_2\\}",
                 std::string("st.") + space + ".v2.u64 $1, {%plumb_1, %plumb_1}");
    ASSERT_NE(broken, ptx);
    EXPECT_EQ(count_certified(certified(broken, 90)), 0U) << space;
  }
}

TEST_F(Assembled, atomics_and_barriers_are_certified_too) {
  InstrumentOptions options;
  options.selection.accesses = {Access::barrier, Access::atomic};

  for (const unsigned architecture : architectures())
    expect_all_certified(certified(instrument(golden("shared"), options).ptx, architecture),
                         "shared");
  expect_all_certified(certified(instrument(golden("atomics"), options).ptx, 90), "atomics");
}

TEST_F(Assembled, naive_stamps_and_the_papers_fence_are_never_certified) {
  for (const Method method : {Method::naive, Method::paper_fence}) {
    InstrumentOptions options;
    options.method = method;
    options.selection.accesses = {Access::load};
    options.selection.spaces = {Space::global};
    const Instrumented instrumented = instrument(golden("stencil"), options);
    for (const unsigned architecture : {75U, 90U}) {
      const Certification certification = certified(instrumented.ptx, architecture);
      EXPECT_EQ(count_certified(certification), 0U) << name_of(method) << " sm_" << architecture;
      EXPECT_THAT(certification.certificates.front().complaint, HasSubstr("wait"));
    }
  }
}

// The fence of the CTA's scope waits from sm_90 on, and did not before.
TEST_F(Assembled, a_fence_is_certified_where_the_machine_code_shows_it) {
  InstrumentOptions options;
  options.method = Method::fence;
  options.selection.accesses = {Access::load};
  const Instrumented instrumented = instrument(golden("stencil"), options);

  EXPECT_EQ(count_certified(certified(instrumented.ptx, 75)), 0U);
  EXPECT_EQ(count_certified(certified(instrumented.ptx, 90)), instrumented.probes.size());
}

TEST_F(Assembled, the_papers_dummy_is_certified) {
  InstrumentOptions options;
  options.method = Method::paper_dummy;
  options.selection.accesses = {Access::load};

  const Instrumented instrumented = instrument(golden("divergent"), options);

  expect_all_certified(certified(instrumented.ptx, 90), "divergent");
}

// ---- deliberately broken ----

// No dependence at all.
std::string without_dependence(const std::string& ptx) {
  return replaced(ptx, "@%plumb_never not\\.b[0-9]* [^;]*;\n", "");
}
std::string with_swapped_stamps(const std::string& ptx) {
  return replaced(ptx, "\\{%plumb_1, %plumb_2\\}", "{%plumb_2, %plumb_1}");
}
std::string with_one_stamp_twice(const std::string& ptx) {
  return replaced(ptx, "\\{%plumb_1, %plumb_2\\}", "{%plumb_1, %plumb_1}");
}
// The second stamp, with its mark, directly behind the first one.
std::string with_early_second_stamp(const std::string& ptx) {
  std::string text = ptx;
  const std::string first = "mov.u64 %plumb_1, %clock64;\n";
  const std::string second = "mov.u64 %plumb_2, %clock64;\n";
  for (std::size_t at = text.find(first); at != std::string::npos; at = text.find(first, at)) {
    at += first.size();
    const std::size_t stamp = text.find(second, at);
    const std::size_t mark = text.rfind(".loc", stamp);
    const std::string moved = text.substr(mark, stamp + second.size() - mark);
    text.erase(mark, moved.size());
    text.insert(at, moved);
  }
  return text;
}

struct Breakage {
  const char* name;
  std::string (*apply)(const std::string&);
};

TEST_F(Assembled, more_than_a_hundred_broken_variants_get_no_certificate) {
  const Breakage breakages[] = {{"without dependence", without_dependence},
                                {"swapped", with_swapped_stamps},
                                {"one stamp twice", with_one_stamp_twice},
                                {"early", with_early_second_stamp}};
  std::size_t broken = 0;
  InstrumentOptions options;
  options.selection.accesses = {Access::load};
  options.selection.spaces = {Space::global, Space::texture, Space::surface, Space::local};
  for (const std::string& name : golden_names()) {
    const Instrumented instrumented = instrument(golden(name), options);
    for (const Breakage& breakage : breakages) {
      const std::string variant = breakage.apply(instrumented.ptx);
      ASSERT_NE(variant, instrumented.ptx) << name << " " << breakage.name;
      // Here the program itself uses each value at once, before the second stamp: it waits.
      if (name == "local" && breakage.apply == without_dependence) continue;
      for (const unsigned architecture : {75U, 90U}) {
        for (const Certificate& certificate : certified(variant, architecture).certificates) {
          EXPECT_NE(certificate.complaint, "")
              << name << " " << breakage.name << " sm_" << architecture << " probe "
              << certificate.probe.id << " " << certificate.probe.opcode;
          ++broken;
        }
      }
    }
  }
  EXPECT_GE(broken, 100U);
  RecordProperty("broken", static_cast<int>(broken));
}

// ptxas splits a vector whose middle is never used: then each part needs its own dependence.
TEST_F(Assembled, a_missing_component_of_a_split_load_is_found) {
  const Instrumented instrumented = instrument(golden("partial_vector"), {});
  const std::size_t last = instrumented.ptx.find("@%plumb_never not.b32 %f4");
  ASSERT_NE(last, std::string::npos);
  std::string variant = instrumented.ptx;
  variant.erase(last, variant.find('\n', last) + 1 - last);

  for (const unsigned architecture : architectures()) {
    EXPECT_EQ(
        certified(instrumented.ptx, architecture).certificates.front().places.front().accesses, 2U);
    const Certification certification = certified(variant, architecture);
    EXPECT_THAT(certification.certificates[0].complaint, HasSubstr("does not wait for LDG"));
    EXPECT_EQ(count_certified(certification), certification.certificates.size() - 1);
  }
}

// Of a predicated move the assembler makes a load under the opposite predicate, which nobody waits
// for: the reason why the dependence is an instruction that reads.
TEST_F(Assembled, a_predicated_move_in_the_place_of_the_dependence_is_not_enough) {
  const Instrumented instrumented = instrument(golden("partial_vector"), {});
  const std::string moves =
      replaced(instrumented.ptx, "@%plumb_never not\\.b32 ([^,]*), [^;]*;",
               "{ .reg .b32 %plumb_n; ld.const.u32 %plumb_n, [plumb_trace_never];\n"
               "@%plumb_never mov.b32 $1, %plumb_n; }");

  EXPECT_FALSE(certified(moves, 90).complete());
}

// Machine code with one bit field changed, between the stamps of a certified probe.
class ChangedCode : public Assembled {
 protected:
  void SetUp() override {
    Assembled::SetUp();
    if (IsSkipped()) return;
    const Certification certification = certified(instrument(golden("surface"), {}).ptx, 90);
    ASSERT_TRUE(certification.complete());
    const CertifiedPlace& place = certification.certificates[2].places.front();
    const Cubin cubin = read_cubin(code, "golden.cubin");
    const MachineFunction& function = cubin.functions.front();
    first = static_cast<std::size_t>(function.code.data() - code.data()) + place.offset;
    second = first;
    const std::vector<Instruction> all = decode_all(function.code, 90);
    for (std::size_t i = place.offset / 16 + 1; all[i].operation != Operation::clock; ++i)
      second += 16;
    second += 16;
  }

  // Bits [low, low + count) of the instruction at `offset`.
  void set(std::size_t offset, unsigned low, unsigned count, std::uint64_t value) {
    std::uint64_t word = 0;
    std::memcpy(&word, code.data() + offset + low / 64 * 8, 8);
    const std::uint64_t mask = ((std::uint64_t{1} << count) - 1) << low % 64;
    word = (word & ~mask) | (value << low % 64 & mask);
    std::memcpy(code.data() + offset + low / 64 * 8, &word, 8);
  }
  std::string complaint() {
    return certify(read_cubin(code, "changed.cubin")).certificates[2].complaint;
  }

  std::size_t first = 0;
  std::size_t second = 0;
};

TEST_F(ChangedCode, without_the_wait_there_is_no_certificate) {
  EXPECT_EQ(complaint(), "");
  for (std::size_t at = first + 16; at <= second; at += 16) set(at, 116, 6, 0);
  EXPECT_THAT(complaint(), HasSubstr("does not wait for LDG"));
}

TEST_F(ChangedCode, an_unknown_instruction_between_the_stamps_means_no_certificate) {
  set(second - 16, 0, 12, 0x2ff);
  EXPECT_THAT(complaint(), HasSubstr("unknown instruction 0x2ff between the stamps"));
}

TEST_F(ChangedCode, a_branch_between_the_stamps_means_no_certificate) {
  set(second - 16, 0, 12, 0x947);
  EXPECT_THAT(complaint(), testing::AnyOf(HasSubstr("between the stamps"), HasSubstr("a branch")));
}

TEST_F(ChangedCode, a_stamp_in_another_register_is_not_what_is_stored) {
  set(second, 16, 8, 100);
  EXPECT_THAT(complaint(), HasSubstr("a store keeps only one of the stamps"));
}

TEST_F(ChangedCode, a_stamp_that_reads_something_else_is_no_stamp) {
  set(first, 72, 8, 0x21);
  EXPECT_THAT(complaint(), HasSubstr("0 first and 1 second stamps"));
}

TEST_F(ChangedCode, no_single_changed_field_gives_a_false_certificate) {
  // Every instruction between the stamps and both of them: the wait removed, or the opcode changed
  // to one that no table has.
  const std::vector<std::byte> sound = code;
  for (std::size_t at = first; at <= second; at += 16) {
    set(at, 0, 12, 0x2ff);
    EXPECT_NE(complaint(), "") << at;
    code = sound;
  }
}

TEST(Certify, what_is_no_instrumented_cubin_is_refused) {
  const auto refusal = [](const std::string& text) {
    try {
      (void)certify(read_cubin(std::as_bytes(std::span(text)), "x.cubin"));
    } catch (const Error& error) {
      return explain(error);
    }
    return std::string("nothing was thrown");
  };
  EXPECT_THAT(refusal("text"), HasSubstr("reading machine code 'x.cubin': it is no cubin"));
  EXPECT_THAT(refusal(std::string(200, '\0')), HasSubstr("it is no cubin"));
}

TEST_F(Assembled, machine_code_without_probes_or_lines_is_refused_with_the_way_out) {
  const auto refusal = [&](const std::string& ptx, bool lines) {
    code = linker->cubin(ptx, "golden.ptx", 90, lines);
    try {
      (void)certify(read_cubin(code, "golden.cubin"));
    } catch (const Error& error) {
      return explain(error);
    }
    return std::string("nothing was thrown");
  };
  EXPECT_THAT(refusal(golden("local").text, true), HasSubstr("plumb trace instrument"));
  const std::string unmarked =
      replaced(instrument(golden("predicated"), {}).ptx, "\\.(loc|file)[^\n]*\n", "");
  EXPECT_THAT(refusal(unmarked, false), HasSubstr("-lineinfo"));
}

TEST_F(Assembled, a_cubin_with_random_bytes_changed_is_read_or_refused) {
  code = linker->cubin(instrument(golden("predicated"), {}).ptx, "golden.ptx", 90, true);
  const std::vector<std::byte> sound = code;
  std::mt19937 random(1);
  std::size_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    code = sound;
    // Half of the changes hit the headers and tables, where they do the most.
    const std::size_t range = i % 2 == 0 ? code.size() : 2048;
    for (int k = 0; k < 1 + i % 8; ++k) code[random() % range] = std::byte(random() & 0xffU);
    try {
      (void)certify(read_cubin(code, "random.cubin"));
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0U);
}

TEST_F(Assembled, a_cubin_cut_off_anywhere_is_refused_and_nothing_else_happens) {
  code = linker->cubin(instrument(golden("predicated"), {}).ptx, "golden.ptx", 90, true);
  // The last kilobyte holds what only a loader needs.
  for (std::size_t size = 0; size + 1024 < code.size(); size += 97) {
    const std::span<const std::byte> part = std::span(code).first(size);
    EXPECT_THROW((void)certify(read_cubin(part, "part.cubin")), Error) << size;
  }
}

}  // namespace
}  // namespace plumb::trace
