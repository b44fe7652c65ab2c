// plumb/trace/stamp/prepared_module.cpp - builds of one module: stamped, assembled, compared,
// certified.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/prepared_module.h"

#include <algorithm>
#include <utility>

#include "plumb/base/error.h"
#include "plumb/trace/stamp/choose_staging.h"
#include "plumb/trace/stamp/register_limits.h"

namespace plumb::trace {
namespace {

std::ptrdiff_t uncertified(const StampedModule& made) {
  return std::ranges::count_if(made.certificates, [](const Certificate& certificate) {
    return !certificate.complaint.empty();
  });
}

}  // namespace

PreparedModule::PreparedModule(ptx::Module module, InstrumentOptions options, BuildOptions building)
    : module_(std::make_unique<const ptx::Module>(std::move(module))),
      options_(std::move(options)),
      building_(std::move(building)),
      chosen_(choose_accesses(*module_, options_.selection, options_.method)) {
  if (!building_.assemble || stamps() == 0) return;
  original_ = building_.assemble(module_->text, module_->name, building_.architecture);
  if (leaves_out_warps(options_.sampling)) {
    options_.most_registers =
        register_limits(read_cubin(original_, module_->name), building_.shape);
  }
}

std::uint32_t PreparedModule::stamps() const {
  return static_cast<std::uint32_t>(chosen_.accesses.size());
}

StampedModule PreparedModule::stamped(const InstrumentOptions& options,
                                      const ptx::PieceSink& sink) const {
  StampedModule made;
  if (building_.stage && building_.assemble && !options.layout.addresses) {
    StagingChoice choice = choose_staging(*module_, chosen_, options, building_.shape,
                                          building_.architecture, building_.assemble);
    made.instrumented = std::move(choice.instrumented);
    made.machine_code = std::move(choice.machine_code);
    made.staging = std::move(choice.reason);
    return made;
  }
  made.instrumented = instrument(*module_, chosen_, options, assembles() ? ptx::PieceSink() : sink);
  made.staging = building_.stage ? "records go straight to global memory: without --assemble "
                                   "nothing is known about resident blocks"
                                 : "records go straight to global memory, as was asked for";
  if (options.layout.addresses)
    made.staging = "records go straight to global memory, with the address of every lane";
  if (building_.assemble)
    made.machine_code =
        building_.assemble(made.instrumented.ptx, module_->name, building_.architecture);
  return made;
}

void PreparedModule::compare_and_certify(StampedModule& made,
                                         std::optional<std::uint32_t> only) const {
  const Cubin after = read_cubin(made.machine_code, module_->name);
  made.certificates = certify(after).certificates;
  made.change =
      BuildChange{.stamp = only,
                  .architecture = after.architecture,
                  .kernels = compare(read_cubin(original_, module_->name), after, building_.shape),
                  .threads = building_.shape.threads,
                  .dynamic = building_.shape.dynamic,
                  .staging = made.staging};
}

StampedModule PreparedModule::build(std::optional<std::uint32_t> only,
                                    const ptx::PieceSink& sink) const {
  InstrumentOptions options = options_;
  options.only = only;
  options.staging.reset();
  const auto make = [&] {
    StampedModule made = stamped(options, sink);
    if (building_.assemble) compare_and_certify(made, only);
    return made;
  };
  if (options.most_registers.empty()) return make();
  std::optional<StampedModule> limited;
  try {
    limited = make();
    if (all_certified(limited->certificates)) return std::move(*limited);
  } catch (const Error& error) {
    // The assembler refuses: too few registers for what the kernel calls. Then without a limit.
    if (error.kind() != ErrorKind::device) throw;
    limited.reset();
  }
  options.most_registers.clear();
  StampedModule free = make();
  const bool better = !limited || uncertified(free) < uncertified(*limited);
  return better ? std::move(free) : std::move(*limited);
}

}  // namespace plumb::trace
