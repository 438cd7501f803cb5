import { createGate, memoryKeys } from '@callgate/gate';
import type { Clock, Gate, GateOptions, Keys } from '@callgate/gate';
import type { PostgresStore } from '@callgate/cluster';
import { openPostgresStore } from '@callgate/cluster';
import { presetPolicy } from '@callgate/policy';
import { afterTest, catalogueOf } from '../../gate/test/office.ts';

/** A gate of the small office on a database. */
export interface OpenOffice {
  readonly gate: Gate;
  readonly store: PostgresStore;
  close(): Promise<void>;
}

export interface OpenOptions extends Partial<GateOptions> {
  readonly keys?: Keys;
  /** Absent: the database's time. */
  readonly clock?: Clock;
}

/** Opens one of several on the same place. It is closed after the test. */
export const openOffice = async (url: string, options: OpenOptions = {}): Promise<OpenOffice> => {
  const { keys = memoryKeys(), clock } = options;
  const store = await openPostgresStore({ url, keys, ...(clock === undefined ? {} : { clock }) });
  const gate = await createGate({
    policy: presetPolicy('balanced'),
    catalogue: catalogueOf(),
    store,
    ...options,
    keys,
    clock: clock ?? store.clock,
    limits: { sweepMs: null, questionsAnHour: 1e9, pendingPerPrincipal: 1e9, ...options.limits },
  });
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await gate.close();
    await store.close();
  };
  afterTest(close);
  return { gate, store, close };
};

/** The one person of the small office says something about a call. */
export const castVote = async (
  gate: Gate,
  call: string,
  verdict: 'approve' | 'refuse' = 'approve',
  grant?: { readonly kind: 'session'; readonly uses: number; readonly endsInMs: number },
): ReturnType<Gate['desk']['vote']> =>
  await gate.desk.vote({
    call,
    subject: 'local',
    verdict,
    via: 'console',
    binding: (await gate.desk.question(call))?.binding ?? '',
    opened: true,
    ...(grant === undefined ? {} : { grant }),
  });
