import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import type { FoundObservations } from './find-observations.ts';
import type { Observation, ToolObservations } from './observation.ts';
import { snapshotPaths } from './snapshot-paths.ts';
import type { WatchSettings } from './watched-instance.ts';
import { WatchedInstance } from './watched-instance.ts';

/** The protocol of a started server. */
export interface ToolCaller {
  /** Rejects where no answer came. */
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<{ failed: boolean; text: string }>;
}

export interface ObserveSettings<C extends ToolCaller> extends WatchSettings {
  connect(child: WatchedInstance['server']['child']): Promise<C>;
  /** How long effects may come after an answer. */
  readonly settleMs: number;
  /** How long a call may take. */
  readonly callMs: number;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface ObservedTool extends ToolObservations {
  /** A system call succeeded whose work nothing shows. */
  readonly unwatched: boolean;
  /** What it did that the server does without a call too: nobody can tell whose doing it was. */
  readonly alsoWithoutCall: readonly Observation[];
}

const keyOf = ({ kind, what }: Observation): string => `${kind}\0${what}`;

const changedPaths = ({ observations }: FoundObservations): readonly string[] =>
  observations
    .filter(
      ({ kind, temporary, refused }) =>
        (kind === 'wrote' || kind === 'deleted' || kind === 'moved') &&
        temporary !== true &&
        refused !== true,
    )
    .map(({ what }) => what);

const isSame = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean =>
  [...after].every(([path, state]) => before.get(path) === state);

/** Starts a server for one purpose and ends it, whatever happens. */
const withInstance = async <C extends ToolCaller, T>(
  settings: ObserveSettings<C>,
  work: (instance: WatchedInstance, caller: C) => Promise<T>,
): Promise<T> => {
  const instance = await WatchedInstance.start(settings);
  try {
    return await work(instance, await settings.connect(instance.server.child));
  } finally {
    await instance.close();
  }
};

export interface ControlRun<C extends ToolCaller> {
  readonly caller: C;
  /** What the server does without a call, its start included. */
  readonly observations: readonly Observation[];
  /** What of it came after the start, as the effects of a call do. */
  readonly later: readonly Observation[];
}

const distinct = (observations: readonly Observation[]): readonly Observation[] => [
  ...new Map(observations.map((each) => [keyOf(each), each])).values(),
];

/** The same server without a call, for as long as one with calls is watched at least. */
export const observeControl = async <C extends ToolCaller>(
  settings: ObserveSettings<C>,
): Promise<ControlRun<C>> =>
  withInstance(settings, async (instance, caller) => {
    const writtenInMemory = await instance.watchMemory();
    const from = settings.now();
    await setTimeout(3 * settings.settleMs);
    const memory = await writtenInMemory();
    await instance.end();
    const all = await instance.observe(0);
    const later = await instance.observe(from);
    return {
      caller,
      observations: distinct([...all.observations, ...memory]),
      later: distinct([...later.observations, ...memory]),
    };
  });

/** Calls of one tool, until one gets no answer: what comes after it could be its doing. */
class CallSeries {
  readonly #call: (args: JsonObject) => ReturnType<ToolCaller['call']>;
  readonly #markers: ReadonlyMap<string, string>;
  readonly #secrets = new Set<string>();
  #unanswered = false;
  made = 0;
  failed = 0;

  constructor(
    call: (args: JsonObject) => ReturnType<ToolCaller['call']>,
    markers: ReadonlyMap<string, string>,
  ) {
    this.#call = call;
    this.#markers = markers;
  }

  /** Variables whose values stood in an answer. */
  get secrets(): readonly Observation[] {
    return [...this.#secrets].map((what) => ({ kind: 'readSecret', what }));
  }

  /** Whether it succeeded. */
  async make(args: JsonObject): Promise<boolean> {
    if (this.#unanswered) return false;
    this.made += 1;
    const answer = await this.#call(args).catch(() => undefined);
    this.#unanswered = answer === undefined;
    if (answer?.failed !== false) this.failed += 1;
    for (const [value, name] of this.#markers)
      if (answer?.text.includes(value) === true) this.#secrets.add(name);
    return answer?.failed === false;
  }
}

/** Makes a call twice more. Whether the second changed a file; null where that is out of sight. */
const repeatCall = async (
  instance: WatchedInstance,
  series: CallSeries,
  args: JsonObject,
  { settleMs, now, from }: { readonly settleMs: number; now(): number; readonly from: number },
): Promise<boolean | null> => {
  await series.make(args);
  await setTimeout(settleMs);
  const paths = changedPaths(await instance.observe(from));
  const before = await snapshotPaths(instance.root, paths);
  const again = now();
  await series.make(args);
  await setTimeout(settleMs);
  const since = await instance.observe(again);
  const all = [...new Set([...paths, ...changedPaths(since)])];
  if (!isSame(before, await snapshotPaths(instance.root, all))) return false;
  return since.observations.some(({ kind }) => kind === 'connected') ? null : true;
};

/**
 * Calls one tool of a fresh instance and tells what it did, also between its answer and the end of the instance. What
 * the server does without a call as well is kept apart. The first call that succeeded is made twice more, to see whether
 * the second changes anything.
 */
export const observeTool = async <C extends ToolCaller>(
  settings: ObserveSettings<C>,
  tool: string,
  calls: readonly JsonObject[],
  control: readonly Observation[],
): Promise<ObservedTool> =>
  withInstance(settings, async (instance, caller) => {
    const { settleMs, callMs, markers, now } = settings;
    const writtenInMemory = await instance.watchMemory();
    const from = now();
    const series = new CallSeries((args) => caller.call(tool, args, AbortSignal.timeout(callMs)), markers);
    let worked: JsonObject | undefined;
    for (const args of calls) if (await series.make(args)) worked ??= args;
    await setTimeout(settleMs);
    const repeatChangesNothing =
      worked === undefined ? null : await repeatCall(instance, series, worked, { settleMs, now, from });
    const memory = await writtenInMemory();
    await instance.end();
    const { observations, unwatched } = await instance.observe(from);
    const all = distinct([...series.secrets, ...memory, ...observations]);
    const usual = new Set(control.map(keyOf));
    return {
      tool,
      calls: series.made,
      failed: series.failed,
      observations: all.filter((each) => !usual.has(keyOf(each))),
      alsoWithoutCall: all.filter((each) => usual.has(keyOf(each))),
      repeatChangesNothing,
      unwatched,
    };
  });
