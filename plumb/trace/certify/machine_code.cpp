// plumb/trace/certify/machine_code.cpp - decoding machine code.
//
// Nobody publishes the encoding; what stands here is what assembler projects agree on, checked
// against every producer and consumer in the code of the tests. An instruction that is not in the
// table is unknown, and nothing that contains it is certified.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/certify/machine_code.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "plumb/trace/certify/instruction_table.h"

namespace plumb::trace {
namespace {

constexpr auto plain = Operation::plain;

// Those that are decoded further.
constexpr unsigned cs2r = 0x005;
constexpr unsigned ldsm = 0x03b;
constexpr unsigned isetp = 0x00c;
constexpr unsigned lea = 0x011;
constexpr unsigned minimum = 0x017;
constexpr unsigned elect = 0x02f;
constexpr unsigned add_64 = 0x035;
constexpr unsigned cs2ur = 0x0cb;
constexpr unsigned bar = 0x11d;
constexpr unsigned bssy = 0x145;
constexpr unsigned load_256 = 0x17e;
constexpr unsigned membar = 0x192;
constexpr unsigned atomic_float = 0x1a2;
constexpr unsigned atomic_float_global = 0x1a3;
constexpr unsigned multiply_pairs = 0x04a;
constexpr unsigned move_register = 0x202;       // with the form of its operands
constexpr unsigned multiply_registers = 0x224;  // likewise

// Bits [low, low + count) of the instruction.
class Bits {
 public:
  Bits(std::span<const std::byte> code, std::size_t index) {
    std::memcpy(words_.data(), code.data() + 16 * index, 16);
  }
  [[nodiscard]] std::uint64_t operator()(unsigned low, unsigned count) const {
    const unsigned word = low / 64;
    const unsigned shift = low % 64;
    std::uint64_t value = words_[word] >> shift;
    if (shift + count > 64) value |= words_[1] << (64 - shift);
    return count == 64 ? value : value & ((std::uint64_t{1} << count) - 1);
  }

 private:
  std::array<std::uint64_t, 2> words_{};
};

std::int64_t extended(std::uint64_t value, unsigned bits) {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>(value ^ sign) - static_cast<std::int64_t>(sign);
}

// The distance in bytes stands from bit 34 on, divided by four; from sm_90 on BRA and CALL keep its
// lowest eight bits at bit 16. BSSY has 30 bits.
std::optional<std::int64_t> target_of(const Bits& bits, unsigned opcode, unsigned architecture) {
  std::int64_t words = 0;
  if (opcode == bssy) {
    words = extended(bits(34, 30), 30);
  } else if (architecture >= 90) {
    words = extended(bits(34, 48) << 8U | bits(16, 8), 56);
  } else {
    words = extended(bits(34, 48), 48);
  }
  if (words % 4 != 0) return std::nullopt;
  return words / 4;
}

unsigned bytes_of(const Bits& bits) {
  constexpr std::array<unsigned, 8> sizes{1, 1, 2, 2, 4, 8, 16, 16};
  return sizes.at(bits(73, 3));
}

// BAR that announces itself and goes on does not hold the warp.
bool only_arrives(const Bits& bits) { return bits(77, 2) == 1; }

// CS2R takes one register of the machine, or 64 bits of two.
bool takes_64_bits(const Bits& bits) { return bits(80, 1) == 1; }

// CS2R with the clock's number, all 64 bits of it.
bool reads_clock(const Bits& bits) {
  constexpr unsigned clock_low = 0x50;
  return bits(72, 8) == clock_low && takes_64_bits(bits);
}

// By the type, of a width that is not known the most. Those on floating-point numbers have a type
// of four bits, which also counts the elements of a vector.
unsigned written_by_atomic(const Bits& bits, unsigned kind) {
  if (kind == atomic_float || kind == atomic_float_global) {
    const std::uint64_t type = bits(73, 4);
    if (type == 0 || type == 3 || type == 9) return 1;  // f16x2, bf16x2, f32
    return type == 10 || type == 15 ? 2 : 4;            // f32 twice, f64; f32 or f16x2 four times
  }
  const std::uint64_t type = bits(73, 3);
  if (type == 4 || type == 7) return 4;  // 4: 128 bits, before sm_90 f16x2
  return type == 2 || type == 5 || type == 6 ? 2 : 1;
}

// A load writes as many registers as its bytes fill, a conversion as the type it makes; a fetch
// those of its mask, two from each of its two destinations.
void decode_width(const Bits& bits, unsigned kind, Instruction& result) {
  const bool sized = (kind >= 0x180 && kind <= 0x188) || kind == 0x198 || kind == 0x199 ||
                     result.operation == Operation::load_constant;
  if (sized) result.bytes = bytes_of(bits);
  if (sized && result.written > 0) result.written = (result.bytes + 3) / 4;
  const bool converts = kind >= 0x110 && kind <= 0x113;  // from or to 64 bits
  if (converts && bits(75, 2) != 3) result.written = 1;
  if (kind == cs2r && !takes_64_bits(bits)) result.written = 1;
  if (kind == ldsm && bits(72, 2) < 3) result.written = 1U << bits(72, 2);  // 1, 2 or 4 matrices
  if (result.operation == Operation::atomic) result.written = written_by_atomic(bits, kind);
  if (kind == load_256) {
    result.bytes = 32;
    result.second_destination = static_cast<std::uint8_t>(bits(64, 8));
  }
  if (result.operation != Operation::fetch) return;
  result.components = static_cast<unsigned>(std::popcount(bits(72, 4)));
  result.written = std::min(result.components, 2U);
  result.second_destination = static_cast<std::uint8_t>(bits(64, 8));
}

void decode_registers(const Bits& bits, Instruction& result) {
  result.destination = static_cast<std::uint8_t>(bits(16, 8));
  result.a = static_cast<std::uint8_t>(bits(24, 8));
  result.c = static_cast<std::uint8_t>(bits(64, 8));
  const std::uint64_t form = result.opcode >> 9U;
  // 1: registers; 2, 3: b is an immediate or constant and the register stands in c's place; 4, 5:
  // immediate or constant; 6, 7: a uniform register.
  const bool memory = result.operation != Operation::plain;
  if (form == 1 || memory) result.b = static_cast<std::uint8_t>(bits(32, 8));
  if (result.written == 0) result.destination = no_register;
}

// Those that write a predicate, its number from bit 81 on; 7 stands for none.
constexpr std::array writes_one_predicate{
    0x006U, 0x011U, 0x012U, 0x024U, 0x025U, 0x027U, 0x02fU, 0x100U, 0x102U, 0x11cU, 0x160U, 0x161U,
    0x163U, 0x164U, 0x166U, 0x167U, 0x16cU, 0x16dU, 0x17eU, 0x180U, 0x181U, 0x189U, 0x18aU, 0x18bU,
    0x198U, 0x199U, 0x1a1U, 0x1a2U, 0x1a3U, 0x1a7U, 0x1a8U, 0x1a9U, 0x1aaU, 0x1b2U};
// Those that write a second one as well, from bit 84 on.
constexpr std::array writes_two_predicates{0x00bU, 0x00cU, 0x010U, 0x01cU, 0x02aU, 0x034U, 0x048U};
constexpr unsigned registers_to_predicates = 0x004;  // R2P: any of them

unsigned predicates_of(const Bits& bits, unsigned kind, unsigned architecture) {
  constexpr unsigned all = 0x7f;
  if (kind == registers_to_predicates) return all;
  // Before sm_100 the number of the addition is another's, and a minimum writes none.
  const bool newer = (kind == add_64 || kind == minimum) && architecture >= 100;
  const auto one_of = [&](const auto& kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
  };
  const bool two = one_of(writes_two_predicates);
  if (!two && !newer && !one_of(writes_one_predicate)) return 0;
  const unsigned first = 1U << bits(81, 3);
  return (two ? first | 1U << bits(84, 3) : first) & all;
}

// What only some opcodes have.
void decode_particulars(const Bits& bits, unsigned kind, unsigned architecture,
                        Instruction& result) {
  if ((kind == cs2r || kind == cs2ur) && reads_clock(bits)) result.operation = Operation::clock;
  // Forms 2 and 4 have a number of 32 bits in the place of a register.
  const unsigned form = result.opcode >> 9U;
  const bool memory = result.operation != Operation::plain;
  if (!memory && (form == 2 || form == 4))
    result.immediate = static_cast<std::uint32_t>(bits(32, 32));
  if (memory) result.offset = static_cast<std::int32_t>(extended(bits(40, 24), 24));
  if (memory) result.form = bits(72, 32);
  if (kind == lea) result.shift = static_cast<unsigned>(bits(75, 5));
  if (kind == isetp) result.predicate = static_cast<unsigned>(bits(81, 3));
  if (!result.uniform || kind == elect) result.predicates = predicates_of(bits, kind, architecture);
  if (result.opcode == move_register) result.copied = result.b;
  if (result.opcode == multiply_registers && result.a == no_register && result.b == no_register)
    result.copied = result.c;  // 0 * 0 + c
  if (kind == membar) result.scope = static_cast<unsigned>(bits(76, 3));
  if (kind == bar && only_arrives(bits)) {
    result.name = "BAR.ARV";
    result.operation = Operation::flow;
  }
  if (result.operation == Operation::branch) result.target = target_of(bits, kind, architecture);
  decode_width(bits, kind, result);
  // On sm_100 alone the number of a uniform minimum is also that of a product of two pairs, which
  // writes registers: the more cautious reading.
  if (kind == multiply_pairs && architecture >= 100 && architecture < 120) {
    result.name = "FMUL2";
    result.uniform = false;
    result.written = 2;
  }
  if (kind == add_64 && architecture < 100) {  // before, another instruction had this number
    result.name = "HFMA2.MMA";
    result.written = 1;
  }
}

// Bits 87 to 90 name a predicate of the branch itself, those behind them up to the control bits its
// kind: taken where lanes have diverged (.DIV) or together (.CONV).
bool leaves_always(const Bits& bits, const Instruction& instruction) {
  constexpr std::array<std::string_view, 5> names{"BRA", "BRX", "BRXU", "EXIT", "RET"};
  if (std::ranges::find(names, instruction.name) == names.end()) return false;
  if (instruction.guard != 7 || instruction.guard_negated) return false;
  const bool own_predicate = bits(87, 3) != 7 || bits(90, 1) != 0;
  return !own_predicate && bits(91, 3) == 0;
}

}  // namespace

Instruction decode(std::span<const std::byte> code, std::size_t index, unsigned architecture) {
  const Bits bits(code, index);
  Instruction result;
  result.opcode = static_cast<unsigned>(bits(0, 12));
  result.guard = static_cast<unsigned>(bits(12, 3));
  result.guard_negated = bits(15, 1) != 0;
  result.stall = static_cast<unsigned>(bits(105, 4));
  result.yield = bits(109, 1) == 0;
  result.write_barrier = static_cast<unsigned>(bits(110, 3));
  result.read_barrier = static_cast<unsigned>(bits(113, 3));
  result.wait_mask = static_cast<unsigned>(bits(116, 6));
  const unsigned kind = result.opcode & 0x1ffU;
  const KnownInstruction* found = find_instruction(kind);
  if (found == nullptr) return result;
  result.name = found->name;
  result.operation = found->operation;
  result.written = found->written;
  result.uniform = found->uniform;
  decode_registers(bits, result);
  decode_particulars(bits, kind, architecture, result);
  result.leaves = leaves_always(bits, result);
  // Under a guard that is never true it is only issued.
  if (result.guard == 7 && result.guard_negated) {
    result.operation = plain;
    result.written = 0;
    result.predicates = 0;
  }
  return result;
}

std::vector<Instruction> decode_all(std::span<const std::byte> code, unsigned architecture) {
  std::vector<Instruction> all;
  all.reserve(code.size() / 16);
  for (std::size_t i = 0; i < code.size() / 16; ++i) all.push_back(decode(code, i, architecture));
  return all;
}

}  // namespace plumb::trace
