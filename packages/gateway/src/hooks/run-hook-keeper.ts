import { delimiter } from 'node:path';
import type { Policy } from '@callgate/core';
import { pathFolders } from '@callgate/core/host-tools';
import type { Gate, GateLimits } from '@callgate/gate';
import { SINGLE_USER, createGate, openKeys } from '@callgate/gate';
import { refuseNewStore } from '@callgate/gate/audit';
import { getStoreName } from '@callgate/gate/store';
import { openStore } from '../store/open-store.ts';
import { inBandSettings } from '../confirm/in-band-settings.ts';
import type { HomeSettings } from '../config/read-config.ts';
import type { HomeSettingsSource } from '../confirm/follow-home-settings.ts';
import { alertSettingsUnreadable, followHomeSettings } from '../confirm/follow-home-settings.ts';
import type { OperationsStarter } from '../confirm/operations-starter.ts';
import { withHostTools } from './host-tools.ts';
import { findHookListeners } from './post-event.ts';
import { serveHooks } from './serve-hooks.ts';

export interface RunHookKeeperOptions {
  readonly home: {
    readonly folder: string;
    readonly database: string;
    readonly keys: string;
    readonly anchors: string;
  };
  readonly policy: Policy;
  /** PATH: what is written to its folders runs later. */
  readonly path?: string | undefined;
  /** What it was started with: hooks that want another gate start another. */
  readonly keeper: string;
  /** It ends when nothing came in for so long. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
  /** Who is asked, and what counts of answers over agents' own connections. */
  readonly answers?: HomeSettingsSource;
  /** How people of this machine reach it. */
  readonly servePeople?: OperationsStarter;
}

const HOUR_MS = 3_600_000;
/** Hosts wait for their tools longer than servers are waited for; and they ask their person in the same moment. */
const LIMITS = {
  labelAgeMs: 24 * HOUR_MS,
  storeLabelAgeMs: null,
  timeoutMs: 12 * HOUR_MS,
  questionsAnHour: 1000,
  pendingPerPrincipal: 200,
};

const limitsFor = (answers: HomeSettings | undefined): Partial<GateLimits> => {
  if (answers === undefined) return LIMITS;
  const { labelAgeMs, storeLabelAgeMs, approvals } = answers;
  return { ...LIMITS, labelAgeMs, storeLabelAgeMs, readingMs: approvals.readingMs };
};

/** Resolves when nothing came in for a while, or when it is to stop. `came` starts the while anew. */
const createIdleTimer = (
  idleMs: number,
  signal: AbortSignal,
): { readonly over: Promise<void>; came(): void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, idleMs);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  return {
    over: promise.finally(() => clearTimeout(timer)),
    came: () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, idleMs);
    },
  };
};

/** A gate on the home's own store for hooks alone, as long as there are any. */
export const runHookKeeper = async (options: RunHookKeeperOptions): Promise<void> => {
  const { home, policy, keeper, idleMs, signal, answers, servePeople } = options;
  const isThere = async (): Promise<boolean> =>
    (await findHookListeners(home.folder)).some((each) => each.keeper === keeper);
  // several hooks of one moment may each have started one
  if (await isThere()) return;
  const keys = openKeys(home.keys);
  const remember = { path: home.anchors };
  await refuseNewStore(home.database, remember, keys);
  const { store, clock } = await openStore(home.database, { keys });
  try {
    const first = await answers?.();
    const autorun = { now: first?.autorunFiles ?? [] };
    const onPath = pathFolders(options.path, delimiter);
    const catalogue = withHostTools({ find: () => undefined }, onPath, () => autorun.now);
    const people = { now: first?.people ?? SINGLE_USER };
    const use = (settings: HomeSettings): void => {
      people.now = settings.people;
      autorun.now = settings.autorunFiles ?? [];
      gate.usePeople(settings.people);
      gate.useInBand(inBandSettings(settings));
      gate.useLimits(limitsFor(settings));
    };
    const gate: Gate = await createGate({
      policy,
      store,
      keys,
      catalogue,
      clock,
      limits: limitsFor(first),
      people: people.now,
      ...(first === undefined || answers === undefined
        ? {}
        : {
            inBand: inBandSettings(first),
            refreshSettings: followHomeSettings(first, {
              source: answers,
              use,
              unreadable: (message) => alertSettingsUnreadable(store, message),
            }),
          }),
      remember,
    });
    try {
      if (await isThere()) return;
      const quiet = createIdleTimer(idleMs, signal);
      const { folder } = home;
      const access = await servePeople?.({
        gate,
        folder,
        instance: store.instance,
        publicKey: keys.publicKey,
      });
      const hooks = await serveHooks({
        gate,
        folder,
        instance: store.instance,
        store: getStoreName(home.database),
        keeper,
        people: () => people.now,
        onEvent: quiet.came,
      });
      await quiet.over;
      await hooks.close();
      await access?.close();
    } finally {
      await gate.close();
    }
  } finally {
    await store.close();
  }
};
