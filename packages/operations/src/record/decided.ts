import type { JsonObject, Policy, ToolInput } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { autoIf } from '@callgate/core/decide';
import type { CallRow, DecidedDetail } from '@callgate/gate/record';
import type { Reader } from '@callgate/gate/store';
import { decidedDetail, readRow } from '@callgate/gate/record';
import { keptTool } from '@callgate/gate/replay';
import type { AutomaticIf } from '../api/inbox.ts';

/** What a call was decided from, as the record has it. */
export interface DecidedFrom {
  readonly tool: ToolInput;
  readonly detail: DecidedDetail;
}

const lastDecided = async (
  read: Pick<Reader, 'rowsOfCall'>,
  call: string,
): Promise<DecidedDetail | undefined> => {
  for (const { bytes } of (await read.rowsOfCall(call)).toReversed()) {
    const detail = decidedDetail(readRow(bytes).detail);
    if (detail !== undefined) return detail;
  }
  return undefined;
};

/** The tool as it was when the call was decided; undefined where the record does not have it whole. */
export const decidedFrom = async (
  read: Pick<Reader, 'rowsOfCall' | 'kept'>,
  call: string,
): Promise<DecidedFrom | undefined> => {
  const detail = await lastDecided(read, call);
  const text = detail === undefined ? undefined : await read.kept(detail.input.tool);
  if (detail === undefined || text === undefined) return undefined;
  const tool = keptTool(text, detail.input.tool);
  return tool === undefined ? undefined : { tool, detail };
};

/** What would have to be different for the same call to run by itself, by the policy of now. */
export const automaticIf = (
  policy: Policy,
  { situation, principal }: Pick<CallRow, 'situation' | 'principal'>,
  args: JsonObject,
  from: DecidedFrom | undefined,
): AutomaticIf => {
  if (from === undefined) return { ways: [], unknown: 'the record does not have the tool as it was then' };
  const { labels, words, origins } = situation;
  const { tool, detail } = from;
  try {
    const ways = autoIf(policy, {
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
