import { CallgateError } from '@callgate/core';
import type { OperatorAct } from '@callgate/gate';
import { readKeys, recordAct } from '@callgate/gate';
import { addressOf, mayBeStore, shownPlace } from '@callgate/gate/store';
import type { ToolChange } from '@callgate/gateway/tools';
import { decideTool } from '@callgate/operations/tools';
import { openToWrite } from '../home/open-to-write.ts';
import { askToApprove } from '../show/prompt.ts';
import { write } from '../show/style.ts';
import type { FoundTool, HomeTools } from './home-tools.ts';

/** Writes a row into the record of the gate, whether or not one runs. What cannot be recorded is not done. */
const recordInHome = async ({ home, config }: HomeTools, act: OperatorAct): Promise<void> => {
  const place = addressOf(config.store);
  if (!mayBeStore(place))
    throw new CallgateError('HOME_EMPTY', `there is no record at ${shownPlace(place)} to write it into`, {
      help: 'name the configuration of the gateway with -c, or set CALLGATE_HOME to its folder',
    });
  const { store, close } = await openToWrite(place, home, { keys: readKeys(home.keys) });
  try {
    await store.transact((tx) => recordAct(tx, act));
  } finally {
    await close();
  }
};

/** Whose word it is on this machine. */
const SUBJECT = 'local';

/** What is said of a tool, without whose word it is. */
export type ChangeKind = ToolChange extends infer C
  ? C extends ToolChange
    ? Omit<C, 'server' | 'identity' | 'tool' | 'by' | 'at' | 'reason'>
    : never
  : never;

/** Writes down what was decided. It is in the record before it is in force. */
export const sayOf = async (
  tools: HomeTools,
  { known, tool }: FoundTool,
  kind: ChangeKind,
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
