import { unlinkSync } from 'node:fs';
import { CallgateError } from '@callgate/core';
import { clientServerMessages } from '@callgate/messages/cli/client-servers';
import type { Backup } from './backup.ts';
import { backupName } from './backup.ts';
import { BACKGROUND } from './callgate-invocation.ts';
import type { ServerEditReport } from './change-text.ts';
import { wrapText } from './change-text.ts';
import { CLIENTS } from './clients.ts';
import type { Hunk } from '@callgate/contract/overlay';
import { diffLines } from '@callgate/contract/overlay';
import type { FileProblem, ClientFile, ClientFiles } from './find-client-files.ts';
import { toCallgateError, findBackups } from './find-client-files.ts';
import { maskText } from './mask-text.ts';
import { replaceFile, replaceWithBackup } from './replace-file.ts';
import type { ClientServerEntry } from './client-server-entry.ts';
import { pathKey } from './client-server-entry.ts';
import { undoText } from './undo-text.ts';

export interface FilePlan {
  readonly file: ClientFile;
  readonly after: string;
  readonly servers: readonly ServerEditReport[];
  /** What differs, with secrets hidden. */
  readonly diff: readonly Hunk[];
  /** Where the file is kept as it was. */
  readonly backup?: string;
  readonly restored: readonly Backup[];
  readonly unwrapped: boolean;
  readonly notes: readonly string[];
}

export interface InitPlan {
  readonly undo: boolean;
  readonly own: readonly string[];
  readonly files: readonly FilePlan[];
  readonly problems: readonly FileProblem[];
}

export interface InitPlanOptions {
  readonly undo: boolean;
  readonly own: readonly string[];
  readonly except: ReadonlySet<string>;
  readonly at: number;
  /** Servers that were looked at and are to be left, with the reason. Safe to show. */
  readonly leave?: (file: ClientFile, entry: ClientServerEntry) => string | undefined;
  /** Commands share the background gateway. */
  readonly background?: boolean;
  /** Commands run in a sandbox. */
  readonly contract?: 'require' | 'prefer' | undefined;
  /** Further options of `callgate run` for a server. */
  readonly runOptions?: (file: ClientFile, entry: ClientServerEntry) => readonly string[];
}

export const hasChanges = ({ file, after }: FilePlan): boolean => after !== file.text;

/** What a container program starts runs elsewhere. */
const canBeSandboxed = ({ what }: ClientServerEntry): boolean =>
  what.kind === 'command' && !/(?:^|[\\/])(?:docker|podman|nerdctl)(?:\.exe)?$/i.test(what.words[0] ?? '');

const planFile = (file: ClientFile, options: InitPlanOptions): FilePlan => {
  const { undo, own, except, at, leave, background, contract, runOptions } = options;
  const client = CLIENTS[file.client];
  const change = undo
    ? undoText(client, file.text, { own, except, backups: findBackups(file.target) })
    : {
        ...wrapText(client, file.text, {
          own,
          isExcepted: ({ name }) => except.has(name),
          leave: (entry) => leave?.(file, entry),
          runOptions: (entry) => [
            ...(background === true && entry.what.kind === 'command' ? [BACKGROUND] : []),
            ...(contract !== undefined && canBeSandboxed(entry) ? ['--contract', contract] : []),
            ...(runOptions?.(file, entry) ?? []),
          ],
        }),
        restored: [],
        unwrapped: false,
      };
  const { after, servers, restored, unwrapped } = change;
  const differs = after !== file.text;
  const touched = new Set(
    servers.filter(({ action }) => action === 'changed').map(({ path }) => pathKey(path)),
  );
  const isPath = /[/\\]/.test(own[0] ?? '');
  return {
    file,
    after,
    servers,
    diff: differs ? diffLines(maskText(client, file.text, touched), maskText(client, after, touched)) : [],
    ...(differs && !undo ? { backup: backupName(file.target, at, after) } : {}),
    restored,
    unwrapped,
    notes: differs && !undo && isPath && file.scope === 'project' ? [clientServerMessages.sharedPath] : [],
  };
};

const withFileName = (file: string, problem: CallgateError): CallgateError =>
  problem.position === undefined
    ? problem
    : new CallgateError(problem.code, problem.message, {
        ...(problem.help === undefined ? {} : { help: problem.help }),
        position: { ...problem.position, file },
      });

/** What `callgate init` would do, without doing it. */
export const planInit = (found: ClientFiles, options: InitPlanOptions): InitPlan => {
  const files: FilePlan[] = [];
  const problems: FileProblem[] = [...found.problems];
  for (const file of found.files)
    try {
      files.push(planFile(file, options));
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      problems.push({ path: file.path, problem: withFileName(file.path, error) });
    }
  return { undo: options.undo, own: options.own, files, problems };
};

export interface InitResult {
  readonly written: readonly FilePlan[];
  readonly problems: readonly FileProblem[];
}

const writePlan = ({ file, after, backup, restored }: FilePlan): void => {
  const content = Buffer.from(after, 'utf8');
  if (backup !== undefined) {
    replaceWithBackup(file.target, file.bytes, content, backup);
    return;
  }
  replaceFile(file.target, file.bytes, content);
  // a backup that is what the file is now has nothing left to keep
  for (const each of restored) if (each.text === after) unlinkSync(each.path);
};

/** Does what was planned, a file at a time: what goes wrong with one does not keep the others. */
export const executePlan = (plan: InitPlan): InitResult => {
  const written: FilePlan[] = [];
  const problems: FileProblem[] = [];
  for (const each of plan.files.filter(hasChanges))
    try {
      writePlan(each);
      written.push(each);
    } catch (error) {
      problems.push({ path: each.file.path, problem: toCallgateError(error) });
    }
  return { written, problems };
};
