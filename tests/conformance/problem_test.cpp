#include "conformance/problem.h"

#include <gtest/gtest.h>

#include <functional>

namespace girih::problem {
namespace {

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Problem, SplitsWordsAndKeys) {
  Problem problem = parse("  conv  fprop bf16 n=8 hw=56x7 ");
  EXPECT_EQ(problem.family, "conv");
  EXPECT_EQ(problem.text, "conv fprop bf16 n=8 hw=56x7");
  EXPECT_EQ(problem.words, (std::vector<std::string>{"fprop", "bf16"}));
  EXPECT_EQ(problem.values.size(), 2u);
}

TEST(Problem, ExpandsAlternativesLeftMostSlowest) {
  EXPECT_EQ(expand("pool n={1,2} c={3,4}"),
            (std::vector<std::string>{"pool n=1 c=3", "pool n=1 c=4", "pool n=2 c=3", "pool n=2 c=4"}));
  EXPECT_EQ(expand("pool {a={1,2},b=3}"), (std::vector<std::string>{"pool a=1", "pool a=2", "pool b=3"}));
  EXPECT_EQ(expand("pool n=1{,0}"), (std::vector<std::string>{"pool n=1", "pool n=10"}));
}

TEST(Problem, ReadsSpatialSizesInEveryForm) {
  Problem joint = parse("x hw=7x9"), square = parse("x hw=7"), apart = parse("x h=7 w=9"), line = parse("x w=5"),
          cube = parse("x dhw=4x5x6");
  EXPECT_EQ(Reader(joint).spatial("dhw"), (std::vector<int64_t>{7, 9}));
  EXPECT_EQ(Reader(square).spatial("dhw"), (std::vector<int64_t>{7, 7}));
  EXPECT_EQ(Reader(apart).spatial("dhw"), (std::vector<int64_t>{7, 9}));
  EXPECT_EQ(Reader(line).spatial("dhw"), (std::vector<int64_t>{5}));
  EXPECT_EQ(Reader(cube).spatial("dhw"), (std::vector<int64_t>{4, 5, 6}));
}

TEST(Problem, SaysWhatIsWrong) {
  EXPECT_NE(error_of([] { parse("n=1"); }).find("must start with a family"), std::string::npos);
  EXPECT_NE(error_of([] { parse("conv n=1 n=2"); }).find("'n' is given twice"), std::string::npos);
  EXPECT_NE(error_of([] { expand("conv n={1,2"); }).find("column 8 is not closed"), std::string::npos);
  EXPECT_NE(error_of([] { parse_all("# note\nconv\nconv n=", "file.txt"); }).find("file.txt:3: 'n=' is not key=value"),
            std::string::npos);
  Problem problem = parse("conv n=two c=-1 q=3 pad=1x2x3");
  Reader reader(problem);
  EXPECT_NE(error_of([&] { reader.integer("n"); }).find("'two' is not a whole number"), std::string::npos);
  EXPECT_NE(error_of([&] { reader.integer("c", 1, 0); }).find("c=-1 is below 0"), std::string::npos);
  EXPECT_NE(error_of([&] { reader.integer("k"); }).find("'k' is missing"), std::string::npos);
  EXPECT_NE(error_of([&] { reader.list("pad", 2); }).find("has 3 numbers, not 2"), std::string::npos);
  EXPECT_NE(error_of([&] { reader.word("type", {"f32", "f16"}); }).find("write one of f32, f16"), std::string::npos);
  EXPECT_NE(error_of([&] { reader.finish(); }).find("'q' means nothing here"), std::string::npos);
}

}  // namespace
}  // namespace girih::problem
