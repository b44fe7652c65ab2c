// plumb/workloads/lu/build_paper.cpp - the launches of paper 000, column by column.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "plumb/workloads/lu/plan.h"
#include "plumb/workloads/waits.h"

namespace plumb::lu {
namespace {

constexpr std::uint64_t row_op_columns = 4;  // of a row that one item of row_op takes

// Where a copy starts and how far its elements lie apart.
struct Place {
  std::string buffer;
  std::uint64_t offset = 0;
  std::uint64_t stride = 1;
  bool found = false;  // so many rows further on as the quadtree found
};

// The launches of one column u, m = N - u rows from the diagonal on.
class Column {
 public:
  Column(const Plan& plan, std::uint64_t u, std::vector<Step>& steps)
      : plan_(&plan), u_(u), m_(plan.n - u), steps_(&steps) {}

  void add_all() {
    const std::uint64_t corner = u_ * plan_->rows + u_;
    const Place row{"matrix", corner, plan_->rows};
    const Place pivot_row{"matrix", corner, plan_->rows, true};
    add_copy({"matrix", corner}, {"column"}, m_);
    add_max();
    add_quadtree();
    add_copy(row, {"kept"}, m_);
    add_copy(pivot_row, row, m_);
    add_copy({"kept"}, pivot_row, m_);
    add_divide();
    add_copy({"column", 1}, {"matrix", corner + 1}, m_ - 1);
    add_rows();
  }

 private:
  // ceil(log2 m)
  [[nodiscard]] unsigned levels() const { return static_cast<unsigned>(std::bit_width(m_ - 1)); }
  [[nodiscard]] std::uint64_t quadtree_points(unsigned level) const { return (m_ + 1) >> level; }
  // Which of two buffers a level writes.
  static std::string level_buffer(const char* name, unsigned level) {
    return name + std::to_string(level % 2);
  }

  void add(const char* kernel, std::uint64_t points, std::vector<Argument> arguments, Pass pass) {
    Launch launch;
    launch.kernel = kernel;
    launch.local[0] = std::min<std::uint64_t>(rounded_up(points, 32), 256);
    launch.global[0] = rounded_up(points, launch.local[0]);
    launch.arguments = std::move(arguments);
    launch.pass = std::move(pass);
    steps_->push_back({kernel, std::move(launch)});
  }

  // Operations on whole numbers below are those of its PTX.
  [[nodiscard]] Pass& last_pass() const { return std::get<Launch>(steps_->back().action).pass; }

  [[nodiscard]] Access access(std::uint64_t elements, std::uint64_t points, Pattern pattern,
                              Use use = Use::read) const {
    return access_of(*plan_, elements, points, pattern, use);
  }

  void add_copy(const Place& from, const Place& to, std::uint64_t points) {
    const unsigned last = levels() - 1;
    const double found = from.found ? 1 : (to.found ? 2 : 0);
    std::vector<Access> accesses{
        access(points, points, from.stride == 1 ? Pattern::self : Pattern::strided),
        access(points, points, to.stride == 1 ? Pattern::self : Pattern::strided, Use::write)};
    // Every point looks at what the quadtree left; one records the exchange.
    if (from.found || to.found)
      accesses.push_back(access(quadtree_points(last) * points, points, Pattern::single));
    if (to.found) accesses.push_back(rows_found(1, points));
    add("copy_op", points,
        {BufferArgument{from.buffer}, BufferArgument{to.buffer},
         BufferArgument{level_buffer("rows", last)}, BufferArgument{"pivots"}, wide(from.offset),
         wide(from.stride), wide(to.offset), wide(to.stride), count(points),
         count(quadtree_points(last)), ScalarArgument{Scalar::u32, found}, count(u_)},
        pass_of(*plan_, "copy_op", points, std::move(accesses), 0));
    // Two places with a stride of 64 bits each; three more where the row is that which was found.
    add_places(*plan_, last_pass(), from.found || to.found ? 25 : 22);
    // What is read lies where the quadtree found it.
    if (from.found) wait_in_turn(std::get<Launch>(steps_->back().action), 0, 1);
  }

  // From the widest level on: what lies beyond the first 2^v values is folded onto them.
  void add_max() {
    std::uint64_t before = m_;
    for (unsigned v = levels(); v-- > 0;) {
      const std::uint64_t points = std::uint64_t{1} << v;
      const std::string from = before == m_ ? "column" : "largest";
      add("max_op", points,
          {BufferArgument{from}, BufferArgument{"largest"}, count(points), count(before)},
          pass_of(*plan_, "max_op", points,
                  {access(before, points, Pattern::relative),
                   access(points, points, Pattern::self, Use::write)},
                  0));
      add_places(*plan_, last_pass(), 12);
      last_pass().operations.add = 1;  // the larger of two
      before = points;
    }
  }

  void add_quadtree() {
    for (unsigned v = 0; v < levels(); ++v) {
      const std::uint64_t points = quadtree_points(v);
      const std::uint64_t before = v == 0 ? 0 : quadtree_points(v - 1);
      // First what every row holds and the largest value; then all that the level before left.
      const std::uint64_t read = v == 0 ? 2 * m_ : before;
      for (const char* name : {"values", "rows"}) {
        const double carries_row = *name == 'r' ? 1 : 0;
        const std::string from = v == 0 ? "column" : level_buffer(name, v - 1);
        add("quadtree_op", points,
            {BufferArgument{from}, BufferArgument{"largest"}, BufferArgument{level_buffer(name, v)},
             count(points), count(before), ScalarArgument{Scalar::u32, carries_row}},
            pass_of(*plan_, "quadtree_op", points,
                    {access(read, points, Pattern::multiple),
                     access(points, points, Pattern::self, Use::write)},
                    0));
        // At the first level a guard and three places; then the ends of the loop over its children,
        // which the compiler unrolls by four, and a turn of what is left over.
        add_places(*plan_, last_pass(), v == 0 ? 14 : 39);
        last_pass().operations.add = 1;  // a comparison
      }
    }
  }

  void add_divide() {
    add("divide_op", m_,
        {BufferArgument{"matrix"}, BufferArgument{"column"}, wide(plan_->rows), count(m_),
         count(u_)},
        pass_of(*plan_, "divide_op", m_,
                {access(m_, m_, Pattern::single), access(2 * m_, m_, Pattern::self, Use::both)},
                static_cast<double>(m_)));
    last_pass().operations = quotients_of(*plan_, 1);
    add_places(*plan_, last_pass(), 15);  // a guard and three places
  }

  void add_rows() {
    const std::uint64_t side = m_ - 1;
    const std::uint64_t points = side * side;
    add("row_op", side,
        {BufferArgument{"matrix"}, BufferArgument{"column"}, wide(plan_->rows), count(plan_->n),
         count(u_)},
        pass_of(*plan_, "row_op", points,
                {access(2 * points, points, Pattern::self, Use::both),
                 access(2 * points, points, Pattern::head)},
                2 * static_cast<double>(points)));
    std::get<Launch>(steps_->back().action).global[1] =
        rounded_up(side, row_op_columns) / row_op_columns;
    // Of an item, as in rank_one of the fused form.
    add_places(*plan_, last_pass(), 70.0 / row_op_columns);
  }

  const Plan* plan_;
  std::uint64_t u_;
  std::uint64_t m_;
  std::vector<Step>* steps_;
};

}  // namespace

std::vector<Step> build_paper(Program& program, const Plan& plan) {
  const Type real{plan.scalar, 1};
  for (const char* name : {"column", "largest", "kept", "values0", "values1", "rows0", "rows1"})
    program.buffers.push_back({name, real, plan.n + 1, {}});
  for (const char* name : {"copy_op", "max_op", "quadtree_op", "divide_op", "row_op"})
    add_kernel(program, plan, name, "lu/paper.cl",
               {{"WIDE_COLUMNS", std::to_string(row_op_columns)}});
  std::vector<Step> steps;
  for (std::uint64_t u = 0; u + 1 < plan.n; ++u) Column(plan, u, steps).add_all();
  return steps;
}

}  // namespace plumb::lu
