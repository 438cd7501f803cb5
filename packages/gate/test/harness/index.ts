/**
 * What it takes to test a gate from outside: a clock that obeys, places to fail at, an upstream that remembers every
 * byte, and a judge that holds the record against what arrived.
 *
 * @module
 */
export { virtualClock } from './virtual-clock.ts';
export type { VirtualClock, VirtualClockOptions } from './virtual-clock.ts';
export { FAILPOINT_EXIT, failpoint, failpointFromEnv, parseFailpoints, seededRandom } from './failpoints.ts';
export type { Failpoint, FailpointAction, FailpointActs } from './failpoints.ts';
export { ORACLE_SCRIPT, startOracle } from './oracle-upstream.ts';
export type { Oracle, OracleOptions, OracleScript } from './oracle-upstream.ts';
export { spawnOracle } from './oracle-process.ts';
export type { OracleProcess } from './oracle-process.ts';
export { oracleDispatcher, oracleFrame } from './oracle-dispatcher.ts';
export type { OracleDispatcherOptions } from './oracle-dispatcher.ts';
export { parseOracleLog, readOracleLog } from './oracle-log.ts';
export type { OracleFrame, OracleLog, SentCall } from './oracle-log.ts';
export { checkInvariants, recordProblems } from './invariant-checker.ts';
export type { Invariants } from './invariant-checker.ts';
