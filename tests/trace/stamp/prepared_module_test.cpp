// tests/trace/stamp/prepared_module_test.cpp - builds of one module, with and without an assembler.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/prepared_module.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/trace/stamp/module_builds.h"
#include "tests/trace/assembled.h"

namespace plumb::trace {
namespace {

using testing::HasSubstr;

class PreparedModuleTest : public Assembled {
 protected:
  // Counts what is assembled.
  [[nodiscard]] BuildOptions counting(std::uint64_t threads = 256) {
    return {.architecture = 90,
            .assemble =
                [this](const std::string& ptx, const std::string& name, unsigned architecture) {
                  texts.push_back(ptx);
                  return linker->cubin(ptx, name, architecture, true);
                },
            .shape = {.threads = threads, .dynamic = {}}};
  }

  std::vector<std::string> texts;
};

TEST(PreparedModule, without_an_assembler_makes_texts_alone) {
  const PreparedModule prepared(golden("texture"), {}, {});
  ASSERT_EQ(prepared.stamps(), 4U);

  const StampedModule all = prepared.build();
  const StampedModule one = prepared.build(2);

  EXPECT_EQ(all.instrumented.ptx, instrument(golden("texture"), {}).ptx);
  EXPECT_EQ(all.instrumented.stamps.size(), 4U);
  ASSERT_EQ(one.instrumented.stamps.size(), 1U);
  EXPECT_EQ(one.instrumented.stamps[0].id, 2U);
  EXPECT_FALSE(one.change);
  EXPECT_TRUE(one.certificates.empty() && one.machine_code.empty());
  EXPECT_THAT(one.staging, HasSubstr("without --assemble nothing is known"));
}

TEST(PreparedModule, gives_its_text_away_in_pieces_where_somebody_takes_it) {
  const PreparedModule prepared(golden("texture"), {}, {});
  std::string text;

  const StampedModule made = prepared.build({}, [&](std::string_view piece) { text += piece; });

  EXPECT_EQ(text, prepared.build().instrumented.ptx);
  EXPECT_EQ(made.instrumented.ptx, "");
  EXPECT_EQ(made.instrumented.stamps.size(), 4U);
}

TEST(PreparedModule, stays_whole_when_it_is_moved) {
  PreparedModule first(ptx::parse_module(golden("predicated").text, "p.ptx"), {}, {});
  const std::string before = first.build().instrumented.ptx;

  const PreparedModule second = std::move(first);

  EXPECT_EQ(second.build().instrumented.ptx, before);
}

TEST_F(PreparedModuleTest, stamps_of_some_blocks_take_no_resident_block_from_the_others) {
  InstrumentOptions options;
  options.sampling.blocks = 16;
  const PreparedModule prepared(golden("stencil"), options, counting());
  const PreparedModule every_block(golden("stencil"), {}, counting());

  for (const std::uint32_t stamp : {1U, 4U, 20U}) {
    const StampedModule some = prepared.build(stamp);
    const Perturbation& kernel = some.change.value().kernels.front();
    EXPECT_EQ(kernel.after.resident_blocks, kernel.before.resident_blocks) << stamp;
    EXPECT_TRUE(all_certified(some.certificates)) << stamp;
  }
  const Perturbation whole = every_block.build(4).change.value().kernels.front();
  EXPECT_LT(whole.after.resident_blocks, whole.before.resident_blocks);
}

// A kernel with a limit of registers that the assembler refuses is made without; any other failure
// is not taken for that.
TEST_F(PreparedModuleTest, is_made_without_a_limit_only_where_the_assembler_refuses_it) {
  InstrumentOptions options;
  options.sampling.blocks = 16;
  const auto failing = [&](ErrorKind kind) {
    BuildOptions building = counting();
    building.stage = false;
    building.assemble = [this, kind](const std::string& ptx, const std::string& name,
                                     unsigned architecture) {
      if (ptx.find(".maxnreg") != std::string::npos) throw Error(kind, "refused");
      return linker->cubin(ptx, name, architecture, true);
    };
    return PreparedModule(golden("stencil"), options, building).build(4);
  };

  EXPECT_TRUE(all_certified(failing(ErrorKind::device).certificates));
  EXPECT_THROW((void)failing(ErrorKind::unavailable), Error);
}

TEST_F(PreparedModuleTest, assembles_the_module_without_stamps_once_for_all_builds) {
  const PreparedModule prepared(golden("texture"), {}, counting());
  for (std::uint32_t i = 0; i < prepared.stamps(); ++i) {
    const StampedModule made = prepared.build(i);
    ASSERT_TRUE(made.change);
    EXPECT_EQ(made.change->stamp, i);
    EXPECT_EQ(made.change->staging, made.staging);
    EXPECT_GT(made.change->kernels.front().after.instructions,
              made.change->kernels.front().before.instructions);
    EXPECT_TRUE(made.change->kernels.front().before.resident_blocks);
    EXPECT_TRUE(all_certified(made.certificates));
    EXPECT_EQ(made.certificates.size(), 1U);
  }

  EXPECT_EQ(std::ranges::count(texts, golden("texture").text), 1);
  // Each build without and with records in shared memory, and no build twice.
  EXPECT_EQ(texts.size(), 1U + 2U * prepared.stamps());
}

TEST_F(PreparedModuleTest, direct_records_are_built_once_and_said_to_be_asked_for) {
  BuildOptions building = counting();
  building.stage = false;
  const PreparedModule prepared(golden("predicated"), {}, building);

  const StampedModule made = prepared.build();

  EXPECT_EQ(made.staging, "records go straight to global memory, as was asked for");
  EXPECT_EQ(texts.size(), 2U);
}

TEST_F(PreparedModuleTest, with_nothing_to_stamp_nothing_is_assembled_and_a_build_is_refused) {
  InstrumentOptions options;
  options.selection.kernels = {"other"};
  const PreparedModule prepared(golden("predicated"), options, counting());

  EXPECT_EQ(prepared.stamps(), 0U);
  EXPECT_THROW((void)prepared.build(), Error);
  EXPECT_THAT(texts, testing::IsEmpty());
}

TEST(ModuleBuilds, rotating_keeps_one_text_per_stamp_until_an_interrupt) {
  const PreparedModule prepared(golden("texture"), {}, {});
  std::vector<std::uint32_t> kept;
  int asked = 0;
  BuildsOptions options;
  options.rotate = true;
  options.keep = [&](std::optional<std::uint32_t> stamp, const StampedModule& made) {
    kept.push_back(stamp.value());
    EXPECT_EQ(made.instrumented.ptx, prepared.build(stamp).instrumented.ptx);
  };
  const ModuleBuilds whole = make_builds(prepared, options);
  EXPECT_THAT(kept, testing::ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(whole.stamps.size(), 4U);
  EXPECT_EQ(whole.staging.size(), 1U);
  EXPECT_FALSE(whole.interrupted);

  kept.clear();
  options.interrupted = [&] { return asked++ == 2; };
  const ModuleBuilds part = make_builds(prepared, options);

  EXPECT_THAT(kept, testing::ElementsAre(0, 1));
  EXPECT_TRUE(part.interrupted);
}

TEST(ModuleBuilds, without_rotating_there_is_one_with_all_stamps) {
  const PreparedModule prepared(golden("texture"), {}, {});
  std::vector<std::optional<std::uint32_t>> kept;

  const ModuleBuilds builds =
      make_builds(prepared, {.keep = [&](std::optional<std::uint32_t> stamp, const StampedModule&) {
                    kept.push_back(stamp);
                  }});

  EXPECT_THAT(kept, testing::ElementsAre(std::nullopt));
  EXPECT_EQ(builds.stamps.size(), 4U);
}

}  // namespace
}  // namespace plumb::trace
