// tests/cli/pictures_test.cpp - pictures in and out of plumb run, and what is refused.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plumb/base/json.h"
#include "plumb/records/fill.h"
#include "plumb/records/png.h"
#include "tests/cli/plumb_program.h"

namespace plumb {
namespace {

using testing::HasSubstr;

class PlumbPicturesOnDevice : public PlumbOnDevice {
 protected:
  void SetUp() override {
    PlumbOnDevice::SetUp();
    if (IsSkipped()) return;
    picture.shape = {.type = {Scalar::u8, 4}, .width = 21, .height = 13};
    picture.pixels.resize(size_of(picture.shape).count);
    fill_bytes(random_fill(0, 256, 5), Scalar::u8, 0, picture.pixels);
    write_whole(folder + "/in.png", png_of(picture));
  }

  Outcome run(std::vector<std::string> words) {
    std::vector<std::string> all{"run",           "morphology", "--min-samples", "1",
                                 "--max-samples", "1",          "--min-time",    "0s"};
    all.insert(all.end(), words.begin(), words.end());
    return plumb(all);
  }

  Image picture;
};

TEST_F(PlumbPicturesOnDevice, an_eroded_picture_is_written_and_is_nowhere_brighter) {
  const Outcome outcome = run({"--image", folder + "/in.png", "--result", folder + "/out.png",
                               "--element", "cross", "--references", "9"});

  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("size 21x13"));
  const Image eroded = image_from_png(read_text_file(folder + "/out.png"), "out.png");
  ASSERT_EQ(eroded.shape, picture.shape);
  EXPECT_NE(eroded.pixels, picture.pixels);
  for (std::size_t i = 0; i < eroded.pixels.size(); ++i)
    EXPECT_LE(eroded.pixels[i], picture.pixels[i]);
}

TEST_F(PlumbPicturesOnDevice, the_opened_picture_of_the_page_is_what_its_command_makes) {
  const std::string pictures = PLUMB_SOURCE_DIR "/docs/papers/ito2007/";
  const Outcome outcome = run({"--image", pictures + "source.png", "--operation", "open",
                               "--element", "4x4", "--result", folder + "/out.png"});

  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const Image made = image_from_png(read_text_file(folder + "/out.png"), "out.png");
  const Image shown = image_from_png(read_text_file(pictures + "opened.png"), "opened.png");
  EXPECT_EQ(made.shape, shown.shape);
  EXPECT_EQ(made.pixels, shown.pixels);
}

TEST_F(PlumbPicturesOnDevice, what_cannot_be_read_or_written_is_refused) {
  const std::string in = folder + "/in.png";
  write_whole(folder + "/cut.png", png_of(picture).substr(0, 60));
  const auto refused = [&](const std::vector<std::string>& words, int code) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, code) << outcome.out;
    return outcome.error;
  };

  EXPECT_THAT(refused({"--image", folder + "/cut.png"}, 2), HasSubstr("cannot be read as PNG"));
  EXPECT_THAT(refused({"--image", in, "--result", in}, 2), HasSubstr("this command reads it"));
  EXPECT_THAT(refused({"--image", in, "-o", in}, 2), HasSubstr("this command reads it"));
  EXPECT_THAT(refused({"--result", folder + "/none/out.png"}, 1), HasSubstr("nothing was run"));
  EXPECT_THAT(refused({"--references", "4,8", "--result", folder + "/two.png"}, 2),
              HasSubstr("would be written by several points"));
  EXPECT_THAT(refused({"--split", "0.5"}, 2), HasSubstr("name them all: --device A,B"));
  EXPECT_EQ(read_text_file(in), png_of(picture));
}

}  // namespace
}  // namespace plumb
