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
import {
  countText,
  hookSummary,
  hookText,
  hookWrittenText,
  planJson,
  planSummary,
  planText,
  writtenText,
} from './plan-text.ts';
import type { HookPlan, HookPlans, HookResult } from './plan-hooks.ts';
import { executeHookPlans, planHookRemoval, planHooks } from './plan-hooks.ts';
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
  /** Each client is served by a gateway of its own. */
  readonly noBackground?: boolean;
  /** Servers run in a sandbox; a person is asked where it is absent. */
  readonly contract?: 'require' | 'prefer' | 'off' | undefined;
  /** Leave the hooks of clients alone. */
  readonly noHooks?: boolean;
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
  replan: (more: Pick<InitPlanOptions, 'leave' | 'runOptions' | 'contract'>) => InitPlan,
  options: Pick<InitOptions, 'yes' | 'json' | 'contract'>,
) => Promise<Conversation | null>;

export interface InitEnvironment {
  readonly machine: ClientMachine;
  readonly own: readonly string[];
  /** Milliseconds since 1970. */
  now(): number;
  /** Asks a person whether to go on, who may see every line first; absent where there is no terminal. */
  readonly ask?: (lines: string) => Promise<boolean>;
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
const NO_HOOKS: HookResult = { written: [], problems: [] };

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
const mayWrite = async (lines: string, options: InitOptions, world: InitEnvironment): Promise<boolean> => {
  if (options.yes) return true;
  return !options.json && world.ask !== undefined && (await world.ask(lines));
};

/** Changes of hooks: not where one file was named. */
const planHookChanges = (
  plan: InitPlan,
  options: InitOptions,
  at: number,
  machine: ClientMachine,
): HookPlans => {
  if (options.noHooks === true || options.file !== undefined) return { plans: [], problems: [] };
  const client = options.client === undefined ? {} : { client: clientOf('client', options.client) };
  const asked = { machine, own: plan.own, at, ...client };
  return plan.undo ? planHookRemoval(asked) : planHooks(plan.files, asked);
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
const tellHooks = (
  written: readonly FilePlan[],
  hooks: readonly HookPlan[],
  { machine, out }: InitEnvironment,
): void => {
  for (const { client } of hooks) out(conversation.hooksWritten({ client: CLIENTS[client].title }));
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
      // Windows has no background gateway
      contract: options.contract === 'off' ? undefined : options.contract,
      background: options.noBackground !== true && world.machine.platform !== 'win32',
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
  const hooks = planHookChanges(plan, options, at, world.machine);
  const isFileChange = plan.files.some(hasChanges);
  const isChange = isFileChange || hooks.plans.length > 0;
  const lines = [planText(plan), hookText(hooks.plans)].filter((part) => part !== '').join('\n\n');
  if (!options.json) {
    const isAsked = world.ask !== undefined && !options.yes && !options.dryRun && isChange;
    const summary = [planSummary(plan), hookSummary(hooks.plans)].filter((part) => part !== '').join('\n');
    world.out(isAsked && !options.undo ? summary : lines);
    if (isFileChange) world.out(`\n${countText(plan)}`);
    else if (!isChange && plan.files.some(({ servers }) => servers.length > 0))
      world.out(`\n${texts.nothingToChange}`);
  }
  const planned = [...plan.problems, ...hooks.problems];
  tellProblems(world, planned);
  const isWriting = isChange && !options.dryRun && (await mayWrite(lines, options, world));
  const done = isWriting ? executePlan(plan) : NOTHING;
  const hooksDone = isWriting ? executeHookPlans(hooks.plans) : NO_HOOKS;
  tellProblems(world, [...done.problems, ...hooksDone.problems]);
  const problems = [...planned, ...done.problems, ...hooksDone.problems];
  const isWritten = done.written.length > 0 || hooksDone.written.length > 0;
  if (options.json)
    world.out(
      asciiJson(
        planJson({
          plan,
          hooks: hooks.plans,
          written: done.written,
          writtenHooks: hooksDone.written,
          problems,
        }),
      ),
    );
  else {
    for (const each of done.written) world.out(writtenText(each));
    for (const each of hooksDone.written) world.out(hookWrittenText(each));
    if (isChange && !isWriting)
      world.out(options.dryRun || world.ask !== undefined ? texts.nothingWritten : texts.noTerminal);
  }
  const isSaved = done.written.length === 0 || (await saveOrTell(talk, world));
  if (!options.json && isWritten) {
    world.out(texts.restart);
    if (!options.undo) {
      tellHooks(done.written, hooksDone.written, world);
      world.out(conversation.undoWith({ command: undoCommand(options, plan) }));
    }
  }
  return problems.length > 0 || !isSaved ? 1 : 0;
};
