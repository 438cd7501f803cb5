import { CallgateError, HINT_NAMES } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import { toolDetail } from '@callgate/operations/tools';
import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import { decide, lookedAt } from '../tools/decide-tool.ts';
import { pairsOf } from '../tools/filter-options.ts';
import type { HomeTools } from '../tools/home-tools.ts';
import { findTool, openTools } from '../tools/home-tools.ts';
import { changesText } from '../tools/show-text.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';
import { REASON_ARG, TOOL_ARGS } from './tools-args.ts';

const SET_ARGS = {
  set: { type: 'string', description: 'Hints, as readOnly=yes,destructive=no' },
  clear: { type: 'boolean', description: 'Take back what was said' },
} as const satisfies ArgsDef;

const answersOf = (
  { judge }: HomeTools,
  written: string | undefined,
  command: string,
): Readonly<Record<string, 'yes' | 'no'>> => {
  const hints = [...HINT_NAMES, ...judge.policy.hints.map(({ name }) => name)];
  return Object.fromEntries(pairsOf('set', requiredOption(written, 'set', command), ['yes', 'no'], hints));
};

const refuseBoth = ({
  set,
  clear,
}: {
  readonly set?: string | undefined;
  readonly clear?: boolean | undefined;
}): void => {
  if (clear === true && set !== undefined)
    throw new CallgateError('OPTION_TWICE', '--set and --clear are opposites; give one');
};

/** `callgate tools override` */
export const toolsOverrideCommand: CommandEntry = commandEntry(
  'tools override',
  'Say what is so, whatever the server claims; what lowers care counts for the definition as it is now',
  {
    ...TOOL_ARGS,
    ...SET_ARGS,
    ...REASON_ARG,
    'any-definition': { type: 'boolean', description: 'It counts whatever the definition becomes' },
  },
  async ({ args: given }) => {
    refuseBoth(given);
    const reason = requiredOption(given.reason, 'reason', 'tools override');
    const opened = await openTools({ config: given.config, policy: undefined, home: homePaths(process.env) });
    const found = findTool(opened, given.tool, given.identity);
    const json = given.json ?? false;
    if (given.clear === true) {
      await decide(opened, found, { kind: { change: 'clear-override' }, reason, json, done: 'taken back' });
      return;
    }
    const set = answersOf(opened, given.set, 'tools override');
    const definition = given['any-definition'] === true ? {} : { definition: found.tool.digest };
    await decide(opened, found, {
      kind: { change: 'override', set, ...definition },
      reason,
      json,
      done: 'saved',
    });
  },
);

/** `callgate tools review` */
export const toolsReviewCommand: CommandEntry = commandEntry(
  'tools review',
  'Look at a definition, whole, and say what it is; it counts for exactly this one',
  {
    ...TOOL_ARGS,
    ...SET_ARGS,
    ...REASON_ARG,
    digest: { type: 'string', description: 'Ask nobody: you have looked at what has this digest' },
  },
  async ({ args: given }) => {
    refuseBoth(given);
    const reason = requiredOption(given.reason, 'reason', 'tools review');
    const opened = await openTools({ config: given.config, policy: undefined, home: homePaths(process.env) });
    const found = findTool(opened, given.tool, given.identity);
    const json = given.json ?? false;
    if (given.clear === true) {
      await decide(opened, found, { kind: { change: 'clear-review' }, reason, json, done: 'taken back' });
      return;
    }
    const set = answersOf(opened, given.set, 'tools review');
    const detail = toolDetail(found.known, found.tool, opened.judge);
    const text = [...changesText(detail), displayJson(detail.definition, { lines: true })].join('\n');
    if (!(await lookedAt(text, detail.digest, given.digest))) return;
    const kind = { change: 'review', set, definition: detail.digest } as const;
    await decide(opened, found, { kind, reason, json, done: 'reviewed' });
  },
);
