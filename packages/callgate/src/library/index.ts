/**
 * Callgate inside a program: one gate, and one turn for every message of a user.
 *
 * @example
 * import { callgate } from 'callgate';
 *
 * const gate = await callgate({ policy: 'balanced' });
 * const { outcome, reasons } = await gate.decide('notes/delete_note', { id: 7 });
 * const turn = gate.turn({ user, conversation, messages });
 * await generateText({ model, messages, ...turn.aiSdk(tools) });
 *
 * @module
 */
export { callgate } from './callgate.ts';
export type { Callgate, CallgateOptions, DecideCall } from './callgate.ts';
export type {
  AgentTurn,
  FunctionTool,
  FunctionTools,
  GatedFunctions,
  IntendedCall,
  PlannedCall,
  TurnDecision,
  TurnMessages,
  TurnOptions,
  PendingApproval,
  PersonVote,
  WrapOptions,
} from '@callgate/adapters/turn';
export { CallgateError } from '@callgate/core';
export type {
  CallgateErrorCode,
  Decision,
  Json,
  JsonObject,
  Outcome,
  Policy,
  PrincipalName,
  TrustLevel,
} from '@callgate/core';
export { callbackChannel, terminalChannel, webhookChannel } from '@callgate/gate';
export type { ApprovalChannel, Gate, People } from '@callgate/gate';
