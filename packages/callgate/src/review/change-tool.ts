import { CallgateError, HINT_NAMES } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { ToolChange } from '@callgate/gateway/tools';
import { policyMessages } from '@callgate/messages/cli/policy';
import { toolReviewErrors } from '@callgate/messages/errors/tool-review';
import type { ToolRefWithReason } from '@callgate/operations/api';
import { checkAgent, toolDetail, toolRow } from '@callgate/operations/tools';
import { parsePairs } from '../options/tool-filter-options.ts';
import { askToApprove } from '../show/ask-to-approve.ts';
import { write } from '../show/style.ts';
import type { FoundTool, HomeTools } from '../tools/home-tools.ts';
import { findTool, toToolRef } from '../tools/home-tools.ts';
import { confirmReviewed } from '../tools/confirm-reviewed.ts';
import { changesText } from '../tools/tool-detail-text.ts';

const { review: texts } = policyMessages;

/** Asks before an agent is enabled. False after a no. */
const knowsAgent = async (agentic: string, told: boolean): Promise<boolean> => {
  const { stdin, stdout } = process;
  if (agentic !== 'yes' || told) return true;
  if (!stdin.isTTY || !stdout.isTTY)
    try {
      checkAgent(agentic, told);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      throw new CallgateError({ code: error.code, message: error.message, help: texts.agentHelp });
    }
  write(texts.actsAsAgent);
  if (await askToApprove({ input: stdin, output: stdout, word: undefined })) return true;
  write(texts.unchanged);
  process.exitCode = 1;
  return false;
};

type ToolStatement = Pick<ToolRefWithReason, 'server' | 'identity' | 'tool' | 'reason'>;

/** One change to one tool. */
export interface ChangeRequest {
  readonly tool: string;
  readonly identity: string | undefined;
  readonly reason: string;
  readonly digest: string | undefined;
  /** For `set`: hints, as `readOnly=yes,destructive=no`. */
  readonly set: string | undefined;
  readonly anyDefinition: boolean;
  /** For `enable`: they know that it acts as an agent. */
  readonly agent: boolean;
}

export type ToolAction =
  | 'enable'
  | 'disable'
  | 'override'
  | 'clear-override'
  | 'review'
  | 'clear-review'
  | 'accept-change'
  | 'keep-out-change';

const hintAnswers = (
  { judge }: HomeTools,
  set: string | undefined,
): Readonly<Record<string, 'yes' | 'no'>> => {
  const hints = [...HINT_NAMES, ...judge.policy.hints.map(({ name }) => name)];
  return Object.fromEntries(parsePairs('set', set, ['yes', 'no'], hints));
};

/** Accepts the definition a tool has now, or hides it while it has it. Bound to what was looked at. */
const takeChange = async (
  { operations }: HomeTools,
  said: ToolStatement,
  digest: string | undefined,
  operation: 'tools.accept' | 'tools.keepOut',
): Promise<ToolChange | undefined> => {
  const { server, identity, tool } = said;
  const detail = await operations.ask('tools.show', { server, identity, tool });
  if (detail.drift === null) throw new CallgateError(toolReviewErrors.unchanged());
  if (!(await confirmReviewed(changesText(detail).join('\n'), detail.digest, digest))) return undefined;
  return await operations.ask(operation, { ...said, definition: detail.digest });
};

const review = async (
  tools: HomeTools,
  { known, tool }: FoundTool,
  said: ToolStatement,
  { set: written, digest }: ChangeRequest,
): Promise<ToolChange | undefined> => {
  const set = hintAnswers(tools, written);
  const detail = toolDetail(known, tool, tools.judge);
  const text = [...changesText(detail), displayJson(detail.definition, { lines: true })].join('\n');
  if (!(await confirmReviewed(text, detail.digest, digest))) return undefined;
  return await tools.operations.ask('tools.review', { ...said, set, definition: detail.digest });
};

const applyChange = async (
  tools: HomeTools,
  action: ToolAction,
  request: ChangeRequest,
): Promise<ToolChange | undefined> => {
  const { operations, judge } = tools;
  const found = findTool(tools, request.tool, request.identity);
  const said = { ...toToolRef(found), reason: request.reason };
  switch (action) {
    case 'enable':
      return (await knowsAgent(toolRow(found.known, found.tool, judge).agentic, request.agent))
        ? await operations.ask('tools.enable', { ...said, agent: true })
        : undefined;
    case 'disable':
      return await operations.ask('tools.disable', said);
    case 'override': {
      const bound = request.anyDefinition ? null : found.tool.digest;
      return await operations.ask('tools.override', { ...said, set: hintAnswers(tools, request.set), bound });
    }
    case 'clear-override':
      return await operations.ask('tools.clearOverride', said);
    case 'review':
      return await review(tools, found, said, request);
    case 'clear-review':
      return await operations.ask('tools.clearReview', said);
    case 'accept-change':
      return await takeChange(tools, said, request.digest, 'tools.accept');
    case 'keep-out-change':
      return await takeChange(tools, said, request.digest, 'tools.keepOut');
  }
};

/** Makes one change to one tool; undefined after a no. */
export const changeTool = async (
  tools: HomeTools,
  action: ToolAction,
  request: ChangeRequest,
): Promise<{ readonly change: ToolChange; readonly done: string } | undefined> => {
  const change = await applyChange(tools, action, request);
  return change === undefined ? undefined : { change, done: texts.outcome[action] };
};
