import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, getOwn } from '@callgate/core';
import { getStoreName } from '@callgate/gate/store';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { errorSentences } from '@callgate/messages/text/error-text';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import { isPreset } from '@callgate/policy';
import type * as HooksModule from '@callgate/gateway/hooks';
import type { HomePaths } from '../home/home-paths.ts';
import { homePaths } from '../home/home-paths.ts';
import { followHomeAnswers } from '../home/follow-home-answers.ts';
import { findHostContexts } from '../host/host-contexts.ts';
import { openProcessTable } from '../host/process-table.ts';
import { locateHomeStore } from '../home/locate-home-store.ts';
import { splitCommand } from '../init/build-own-command.ts';
import { detectOwnCommand } from '../init/detect-own-command.ts';
import { flagOption, textOption } from '../options/option.ts';
import { write } from '../show/style.ts';
import type { Command, Commands } from './command.ts';
import { command } from './command.ts';

type HooksApi = typeof HooksModule;
type HostEvent = HooksModule.HostEvent;
type HostVerdict = HooksModule.HookVerdict;

const { hook: texts } = setUpMessages;

const args = {
  host: { type: 'positional', description: texts.host, required: true },
  snippet: flagOption(texts.snippet),
  policy: textOption(texts.policy),
  'on-auto': textOption(texts.onAuto, { valueHint: 'pass|allow' }),
  'on-error': textOption(texts.onError, { valueHint: 'deny|ask' }),
  idle: textOption(texts.idle),
  'callgate-command': textOption(texts.callgateCommand),
} as const;

const NAME = 'hook';

const IDLE_S = 1800;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
/** Hosts give hooks up after 60 s at the earliest and then let the tool run. */
const DEADLINE_MS = 45_000;
const ANSWER_MS = 20_000;
/** A hook that cannot say anything else stops the tool by this. */
const BLOCK = 2;

/** Only what hooks need is loaded: they run before every tool. */
const loadHooks = async (): Promise<HooksApi> => await import('@callgate/gateway/hooks');

const parseChoice = <T extends string>(
  written: string | undefined,
  option: string,
  from: readonly [T, ...T[]],
): T => {
  const found = from.find((each) => each === (written ?? from[0]));
  if (found !== undefined) return found;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: option,
      value: display(written ?? '', { max: 40 }),
      values: from.join(' or '),
    }),
  );
};

const idleFrom = (written: string | undefined): number => {
  const [, number, unit = 's'] = /^([\d.]+)(s|m|h)?$/.exec(written ?? `${IDLE_S}`) ?? [];
  const seconds = Number(number) * (SECONDS[unit] ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= 86_400) return seconds;
  throw new CallgateError(optionErrors.idle());
};

/** Files by their whole path: the gate that reads them may run elsewhere. */
const policyNames = (written: string | undefined): readonly string[] =>
  (written ?? 'balanced').split(',').map((name) => (isPreset(name) ? name : resolve(name)));

/** Names a gate by what it goes by, so that a policy that was changed is not judged by as it was. */
const keeperOf = (policy: readonly string[]): string =>
  canonical(
    policy.map((name) => {
      const found = isPreset(name) ? undefined : statSync(name, { throwIfNoEntry: false });
      return [name, found?.mtimeMs ?? 0, found?.size ?? 0];
    }),
  );

interface HookServiceOptions {
  readonly home: HomePaths;
  readonly policy: readonly string[];
  readonly idle: number;
}

/** Starts a gate for hooks that outlives this process. */
const startKeeper = async (hooks: HooksApi, { home, policy, idle }: HookServiceOptions): Promise<void> => {
  const script = process.argv[1] ?? '';
  const options = ['--policy', policy.join(','), '--idle', `${idle}`];
  await hooks.startHookKeeper({
    folder: home.folder,
    keeper: keeperOf(policy),
    command: process.execPath,
    words: [...process.execArgv, script, NAME, 'serve', ...options],
  });
};

const withDeadline = async <T>(work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new CallgateError(commandErrors.hookTimeout())), DEADLINE_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

const describeError = (error: unknown): string =>
  error instanceof CallgateError
    ? `${error.code}: ${errorSentences(error)}`
    : display(error instanceof Error ? error.message : String(error), { max: 300 });

/** What could not be judged does not run by itself. */
const failureVerdict = (event: HostEvent, error: unknown, onError: 'deny' | 'ask'): HostVerdict => {
  if (event.type !== 'before') {
    process.stderr.write(`${setUpMessages.hook.failed({ why: describeError(error) })}\n`);
    return { decision: 'pass' };
  }
  return {
    decision: onError === 'ask' && event.canAsk ? 'ask' : 'deny',
    reason: setUpMessages.hook.undecided({ why: describeError(error) }),
  };
};

/** Nothing depends on the answer to another event than the one before a tool; it must not stop the host. */
const readEvent = (host: HooksModule.HostProtocol, payload: JsonObject): HostEvent | undefined => {
  try {
    return host.read(payload);
  } catch (error) {
    const name = getOwn(payload, 'hook_event_name');
    if (typeof name !== 'string' || name === 'PreToolUse') throw error;
    process.stderr.write(`${setUpMessages.hook.failed({ why: describeError(error) })}\n`);
    return undefined;
  }
};

/** On Windows a list of processes takes longer than hooks may. */
const hostProcesses = (): readonly string[] | undefined =>
  process.platform === 'win32'
    ? undefined
    : findHostContexts(openProcessTable(), process.pid, process.argv.slice(2));

interface HookCallOptions extends HookServiceOptions {
  readonly host: string;
  readonly onAuto: 'allow' | 'pass';
  readonly onError: 'deny' | 'ask';
}

const takeEvent = async (hooks: HooksApi, call: HookCallOptions): Promise<void> => {
  const host = hooks.findHostProtocol(call.host);
  const payload = await hooks.readEventPayload(process.stdin);
  const told = readEvent(host, payload);
  if (told === undefined) return;
  const processes = hostProcesses();
  const event = processes === undefined ? told : { ...told, processes };
  const { home } = call;
  const delivery = hooks.deliverHookEvent(event, {
    folder: home.folder,
    store: getStoreName(home.database),
    keeper: keeperOf(call.policy),
    start: () => startKeeper(hooks, call),
    withinMs: ANSWER_MS,
  });
  const verdict = await withDeadline(delivery).catch((error: unknown) =>
    failureVerdict(event, error, call.onError),
  );
  const passes = verdict.decision === 'allow' && call.onAuto === 'pass';
  const answer = host.answer(event, passes ? { decision: 'pass' } : verdict);
  if (answer !== undefined) process.stdout.write(`${canonical(answer)}\n`);
};

const serve = async (hooks: HooksApi, { home, policy, idle }: HookServiceOptions): Promise<void> => {
  const { openNamedPolicy } = await import('../input/open-named-policy.ts');
  const { refuseWritableByOthers } = await import('@callgate/gate/host');
  const { refuseWritableHome } = await import('../home/refuse-writable-home.ts');
  const { serveOperations } = await import('@callgate/operations/socket');
  refuseWritableHome(home.folder);
  const answers = followHomeAnswers(process.env);
  await answers();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  await hooks.runHookKeeper({
    home,
    policy: await openNamedPolicy(policy, refuseWritableByOthers),
    path: process.env['PATH'],
    keeper: keeperOf(policy),
    idleMs: idle * 1000,
    signal: stop.signal,
    answers,
    servePeople: serveOperations,
  });
};

const entry: Command = command(args, async (given) => {
  const onAuto = parseChoice(given['on-auto'], 'on-auto', ['pass', 'allow']);
  const onError = parseChoice(given['on-error'], 'on-error', ['deny', 'ask']);
  const policy = policyNames(given.policy);
  const home = { ...homePaths(process.env), database: await locateHomeStore(process.env) };
  const wanted = { home, policy, idle: idleFrom(given.idle) };
  const hooks = await loadHooks();
  if (given.snippet === true) {
    const { name } = hooks.findHostProtocol(given.host);
    const written = given['callgate-command'];
    const words = [
      ...(written === undefined ? detectOwnCommand() : splitCommand(written)),
      NAME,
      name,
      ...(given.policy === undefined ? [] : ['--policy', policy.join(',')]),
      ...(given['on-auto'] === undefined ? [] : ['--on-auto', onAuto]),
      ...(given['on-error'] === undefined ? [] : ['--on-error', onError]),
    ];
    write(`${JSON.stringify(hooks.hookSettingsSnippet(name, words), null, 2)}\n`);
    process.stderr.write(`${texts.goesInto({ file: hooks.SETTINGS_FILE[name] })}\n`);
  } else if (given.host === 'serve') await serve(hooks, wanted);
  else await takeEvent(hooks, { ...wanted, host: given.host, onAuto, onError });
});

export const commands: Commands = {
  /** Hosts let a tool run when a hook fails in any way but one; that one is taken. */
  hook: {
    ...entry,
    async run(name, rawArgs) {
      try {
        await entry.run(name, rawArgs);
      } catch (error) {
        process.stderr.write(`${setUpMessages.hook.failed({ why: describeError(error) })}\n`);
        process.exitCode = rawArgs.includes('serve') || rawArgs.includes('--snippet') ? 1 : BLOCK;
      }
    },
  },
};
