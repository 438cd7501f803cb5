import { unlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { didYouMean } from '@callgate/policy';
import { asciiJson } from '../show/ascii-json.ts';
import { problemLine } from '../show/problem-line.ts';
import type { ClientName } from './clients.ts';
import { CLIENT_NAMES } from './clients.ts';
import type { FileProblem, FoundFiles } from './find-files.ts';
import { asProblem, findFiles } from './find-files.ts';
import { countText, planText, writtenText } from './init-text.ts';
import type { Machine } from './places.ts';
import { placesOf } from './places.ts';
import type { FilePlan, InitPlan } from './plan.ts';
import { isChanged, planInit } from './plan.ts';
import { replaceFile, replaceWithBackup } from './replace-file.ts';

interface CarriedOut {
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
const carryOut = (plan: InitPlan): CarriedOut => {
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

const fileJson = (plan: FilePlan, written: boolean): object => ({
  client: plan.file.client,
  file: plan.file.path,
  scope: plan.file.scope,
  changes: isChanged(plan),
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

/** The plan for machines, and what of it was written. */
const planJson = (
  plan: InitPlan,
  written: readonly FilePlan[],
  problems: readonly FileProblem[],
): object => ({
  undo: plan.undo,
  command: plan.own,
  files: plan.files
    .filter(({ servers }) => servers.length > 0)
    .map((file) => fileJson(file, written.includes(file))),
  problems: problems.map(problemJson),
});

export interface InitOptions {
  readonly client?: string | undefined;
  readonly file?: string | undefined;
  readonly as?: string | undefined;
  readonly except?: string | undefined;
  readonly undo: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Everything around the command. */
export interface InitWorld {
  readonly machine: Machine;
  /** The words that start Callgate. */
  readonly own: readonly string[];
  /** Milliseconds since 1970. */
  now(): number;
  /** Asks a person; absent where there is no terminal. */
  readonly ask?: () => Promise<boolean>;
  out(text: string): void;
  err(text: string): void;
}

const clientOf = (option: string, text: string): ClientName => {
  const found = CLIENT_NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new CallgateError(
    'OPTION_VALUE',
    `--${option}: there is no client \`${display(text, { max: 40 })}\``,
    {
      help: didYouMean(text, CLIENT_NAMES) ?? `write one of ${CLIENT_NAMES.join(', ')}`,
    },
  );
};

const find = ({ client, file, as }: InitOptions, machine: Machine): FoundFiles => {
  if (file === undefined) {
    if (as !== undefined)
      throw new CallgateError('OPTION_MISSING', '--as says whose file --file is: give --file too');
    const wanted = client === undefined ? undefined : clientOf('client', client);
    return findFiles(placesOf(machine).filter((place) => wanted === undefined || place.client === wanted));
  }
  if (as === undefined)
    throw new CallgateError('OPTION_MISSING', '--file needs --as', {
      help: `say whose file it is: --as ${CLIENT_NAMES.join(', ')}`,
    });
  const path = resolve(machine.cwd, file);
  return findFiles([{ client: clientOf('as', as), path, scope: 'user' }], true);
};

const NOTHING: CarriedOut = { written: [], problems: [] };

const tellProblems = (world: InitWorld, problems: readonly FileProblem[]): void => {
  for (const { path, problem } of problems) {
    const at = problem.position === undefined ? '' : `:${problem.position.line}:${problem.position.column}`;
    world.err(problemLine(`${path}${at}`, problem));
  }
};

/** Whether to write: nobody is asked where nothing changes. */
const mayWrite = async (plan: InitPlan, options: InitOptions, world: InitWorld): Promise<boolean> => {
  if (options.dryRun || !plan.files.some(isChanged)) return false;
  if (options.yes) return true;
  return !options.json && world.ask !== undefined && (await world.ask());
};

const UNASKED = 'Nothing was written: there is no terminal to ask at. To write it, give --yes.';

/** `callgate init`; gives the exit code. */
export const runInit = async (options: InitOptions, world: InitWorld): Promise<number> => {
  const found = find(options, world.machine);
  const plan = planInit(found, {
    undo: options.undo,
    own: world.own,
    except: new Set((options.except ?? '').split(',').filter((name) => name !== '')),
    at: world.now(),
  });
  const isChange = plan.files.some(isChanged);
  if (!options.json) {
    world.out(planText(plan));
    if (isChange) world.out(`\n${countText(plan)}`);
    else if (plan.files.some(({ servers }) => servers.length > 0)) world.out('\nNothing to change.');
  }
  tellProblems(world, plan.problems);
  const isWriting = await mayWrite(plan, options, world);
  const done = isWriting ? carryOut(plan) : NOTHING;
  tellProblems(world, done.problems);
  const problems = [...plan.problems, ...done.problems];
  if (options.json) world.out(asciiJson(planJson(plan, done.written, problems)));
  else {
    for (const each of done.written) world.out(writtenText(each));
    if (done.written.length > 0) world.out('Start the clients again for it to count.');
    else if (isChange && !isWriting)
      world.out(options.dryRun || world.ask !== undefined ? 'Nothing was written.' : UNASKED);
  }
  return problems.length > 0 ? 1 : 0;
};
