import { setUpMessages } from '@callgate/messages/cli/set-up';
import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';
import { findNearestName } from '@callgate/policy';
import { asciiJson } from '../show/ascii-json.ts';
import { problemLine } from '../show/problem-line.ts';
import type { ClientName, ClientMachine } from './clients.ts';
import { CLIENT_NAMES, listClientFiles } from './clients.ts';
import type { FileProblem, ClientFiles } from './find-client-files.ts';
import { findClientFiles } from './find-client-files.ts';
import { countText, planJson, planText, writtenText } from './plan-text.ts';
import type { InitResult, InitPlan } from './plan-init.ts';
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
}

export interface InitEnvironment {
  readonly machine: ClientMachine;
  readonly own: readonly string[];
  /** Milliseconds since 1970. */
  now(): number;
  /** Asks a person; absent where there is no terminal. */
  readonly ask?: () => Promise<boolean>;
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

/** Whether to write: nobody is asked where nothing changes. */
const mayWrite = async (plan: InitPlan, options: InitOptions, world: InitEnvironment): Promise<boolean> => {
  if (options.dryRun || !plan.files.some(hasChanges)) return false;
  if (options.yes) return true;
  return !options.json && world.ask !== undefined && (await world.ask());
};

export const runInit = async (options: InitOptions, world: InitEnvironment): Promise<number> => {
  const found = findRequestedFiles(options, world.machine);
  const plan = planInit(found, {
    undo: options.undo,
    own: world.own,
    except: new Set((options.except ?? '').split(',').filter((name) => name !== '')),
    at: world.now(),
  });
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
    if (done.written.length > 0) world.out(texts.restart);
    else if (isChange && !isWriting)
      world.out(options.dryRun || world.ask !== undefined ? texts.nothingWritten : texts.noTerminal);
  }
  return problems.length > 0 ? 1 : 0;
};
