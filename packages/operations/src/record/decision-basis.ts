import type { JsonObject, Policy, ToolInput } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { findAutoConditions } from '@callgate/core/decide';
import type { CallRow, DecisionDetail } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import { readDecisionDetail, parseEntry } from '@callgate/gate/record';
import { readKeptTool } from '@callgate/gate/replay';
import { operationMessages } from '@callgate/messages/operations';
import type { AutoConditions } from '../api/inbox.ts';

/** What a call was decided from, as the record has it. */
export interface DecisionBasis {
  readonly tool: ToolInput;
  readonly detail: DecisionDetail;
}

const readLastDecision = async (
  read: Pick<StoreReader, 'rowsOfCall'>,
  call: string,
): Promise<DecisionDetail | undefined> => {
  for (const { bytes } of (await read.rowsOfCall(call)).toReversed()) {
    const detail = readDecisionDetail(parseEntry(bytes).detail);
    if (detail !== undefined) return detail;
  }
  return undefined;
};

/** The tool as it was when the call was decided; undefined where the record does not have it whole. */
export const readDecisionBasis = async (
  read: Pick<StoreReader, 'rowsOfCall' | 'kept'>,
  call: string,
): Promise<DecisionBasis | undefined> => {
  const detail = await readLastDecision(read, call);
  const text = detail === undefined ? undefined : await read.kept(detail.input.tool);
  if (detail === undefined || text === undefined) return undefined;
  const tool = readKeptTool(text, detail.input.tool);
  return tool === undefined ? undefined : { tool, detail };
};

/** What would have to be different for the same call to run by itself, by the policy of now. */
export const autoConditions = (
  policy: Policy,
  { situation, principal }: Pick<CallRow, 'situation' | 'principal'>,
  args: JsonObject,
  from: DecisionBasis | undefined,
): AutoConditions => {
  if (from === undefined) return { ways: [], unknown: operationMessages.auditLog.toolUnknown };
  const { labels, words, origins } = situation;
  const { tool, detail } = from;
  try {
    const ways = findAutoConditions(policy, {
      v: 1,
      tool,
      labels,
      words,
      origins,
      principal,
      args,
      time: detail.input.time,
      policy: policy.revision,
    });
    return { ways: ways.map((way) => way.words), unknown: null };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return { ways: [], unknown: error.message };
  }
};
