import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { display } from '@callgate/core';
import type { StoreReader } from '@callgate/gate/store';
import { verifyAuditLog } from '@callgate/gate';
import { demoMessages } from '@callgate/messages/cli/demo';
import { openBrowser } from '../console/open-browser.ts';
import { now } from '../input/now.ts';
import { STOP_SIGNALS, waitUntilStopped } from '../serve/wait-until-stopped.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, dim, write } from '../show/style.ts';
import type { DemoSubject } from './demo-home.ts';
import { PEOPLE } from './demo-home.ts';
import type { RunningDemo } from './open-demo.ts';
import { openDemo } from './open-demo.ts';
import { ConsoleUser } from './console-user.ts';
import type { DemoVerdict } from './demo-stage.ts';
import { DemoStage } from './demo-stage.ts';
import type { DemoStory } from './stories.ts';

/** What became of all calls of the agent. */
interface DemoTally {
  readonly calls: number;
  /** By themselves, or by a grant. */
  readonly ran: number;
  /** Asked about, approved, and run. */
  readonly approved: number;
  readonly refused: number;
  readonly blocked: number;
  readonly waiting: number;
  /** Anything else: failed, expired, withdrawn. */
  readonly other: number;
}

const tallyOf = async (read: StoreReader): Promise<DemoTally> => {
  const { items } = await read.search({}, { limit: 1000 });
  const calls = items.filter(({ kind }) => kind === 'tool');
  const count = (...states: readonly string[]): number =>
    calls.filter(({ state }) => states.includes(state)).length;
  const asked = calls.filter(({ state, heldAt }) => state === 'done' && heldAt !== null).length;
  const [done, refused, blocked] = [count('done'), count('refused'), count('blocked')];
  const waiting = count('held', 'approved', 'dispatching');
  return {
    calls: calls.length,
    ran: done - asked,
    approved: asked,
    refused,
    blocked,
    waiting,
    other: calls.length - done - refused - blocked - waiting,
  };
};

/** The last line of a demo. */
const lastLine = (stories: number, failed: readonly string[], tally: DemoTally): string => {
  const { calls, ran, approved, refused, blocked, waiting, other } = tally;
  const parts = [
    demoMessages.ran({ count: ran }),
    demoMessages.approved({ count: approved }),
    demoMessages.denied({ count: refused }),
    demoMessages.blocked({ count: blocked }),
    ...(waiting > 0 ? [demoMessages.waiting({ count: waiting })] : []),
    ...(other > 0 ? [demoMessages.other({ count: other })] : []),
  ];
  return demoMessages.summary({ stories, failed, calls: demoMessages.calls({ count: calls, parts }) });
};

const SAME_MS = 2000;

/**
 * One Ctrl-C can come twice: from the terminal, and from the parent process. The second must not end it in
 * the middle of its end; a later one is a user who will not wait. Call what it returns when all is over.
 */
const takeAsSame = (clock: () => number): (() => void) => {
  let first: number | undefined;
  const heard = (): void => {
    first ??= clock();
    if (clock() - first > SAME_MS) process.exit(1);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, heard);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, heard);
  };
};

interface DemoRun {
  readonly demo: RunningDemo;
  readonly stage: DemoStage;
  /** It is ending: nothing is told any more. */
  readonly over: AbortSignal;
}

export interface DemoOptions {
  readonly stories: readonly DemoStory[];
  /** What people say where nobody sits there; null where the viewer does. */
  readonly answer: DemoVerdict | null;
  /** How long one step takes, in milliseconds. */
  readonly pace: number;
  readonly json: boolean;
  readonly open: boolean;
}

/** How long a viewer is given to open the console, and to decide before the next story. */
const START_MS = 20_000;
const PATIENCE_MS = 60_000;
/** Between two stories, so that a viewer can look at the one before. */
const STEPS_BETWEEN = 3;

const { demo: texts } = setUpMessages;

const writeLinks = async ({ console }: RunningDemo): Promise<void> => {
  for (const subject of PEOPLE) write(`  ${texts.people[subject].padEnd(18)}${await console.link(subject)}`);
};

const introduce = async (demo: RunningDemo): Promise<void> => {
  const { folder } = demo.home.paths;
  write(bold(texts.title));
  write(`\n${texts.console}`);
  await writeLinks(demo);
  write(dim(`  ${texts.links}`));
  write(dim(`  ${texts.folder({ folder })}`));
  write(dim(`  ${texts.terminal({ folder })}\n`));
};

const scriptOf = (
  { console }: RunningDemo,
  verdict: DemoVerdict | null,
): { readonly verdict: DemoVerdict; person(subject: DemoSubject): Promise<ConsoleUser> } | null => {
  if (verdict === null) return null;
  const here = new Map<DemoSubject, Promise<ConsoleUser>>();
  return {
    verdict,
    person: (subject) => {
      const known = here.get(subject) ?? console.link(subject).then((link) => ConsoleUser.signIn(link));
      here.set(subject, known);
      return known;
    },
  };
};

/** Plays the stories in turn. Gives the names of those that did not go as they are told. */
const playAll = async (
  { stage, over }: DemoRun,
  stories: readonly DemoStory[],
  betweenMs: number,
): Promise<readonly string[]> => {
  const failed: string[] = [];
  for (const [index, story] of stories.entries()) {
    if (index > 0) await sleep(betweenMs, undefined, { signal: over });
    stage.say(bold(`\n${index + 1}. ${story.title}`));
    try {
      await story.play(stage);
    } catch (error) {
      over.throwIfAborted();
      failed.push(story.name);
      const words = error instanceof Error ? error.message : String(error);
      stage.say(texts.storyFailed({ story: story.name, why: display(words, { max: 1000 }) }));
    }
  }
  return failed;
};

const conclude = async (
  { demo: { gateway }, stage, over }: DemoRun,
  { stories, json }: DemoOptions,
  failed: readonly string[],
): Promise<boolean> => {
  const { read } = gateway.gate.desk;
  const tally = await tallyOf(read);
  const { ok } = await verifyAuditLog(read, { keys: gateway.keys });
  over.throwIfAborted();
  const wrong = ok ? failed : [...failed, demoMessages.mismatch.unverified];
  stage.say('');
  stage.say(
    json
      ? asciiJson({ stories: stories.length, failed: wrong, ...tally })
      : lastLine(stories.length, wrong, tally),
  );
  return wrong.length === 0;
};

/** Resolves when the viewer presses Enter; new links are printed at every later one. */
const onEnter = (demo: RunningDemo): { readonly first: Promise<void>; close(): void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!process.stdin.isTTY) {
    resolve();
    return { first: promise, close: () => {} };
  }
  let begun = false;
  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => {
    if (begun) void writeLinks(demo).catch(() => {});
    begun = true;
    resolve();
  });
  return { first: promise, close: () => lines.close() };
};

const { promise: never } = Promise.withResolvers<void>();

/** Runs until the user ends it: they may still decide. */
const playForViewer = async (
  playing: DemoRun,
  options: DemoOptions,
  first: Promise<void>,
): Promise<boolean> => {
  const { stage } = playing;
  await Promise.race([first, sleep(START_MS, undefined, { ref: false })]);
  const failed = await playAll(playing, options.stories, STEPS_BETWEEN * options.pace);
  await conclude(playing, options, failed);
  if (stage.waiting.length > 0) stage.say(texts.stillWaiting({ calls: stage.waiting }));
  stage.say(texts.staysOpen);
  await never;
  return true;
};

const playByScript = async (playing: DemoRun, options: DemoOptions): Promise<boolean> =>
  await conclude(playing, options, await playAll(playing, options.stories, 0));

const welcomeViewer = async (
  demo: RunningDemo,
  { open }: DemoOptions,
): Promise<ReturnType<typeof onEnter>> => {
  await introduce(demo);
  if (open) openBrowser(await demo.console.link('local'));
  const enter = onEnter(demo);
  if (process.stdin.isTTY) write(texts.begin);
  return enter;
};

/** Plays the demo until it is over, or until the user ends it. Leaves nothing behind. */
export const runDemo = async (options: DemoOptions): Promise<void> => {
  // from the beginning: there is something to clean up as soon as it starts
  const heardOut = takeAsSame(() => now().at);
  const stopped = waitUntilStopped(never);
  const demo = await openDemo(options.pace);
  const over = new AbortController();
  const isScript = options.answer !== null;
  try {
    const stage = new DemoStage({
      ...demo,
      script: scriptOf(demo, options.answer),
      patienceMs: PATIENCE_MS,
      say: (line) => {
        if (!over.signal.aborted) write(line);
      },
    });
    const playing = { demo, stage, over: over.signal };
    const enter = isScript ? undefined : await welcomeViewer(demo, options);
    const play =
      enter === undefined ? playByScript(playing, options) : playForViewer(playing, options, enter.first);
    const asTold = await Promise.race([play, stopped.then(() => false)]);
    over.abort();
    enter?.close();
    play.catch(() => {});
    if (isScript && !asTold) process.exitCode = 1;
  } finally {
    await demo.close();
    heardOut();
  }
};
