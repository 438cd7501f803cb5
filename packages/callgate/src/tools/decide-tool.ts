import { CallgateError } from '@callgate/core';
import { decideTool } from '@callgate/operations/tools';
import type { ToolChange } from '@callgate/gateway/tools';
import { askToApprove } from '../desk/prompt.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { FoundTool, HomeTools } from './home-tools.ts';
import { recordInHome } from './record-act.ts';

/** Whose word it is on this machine. */
const SUBJECT = 'local';

type Kind = ToolChange extends infer C
  ? C extends ToolChange
    ? Omit<C, 'server' | 'identity' | 'tool' | 'by' | 'at' | 'reason'>
    : never
  : never;

/** Writes down what was decided. It is in the record before it is in force. */
export const sayOf = async (
  tools: HomeTools,
  { known, tool }: FoundTool,
  kind: Kind,
  reason: string,
): Promise<ToolChange> => {
  const { operator, pinned, judge } = tools;
  const { server, identity } = known;
  const said = { server, identity, tool: tool.name, by: SUBJECT, at: Date.now(), reason };
  const change = { ...said, ...kind } as ToolChange;
  await decideTool(
    { operator, pins: pinned.book, record: (act) => recordInHome(tools, act) },
    tool,
    judge.policy.hints,
    change,
  );
  return change;
};

export interface Decided {
  readonly kind: Kind;
  readonly reason: string;
  readonly json: boolean;
  /** Said when it is done. */
  readonly done: string;
}

/** The same, and tells it. */
export const decide = async (
  tools: HomeTools,
  found: FoundTool,
  { kind, reason, json, done }: Decided,
): Promise<void> => {
  const change = await sayOf(tools, found, kind, reason);
  write(json ? asciiJson(change) : `${done}; gateways that run take it within seconds`);
};

/**
 * Whether somebody looked: at a terminal they are asked, elsewhere they name the digest of what they looked at.
 * Throws where nobody did.
 */
export const lookedAt = async (text: string, digest: string, given: string | undefined): Promise<boolean> => {
  if (given !== undefined && given !== digest)
    throw new CallgateError('TOOL_CHANGED', 'its definition does not have this digest any more', {
      help: `look at it again; it has ${digest} now`,
    });
  if (given !== undefined) return true;
  write(`${text}\n\ndigest ${digest}`);
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY)
    throw new CallgateError('TOOL_NOBODY', 'there is no terminal to ask at, so nothing was changed', {
      help: `add --digest ${digest}`,
    });
  if (await askToApprove({ input: stdin, output: stdout, word: undefined })) return true;
  write('nothing was changed');
  process.exitCode = 1;
  return false;
};
