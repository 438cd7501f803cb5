import { CallgateError } from '@callgate/core';
import { toolDetail } from '@callgate/operations/tools';
import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import { decide, lookedAt } from '../tools/decide-tool.ts';
import { findTool, openTools } from '../tools/home-tools.ts';
import { changesText } from '../tools/show-text.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';
import { REASON_ARG, TOOL_ARGS } from './tools-args.ts';

const args = {
  ...TOOL_ARGS,
  ...REASON_ARG,
  digest: { type: 'string', description: 'Ask nobody: you have looked at what has this digest' },
} as const satisfies ArgsDef;

const driftCommand = (change: 'accept' | 'keep-out', description: string, done: string): CommandEntry =>
  commandEntry(`tools ${change}`, description, args, async ({ args: given }) => {
    const reason = requiredOption(given.reason, 'reason', `tools ${change}`);
    const opened = await openTools({ config: given.config, policy: undefined, home: homePaths(process.env) });
    const found = findTool(opened, given.tool, given.identity);
    const detail = toolDetail(found.known, found.tool, opened.judge);
    if (detail.drift === null)
      throw new CallgateError('TOOL_UNCHANGED', 'nothing of it changed that waits to be accepted');
    if (!(await lookedAt(changesText(detail).join('\n'), detail.digest, given.digest))) return;
    const kind = { change, definition: detail.digest } as const;
    await decide(opened, found, { kind, reason, json: given.json ?? false, done });
  });

/** `callgate tools accept` */
export const toolsAcceptCommand: CommandEntry = driftCommand(
  'accept',
  'Look at what changed of a tool, and take it for what it is pinned to',
  'accepted',
);

/** `callgate tools keep-out` */
export const toolsKeepOutCommand: CommandEntry = driftCommand(
  'keep-out',
  'Hide a tool from agents as long as it is defined as it is now',
  'kept out',
);
