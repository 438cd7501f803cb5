/**
 * One turn of an agent, in any framework: `callgate` of the package `callgate` gives a gate with `turn`.
 *
 * @example
 * const turn = gate.turn({ user, conversation, messages });
 * await generateText({ model, messages, ...turn.aiSdk(tools) });
 * await turn.close();
 *
 * @module
 */
export { AgentTurn, TURN_OPTIONS } from './agent-turn.ts';
export { refuseUnknownOptions } from './refuse-unknown-options.ts';
export type {
  ChatTool,
  GatedFunctions,
  GoogleFunction,
  IntendedCall,
  ResponsesTool,
  TurnDecision,
  TurnMessages,
  TurnOptions,
  TurnParts,
  WrapOptions,
} from './agent-turn.ts';
export type { FunctionTool, FunctionTools } from './function-tools.ts';
export { Preparations, prepareGate } from './prepared-gate.ts';
export { ToolRegistry } from './tool-registry.ts';
export type { PlannedCall } from '@callgate/gate/host';
export type { PendingApproval, PersonVote } from '../host/approvals.ts';
