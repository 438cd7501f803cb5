import { CallgateError } from '@callgate/core';
import { checkAgent, toolRow } from '@callgate/operations/tools';
import type { ArgsDef } from 'citty';
import { askToApprove } from '../desk/prompt.ts';
import { homePaths } from '../home.ts';
import { write } from '../show/style.ts';
import { decide } from '../tools/decide-tool.ts';
import { findTool, openTools } from '../tools/home-tools.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';
import { REASON_ARG, TOOL_ARGS } from './tools-args.ts';

const enableArgs = {
  ...TOOL_ARGS,
  ...REASON_ARG,
  agent: { type: 'boolean', description: 'You know that it acts as an agent' },
} as const satisfies ArgsDef;

const AGENT =
  'It acts as an agent: it plans, and takes several steps of its own. One yes to a call is a yes to all of them; Callgate sees the call and its result, and not what happens in between.';

/** An agent is asked about before it is let in. False where somebody said no. */
const knowsAgent = async (agentic: string, told: boolean): Promise<boolean> => {
  const { stdin, stdout } = process;
  if (agentic !== 'yes' || told) return true;
  if (!stdin.isTTY || !stdout.isTTY)
    try {
      checkAgent(agentic, told);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      throw new CallgateError(error.code, error.message, { help: 'add --agent if you know' });
    }
  write(AGENT);
  if (await askToApprove({ input: stdin, output: stdout, word: undefined })) return true;
  write('nothing was changed');
  process.exitCode = 1;
  return false;
};

/** `callgate tools enable` */
export const toolsEnableCommand: CommandEntry = commandEntry(
  'tools enable',
  'Let agents see and call a tool again; agents are asked about first',
  enableArgs,
  async ({ args: given }) => {
    const reason = requiredOption(given.reason, 'reason', 'tools enable');
    const opened = await openTools({ config: given.config, policy: undefined, home: homePaths(process.env) });
    const found = findTool(opened, given.tool, given.identity);
    const { agentic } = toolRow(found.known, found.tool, opened.judge);
    if (!(await knowsAgent(agentic, given.agent ?? false))) return;
    const json = given.json ?? false;
    await decide(opened, found, { kind: { change: 'enable' }, reason, json, done: 'enabled' });
  },
);

/** `callgate tools disable` */
export const toolsDisableCommand: CommandEntry = commandEntry(
  'tools disable',
  'Hide a tool from agents: what cannot be seen cannot be called',
  { ...TOOL_ARGS, ...REASON_ARG },
  async ({ args: given }) => {
    const reason = requiredOption(given.reason, 'reason', 'tools disable');
    const opened = await openTools({ config: given.config, policy: undefined, home: homePaths(process.env) });
    const found = findTool(opened, given.tool, given.identity);
    const json = given.json ?? false;
    await decide(opened, found, { kind: { change: 'disable' }, reason, json, done: 'disabled' });
  },
);
