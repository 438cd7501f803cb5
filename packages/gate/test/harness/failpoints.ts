import { CallgateError, display } from '@callgate/core';

/** What a failpoint does when its time has come. */
export type FailpointAction = 'kill' | 'throw' | 'exit' | 'delay';

export interface Failpoint {
  /** `*` counts every name. */
  readonly name: string;
  /** It acts when the name is reached for this time, counted from 1, and never again. */
  readonly n: number;
  readonly action: FailpointAction;
  readonly delayMs: number;
}

/** Status of a process that a failpoint ended in an orderly way. */
export const FAILPOINT_EXIT = 86;

const DELAY_MS = 100;

/** Numbers from 0 up to but not including 1, always the same ones for a seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const SYNTAX =
  /^(?<name>.+):(?:(?<n>[1-9]\d{0,8})|(?<low>[1-9]\d{0,8})-(?<high>[1-9]\d{0,8})@(?<seed>\d{1,9})):(?:(?<action>kill|throw|exit|delay)|delay=(?<ms>\d{1,6}))$/;

/**
 * `<name>:<n>:<action>`, several of them with commas between: `settle:committed:2:kill`. Instead of a number,
 * `<low>-<high>@<seed>` chooses one of them by chance, the same for a seed. `delay=<ms>` says how long.
 */
export const parseFailpoints = (text: string): readonly Failpoint[] => text.split(',').map(parseFailpoint);

const parseFailpoint = (text: string): Failpoint => {
  const { name, n, low, high, seed, action, ms } = SYNTAX.exec(text.trim())?.groups ?? {};
  const first = Number(low);
  const choices = Number(high) - first + 1;
  if (name === undefined || choices < 1) {
    throw new CallgateError('FAILPOINT_SYNTAX', `\`${display(text, { max: 80 })}\` is not a failpoint`, {
      help: 'write <name>:<n>:kill, throw, exit or delay; n from 1, or <low>-<high>@<seed>',
    });
  }
  return {
    name,
    n: n === undefined ? first + Math.floor(seededRandom(Number(seed))() * choices) : Number(n),
    action: (action ?? 'delay') as FailpointAction,
    delayMs: ms === undefined ? DELAY_MS : Number(ms),
  };
};

/** The means by which failpoints act, for testing them without dying. */
export interface FailpointActs {
  kill(): void;
  exit(): void;
  delay(ms: number): void;
}

const ACTS: FailpointActs = {
  kill: () => void process.kill(process.pid, 'SIGKILL'),
  exit: () => process.exit(FAILPOINT_EXIT),
  // the whole thread, as a slow disk would
  delay: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** The function a gate calls at named places of a call's life. */
export const failpoint = (
  points: readonly Failpoint[],
  acts: FailpointActs = ACTS,
): ((name: string) => void) => {
  const reached = points.map(() => 0);
  return (name) => {
    for (const [index, point] of points.entries()) {
      if (point.name !== '*' && point.name !== name) continue;
      const times = (reached[index] ?? 0) + 1;
      reached[index] = times;
      if (times !== point.n) continue;
      if (point.action === 'throw') {
        throw new CallgateError('FAILPOINT', `failpoint \`${display(name, { max: 80 })}\` was reached`, {
          help: 'unset CALLGATE_FAILPOINT',
        });
      }
      if (point.action === 'delay') acts.delay(point.delayMs);
      else acts[point.action]();
    }
  };
};

/** What `CALLGATE_FAILPOINT` asks for; undefined where it asks for nothing. */
export const failpointFromEnv = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): ((name: string) => void) | undefined => {
  const text = env['CALLGATE_FAILPOINT'] ?? '';
  return text === '' ? undefined : failpoint(parseFailpoints(text));
};
