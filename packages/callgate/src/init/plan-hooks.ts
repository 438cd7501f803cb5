import { mkdirSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HostName } from '@callgate/gateway/hooks';
import type { Backup } from './backup.ts';
import { backupName } from './backup.ts';
import { addHooks, removeHooks } from './change-hooks.ts';
import type { ClientMachine, ClientName } from './clients.ts';
import { CLIENT_NAMES } from './clients.ts';
import type { ClientFile, FileProblem } from './find-client-files.ts';
import { findBackups, findClientFiles, toCallgateError } from './find-client-files.ts';
import { hookFileOf, isHookHost } from './hook-files.ts';
import type { FilePlan } from './plan-init.ts';
import { replaceFile, replaceWithBackup, writeNewFile } from './replace-file.ts';
import { findRestoredBackups } from './undo-text.ts';

/** A change of a client's file of hooks. */
export interface HookPlan {
  readonly client: HostName;
  readonly path: string;
  /** The file itself, links followed. */
  readonly target: string;
  /** Undefined where there is no file yet. */
  readonly before: Uint8Array | undefined;
  /** Empty: the file was not there before `init`, and goes. */
  readonly after: string;
  /** Where the file is kept as it was. */
  readonly backup?: string;
  readonly restored: readonly Backup[];
}

export interface HookPlans {
  readonly plans: readonly HookPlan[];
  readonly problems: readonly FileProblem[];
}

export interface HookPlanOptions {
  readonly machine: ClientMachine;
  readonly own: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Only this client. */
  readonly client?: ClientName;
}

type HookChange = Pick<HookPlan, 'after' | 'backup' | 'restored'>;

const planEach = (
  { machine, client: only }: HookPlanOptions,
  change: (client: HostName, path: string, file: ClientFile | undefined) => HookChange | undefined,
): HookPlans => {
  const plans: HookPlan[] = [];
  const problems: FileProblem[] = [];
  for (const client of CLIENT_NAMES) {
    const path = hookFileOf(client, machine);
    // hosts on Windows cannot reach Callgate yet
    if (path === undefined || !isHookHost(client) || machine.platform === 'win32') continue;
    if (only !== undefined && only !== client) continue;
    try {
      const found = findClientFiles([{ client, path, scope: 'user' }]);
      problems.push(...found.problems);
      if (found.problems.length > 0) continue;
      const [file] = found.files;
      const target = file?.target ?? path;
      const changed = change(client, target, file);
      if (changed === undefined || changed.after === (file?.text ?? '')) continue;
      plans.push({ client, path, target, before: file?.bytes, ...changed });
    } catch (error) {
      problems.push({ path, problem: toCallgateError(error) });
    }
  }
  return { plans, problems };
};

/** Servers that go through Callgate, by the names that their clients have for them. */
const guardedServers = (files: readonly FilePlan[], client: ClientName): readonly string[] => [
  ...new Set(
    files
      .filter(({ file }) => file.client === client)
      .flatMap(({ servers }) => servers.filter(({ action }) => action !== 'left').map(({ name }) => name)),
  ),
];

/** The hooks by which clients report what their users ask for. */
export const planHooks = (files: readonly FilePlan[], options: HookPlanOptions): HookPlans =>
  planEach(options, (client, target, file) => {
    const servers = guardedServers(files, client);
    if (servers.length === 0) return undefined;
    const after = addHooks(client, file?.text ?? '', options.own, servers);
    return { after, backup: backupName(target, options.at, after), restored: [] };
  });

/** Files of hooks as they were: from the backups where a file is unchanged since, otherwise without Callgate's hooks. */
export const planHookRemoval = (options: HookPlanOptions): HookPlans =>
  planEach(options, (client, target, file) => {
    const backups = findBackups(target);
    // without a backup a person put the hooks there
    if (file === undefined || backups.length === 0) return undefined;
    const restored = findRestoredBackups(file.text, backups);
    return { after: restored.at(-1)?.text ?? removeHooks(client, file.text), restored };
  });

const writeHooks = ({ target, before, after, backup, restored }: HookPlan): void => {
  const content = Buffer.from(after, 'utf8');
  if (before === undefined) {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeNewFile(target, content);
    // an empty copy says that there was no file
    if (backup !== undefined) writeNewFile(backup, Buffer.alloc(0));
  } else if (backup !== undefined) replaceWithBackup(target, before, content, backup);
  else if (after === '') unlinkSync(target);
  else replaceFile(target, before, content);
  for (const each of restored) if (each.text === after) unlinkSync(each.path);
};

export interface HookResult {
  readonly written: readonly HookPlan[];
  readonly problems: readonly FileProblem[];
}

export const executeHookPlans = (plans: readonly HookPlan[]): HookResult => {
  const written: HookPlan[] = [];
  const problems: FileProblem[] = [];
  for (const plan of plans)
    try {
      writeHooks(plan);
      written.push(plan);
    } catch (error) {
      problems.push({ path: plan.path, problem: toCallgateError(error) });
    }
  return { written, problems };
};
