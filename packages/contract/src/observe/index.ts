export type { Contradiction } from './judge-claims.ts';
export { judgeClaims } from './judge-claims.ts';
export type { Observation, ObservationKind, ToolObservations } from './observation.ts';
export { OBSERVATION_KINDS } from './observation.ts';
export type { ControlRun, ObservedTool, ObserveSettings, ToolCaller } from './observe-tool.ts';
export { observeControl, observeTool } from './observe-tool.ts';
export type { SamplePlaces } from './sample-arguments.ts';
export { sampleArguments } from './sample-arguments.ts';
export { findStrace } from './find-strace.ts';
