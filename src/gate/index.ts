/**
 * gate: decides from recorded facts whether a version of an application may be deployed. A fact that is
 * missing counts as no. Sees core, wire, spec, validation, generation, traffic, usage and comparison. It
 * reads facts through `RegistryFiles` and writes nothing.
 *
 * Layers: model < registry < decide.
 * - model: decisions, their reasons, names of applications.
 * - registry: the facts of a folder, one file for each fact.
 * - decide: the questions of the gate and their answers.
 */

export { type GateQuestion, gateApplication } from './decide/gate-application.ts';
export { gateDocument } from './decide/gate-document.ts';
export { withProblemLines } from './decide/problem-lines.ts';
export type * from './model/decision.ts';
export { applicationVersion, labelOfVersion, registryName } from './model/names.ts';
export { FACT_PATHS } from './registry/fact-paths.ts';
export { createRegistry, type RegistryFiles } from './registry/registry.ts';
