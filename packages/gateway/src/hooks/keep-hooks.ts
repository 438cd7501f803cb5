import type { Policy } from '@callgate/core';
import { createGate, openKeys, serveControl } from '@callgate/gate';
import { openStore, placeName } from '@callgate/gate/store';
import { withHostTools } from './host-tools.ts';
import { liveHooks } from './post-hook.ts';
import { serveHooks } from './serve-hooks.ts';

export interface KeepHooksOptions {
  readonly home: {
    readonly folder: string;
    readonly database: string;
    readonly keys: string;
    readonly anchors: string;
  };
  readonly policy: Policy;
  /** What it was started with: hooks that want another gate start another. */
  readonly keeper: string;
  /** It ends when nothing came in for so long. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

const HOUR_MS = 3_600_000;
/** Hosts wait for their tools longer than servers are waited for; and they ask their person in the same moment. */
const LIMITS = { timeoutMs: 12 * HOUR_MS, questionsAnHour: 1000, pendingPerPrincipal: 200 };

/** Resolves when nothing came in for a while, or when it is to stop. `came` starts the while anew. */
const idle = (idleMs: number, signal: AbortSignal): { readonly over: Promise<void>; came(): void } => {
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
export const keepHooks = async (options: KeepHooksOptions): Promise<void> => {
  const { home, policy, keeper, idleMs, signal } = options;
  const isThere = async (): Promise<boolean> =>
    (await liveHooks(home.folder)).some((each) => each.keeper === keeper);
  // several hooks of one moment may each have started one
  if (await isThere()) return;
  const keys = openKeys(home.keys);
  const { store, clock } = await openStore(home.database, { keys });
  try {
    const catalogue = withHostTools({ find: () => undefined });
    const gate = await createGate({
      policy,
      store,
      keys,
      catalogue,
      clock,
      limits: LIMITS,
      remember: { path: home.anchors },
    });
    try {
      if (await isThere()) return;
      const quiet = idle(idleMs, signal);
      const { folder } = home;
      const control = await serveControl({ gate, folder, instance: store.instance });
      const hooks = await serveHooks({
        gate,
        folder,
        instance: store.instance,
        store: placeName(home.database),
        keeper,
        onEvent: quiet.came,
      });
      await quiet.over;
      await hooks.close();
      await control.close();
    } finally {
      await gate.close();
    }
  } finally {
    await store.close();
  }
};
