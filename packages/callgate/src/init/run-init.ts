import { initMessages as conversation } from '@callgate/messages/cli/init';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';
import { findNearestName } from '@callgate/policy';
import { asciiJson } from '../show/ascii-json.ts';
import { problemLine } from '../show/problem-line.ts';
import type { ClientName, ClientMachine } from './clients.ts';
import { CLIENTS, CLIENT_NAMES, listClientFiles } from './clients.ts';
import { findMissingHooks } from './find-missing-hooks.ts';
import type { FileProblem, ClientFiles } from './find-client-files.ts';
import { findClientFiles } from './find-client-files.ts';
import { countText, planJson, planText, writtenText } from './plan-text.ts';
import type { FilePlan, InitPlanOptions, InitResult, InitPlan } from './plan-init.ts';
import { executePlan, hasChanges, planInit } from './plan-init.ts';

export interface InitOptions {
  readonly client?: string | undefined;
  readonly file?: string | undefined;
  readonly as?: string | undefined;
  readonly except?: string | undefined;
  readonly undo: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
  /** Do not start servers: their tools stay unreviewed. */
  readonly noStart?: boolean;
}

/** What comes of the questions about servers. */
export interface Conversation {
  readonly plan: InitPlan;
  /** Keeps the reviews, after the files are written. */
  save(): Promise<void>;
}

/** Asks how the servers of a plan are to be judged. Null where nobody answers any more. */
export type Converse = (
  plan: InitPlan,
  replan: (more: Pick<InitPlanOptions, 'leave' | 'runOptions'>) => InitPlan,
  options: Pick<InitOptions, 'yes' | 'json'>,
) => Promise<Conversation | null>;

export interface InitEnvironment {
  readonly machine: ClientMachine;
  readonly own: readonly string[];
  /** Milliseconds since 1970. */
  now(): number;
  /** Asks a person whether to go on; absent where there is no terminal. */
  readonly ask?: () => Promise<boolean>;
  /** Looks at the servers before anything is written; absent where none is started. */
  readonly converse?: Converse;
  out(text: string): void;
  err(text: string): void;
}

const { init: texts } = setUpMessages;

const clientOf = (option: string, text: string): ClientName => {
  const found = CLIENT_NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: option,
      value: display(text, { max: 40 }),
      values: CLIENT_NAMES.join(', '),
      near: findNearestName(text, CLIENT_NAMES),
    }),
  );
};

const findRequestedFiles = ({ client, file, as }: InitOptions, machine: ClientMachine): ClientFiles => {
  if (file === undefined) {
    if (as !== undefined) throw new CallgateError(optionErrors.needsOption({ name: 'as', needed: 'file' }));
    const wanted = client === undefined ? undefined : clientOf('client', client);
    return findClientFiles(
      listClientFiles(machine).filter((place) => wanted === undefined || place.client === wanted),
    );
  }
  if (as === undefined)
    throw new CallgateError(optionErrors.clientNeeded({ names: CLIENT_NAMES.join(', ') }));
  const path = resolve(machine.cwd, file);
  return findClientFiles([{ client: clientOf('as', as), path, scope: 'user' }], true);
};

const NOTHING: InitResult = { written: [], problems: [] };

const tellProblems = (world: InitEnvironment, problems: readonly FileProblem[]): void => {
  for (const { path, problem } of problems) {
    const at = problem.position === undefined ? '' : `:${problem.position.line}:${problem.position.column}`;
    world.err(problemLine(`${path}${at}`, problem));
  }
};

/** Whether servers are started: not where only files are looked at. */
const startsServers = ({ undo, dryRun, json, yes, noStart }: InitOptions): boolean =>
  !undo && !dryRun && noStart !== true && (yes || !json);

/** Whether to write: nobody is asked where nothing changes. */
const mayWrite = async (plan: InitPlan, options: InitOptions, world: InitEnvironment): Promise<boolean> => {
  if (options.dryRun || !plan.files.some(hasChanges)) return false;
  if (options.yes) return true;
  return !options.json && world.ask !== undefined && (await world.ask());
};

/** The files are written already: what cannot be kept besides is told. */
const saveOrTell = async (talk: Conversation, world: InitEnvironment): Promise<boolean> => {
  try {
    await talk.save();
    return true;
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    world.err(problemLine(conversation.notSaved, error));
    return false;
  }
};

/** Without its hooks a client does not tell what the user asked for. */
const tellMissingHooks = (written: readonly FilePlan[], { machine, out }: InitEnvironment): void => {
  for (const client of new Set(written.map(({ file }) => file.client))) {
    const file = findMissingHooks(client, machine);
    if (file === undefined) continue;
    out(conversation.hooks({ client: CLIENTS[client].title, host: client, file: display(file) }));
  }
};

/** The command that restores what this one changed. */
const undoCommand = ({ client, file, as }: InitOptions, { own }: InitPlan): string =>
  [
    ...own,
    'init',
    ...(client === undefined ? [] : ['--client', client]),
    ...(file === undefined ? [] : ['--file', file]),
    ...(as === undefined ? [] : ['--as', as]),
    '--undo',
  ]
    .map((word) => display(word, { max: 200 }))
    .join(' ');

export const runInit = async (options: InitOptions, world: InitEnvironment): Promise<number> => {
  const found = findRequestedFiles(options, world.machine);
  const at = world.now();
  const replan = (more: Partial<InitPlanOptions>): InitPlan =>
    planInit(found, {
      undo: options.undo,
      own: world.own,
      except: new Set((options.except ?? '').split(',').filter((name) => name !== '')),
      at,
      ...more,
    });
  const first = replan({});
  const { converse } = world;
  const talk: Conversation | null =
    converse !== undefined && startsServers(options) && first.files.some(hasChanges)
      ? await converse(first, replan, options)
      : { plan: first, save: () => Promise.resolve() };
  if (talk === null) {
    world.out(`\n${texts.nothingWritten}`);
    return 0;
  }
  const { plan } = talk;
  const isChange = plan.files.some(hasChanges);
  if (!options.json) {
    world.out(planText(plan));
    if (isChange) world.out(`\n${countText(plan)}`);
    else if (plan.files.some(({ servers }) => servers.length > 0)) world.out(`\n${texts.nothingToChange}`);
  }
  tellProblems(world, plan.problems);
  const isWriting = await mayWrite(plan, options, world);
  const done = isWriting ? executePlan(plan) : NOTHING;
  tellProblems(world, done.problems);
  const problems = [...plan.problems, ...done.problems];
  if (options.json) world.out(asciiJson(planJson(plan, done.written, problems)));
  else {
    for (const each of done.written) world.out(writtenText(each));
    if (isChange && !isWriting)
      world.out(options.dryRun || world.ask !== undefined ? texts.nothingWritten : texts.noTerminal);
  }
  const isSaved = done.written.length === 0 || (await saveOrTell(talk, world));
  if (!options.json && done.written.length > 0) {
    world.out(texts.restart);
    if (!options.undo) tellMissingHooks(done.written, world);
    if (!options.undo) world.out(conversation.undoWith({ command: undoCommand(options, plan) }));
  }
  return problems.length > 0 || !isSaved ? 1 : 0;
};
