import { display } from '@callgate/core';
import { initMessages as conversation } from '@callgate/messages/cli/init';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { bold, dim } from '../show/style.ts';
import type { ServerEditReport } from './change-text.ts';
import { CLIENTS } from './clients.ts';
import type { Hunk } from '@callgate/contract/overlay';
import { diffLines } from '@callgate/contract/overlay';
import type { FileProblem } from './find-client-files.ts';
import type { HookPlan } from './plan-hooks.ts';
import type { FilePlan, InitPlan } from './plan-init.ts';
import { hasChanges } from './plan-init.ts';

const { init: texts } = setUpMessages;

const MAX_LINE = 2000;
/** From this length on, only what differs in a line is shown, with a little around it. */
const LONG_LINE = 300;
const AROUND = 60;

const plainLine = (line: string): string => line.replace(/\r$/, '').replaceAll('\t', '  ');

/** What two long lines do not have in common, with a little of what they have. */
const excerpts = (one: string, other: string): [string, string] => {
  if (Math.max(one.length, other.length) <= LONG_LINE) return [one, other];
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - AROUND);
  const cut = (line: string): string => {
    const to = Math.min(line.length, line.length - tail + AROUND);
    return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
  };
  return [cut(one), cut(other)];
};

const signed =
  (sign: string) =>
  (text: string): string =>
    `    ${sign} ${display(plainLine(text), { max: MAX_LINE })}`;

const hunkLines = ({ line, removed, added }: Hunk): string[] => {
  const [one] = removed;
  const [other] = added;
  const isPair = removed.length === 1 && added.length === 1 && one !== undefined && other !== undefined;
  const [before, after] = isPair ? excerpts(one, other) : ['', ''];
  return [
    dim(`    ${texts.line({ line })}`),
    ...(isPair ? [before] : removed).map(signed('-')),
    ...(isPair ? [after] : added).map(signed('+')),
  ];
};

/** Where a server stands, if not simply under its name. */
const nameText = ({ path, name }: ServerEditReport): string =>
  path.length > 2
    ? `${display(name, { max: 100 })} (${display(path.slice(1, -2).join(' '), { max: 200 })})`
    : display(name, { max: 100 });

const serverLine = (server: ServerEditReport, undo: boolean): string => {
  const note = server.note ?? '';
  if (server.action !== 'changed')
    return `  ${nameText(server)}: ${server.action === 'already' ? note : texts.left({ why: note })}`;
  const what = undo ? texts.goesPast : texts.goesThrough;
  return `  ${nameText(server)}: ${what}${note === '' ? '' : `; ${note}`}`;
};

const undoLines = ({ restored, unwrapped }: FilePlan): string[] => {
  const from = restored.map(({ path }) => `  ${texts.restoredFrom({ path: display(path) })}`);
  if (!unwrapped) return from;
  return [...from, `  ${restored.length > 0 ? texts.unwrappedRest : texts.unwrapped}`];
};

const fileLines = (plan: FilePlan, undo: boolean): string[] => [
  `${bold(CLIENTS[plan.file.client].title)}  ${display(plan.file.path)}`,
  ...plan.servers.map((server) => serverLine(server, undo)),
  ...plan.notes.map((note) => `  ${texts.note({ note })}`),
  ...(undo && hasChanges(plan) ? undoLines(plan) : []),
  ...plan.diff.flatMap(hunkLines),
];

/** One line a file; what is left as it is has a line of its own. */
const fileSummary = (plan: FilePlan, undo: boolean): string[] => {
  const changed = plan.servers.filter(({ action, note }) => action === 'changed' && (note ?? '') === '');
  return [
    `  ${bold(CLIENTS[plan.file.client].title)}  ${display(plan.file.path)}: ${texts.servers({ servers: changed.length })}`,
    ...plan.servers
      .filter((server) => !changed.includes(server))
      .map((server) => `  ${serverLine(server, undo)}`),
    ...plan.notes.map((note) => `    ${texts.note({ note })}`),
  ];
};

/** Which files would change, for people who were shown what will happen. */
export const planSummary = (plan: InitPlan): string => {
  const shown = plan.files.filter(({ servers }) => servers.length > 0);
  return shown.flatMap((file) => fileSummary(file, plan.undo)).join('\n');
};

/** What would change, for people. Values that could be secrets are hidden in it. */
export const planText = (plan: InitPlan): string => {
  const shown = plan.files.filter(({ servers }) => servers.length > 0);
  if (shown.length === 0) return texts.noServers;
  return shown.map((file) => fileLines(file, plan.undo).join('\n')).join('\n\n');
};

export const countText = (plan: InitPlan): string => {
  const files = plan.files.filter(hasChanges);
  const servers = files.flatMap((file) => file.servers.filter(({ action }) => action === 'changed'));
  const command = plan.own.map((word) => display(word, { max: 200 })).join(' ');
  return texts.total({
    servers: servers.length,
    files: files.length,
    command: plan.undo ? null : command,
  });
};

export const writtenText = ({ file, backup }: FilePlan): string =>
  texts.written({ path: display(file.path), backup: backup === undefined ? null : display(backup) });

const hookHead = ({ client, path, backup }: HookPlan): string => {
  const what = conversation.hooksChange({ added: backup !== undefined });
  return `${bold(CLIENTS[client].title)}  ${display(path)}: ${what}`;
};

/** One line a file of hooks. */
export const hookSummary = (hooks: readonly HookPlan[]): string =>
  hooks.map((plan) => `  ${hookHead(plan)}`).join('\n');

/** What would change in files of hooks, for people. */
export const hookText = (hooks: readonly HookPlan[]): string =>
  hooks
    .map((plan) => {
      const before = new TextDecoder().decode(plan.before ?? new Uint8Array());
      return [hookHead(plan), ...diffLines(before, plan.after).flatMap(hunkLines)].join('\n');
    })
    .join('\n\n');

export const hookWrittenText = ({ path, after, backup, before }: HookPlan): string =>
  after === ''
    ? texts.removed({ path: display(path) })
    : texts.written({
        path: display(path),
        backup: backup === undefined || before === undefined ? null : display(backup),
      });

const hookJson = ({ client, path, backup }: HookPlan, written: boolean): object => ({
  client,
  file: path,
  written,
  ...(backup === undefined ? {} : { backup }),
});

const fileJson = (plan: FilePlan, written: boolean): object => ({
  client: plan.file.client,
  file: plan.file.path,
  scope: plan.file.scope,
  changes: hasChanges(plan),
  written,
  servers: plan.servers,
  ...(plan.backup === undefined ? {} : { backup: plan.backup }),
  ...(plan.restored.length === 0 ? {} : { restored: plan.restored.map(({ path }) => path) }),
  ...(plan.unwrapped ? { unwrapped: true } : {}),
  ...(plan.notes.length === 0 ? {} : { notes: plan.notes }),
  diff: plan.diff,
});

const problemJson = ({ path, problem: { code, message, help, position } }: FileProblem): object => ({
  file: path,
  ...(position === undefined ? {} : { line: position.line, column: position.column }),
  code,
  message,
  ...(help === undefined ? {} : { help }),
});

export interface InitReport {
  readonly plan: InitPlan;
  readonly hooks: readonly HookPlan[];
  readonly written: readonly FilePlan[];
  readonly writtenHooks: readonly HookPlan[];
  readonly problems: readonly FileProblem[];
}

export const planJson = ({ plan, hooks, written, writtenHooks, problems }: InitReport): object => ({
  undo: plan.undo,
  command: plan.own,
  files: plan.files
    .filter(({ servers }) => servers.length > 0)
    .map((file) => fileJson(file, written.includes(file))),
  hooks: hooks.map((each) => hookJson(each, writtenHooks.includes(each))),
  problems: problems.map(problemJson),
});
