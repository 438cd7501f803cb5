import { unlinkSync } from 'node:fs';
import { CallgateError } from '@callgate/core';
import type { Backup } from './backup.ts';
import { backupName } from './backup.ts';
import type { ServerReport } from './change-text.ts';
import { wrapText } from './change-text.ts';
import { CLIENTS } from './clients.ts';
import type { Hunk } from './diff-lines.ts';
import { diffLines } from './diff-lines.ts';
import type { FileProblem, FoundFile, FoundFiles } from './find-files.ts';
import { asProblem, findBackups } from './find-files.ts';
import { maskText } from './mask.ts';
import { replaceFile, replaceWithBackup } from './replace-file.ts';
import { pathKey } from './server-entry.ts';
import { undoText } from './undo-text.ts';

export interface FilePlan {
  readonly file: FoundFile;
  readonly after: string;
  readonly servers: readonly ServerReport[];
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

export interface PlanOptions {
  readonly undo: boolean;
  readonly own: readonly string[];
  readonly except: ReadonlySet<string>;
  readonly at: number;
}

export const isChanged = ({ file, after }: FilePlan): boolean => after !== file.text;

const SHARED_PATH = 'others may share this file, and the command in it is a path of this machine';

const planFile = (file: FoundFile, { undo, own, except, at }: PlanOptions): FilePlan => {
  const client = CLIENTS[file.client];
  const change = undo
    ? undoText(client, file.text, { own, except, backups: findBackups(file.target) })
    : {
        ...wrapText(client, file.text, { own, isExcepted: ({ name }) => except.has(name) }),
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
    notes: differs && !undo && isPath && file.scope === 'project' ? [SHARED_PATH] : [],
  };
};

const placed = (file: string, problem: CallgateError): CallgateError =>
  problem.position === undefined
    ? problem
    : new CallgateError(problem.code, problem.message, {
        ...(problem.help === undefined ? {} : { help: problem.help }),
        position: { ...problem.position, file },
      });

/** What `callgate init` would do, without doing it. */
export const planInit = (found: FoundFiles, options: PlanOptions): InitPlan => {
  const files: FilePlan[] = [];
  const problems: FileProblem[] = [...found.problems];
  for (const file of found.files)
    try {
      files.push(planFile(file, options));
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      problems.push({ path: file.path, problem: placed(file.path, error) });
    }
  return { undo: options.undo, own: options.own, files, problems };
};

export interface CarriedOut {
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
export const carryOut = (plan: InitPlan): CarriedOut => {
  const written: FilePlan[] = [];
  const problems: FileProblem[] = [];
  for (const each of plan.files.filter(isChanged))
    try {
      writePlan(each);
      written.push(each);
    } catch (error) {
      problems.push({ path: each.file.path, problem: asProblem(error) });
    }
  return { written, problems };
};
