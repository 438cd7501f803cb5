import type { CallRequest } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { expect, it } from 'vitest';
import type { Office } from './office.ts';
import { call, office } from './office.ts';
import { Random, cases, seedOf } from './random.ts';
import { stores } from './stores.ts';

const PENDING = cases(stores().name === 'sqlite' ? 400 : 50, 10_000);
const RESTARTS = cases(10, 50);
const WEEK = 7 * 24 * 3_600_000;

const ENDS: ReadonlySet<string> = new Set([
  'done',
  'refused',
  'expired',
  'withdrawn',
  'failed',
  'indeterminate',
  'blocked',
]);

const requestOf = (id: number): CallRequest =>
  call('delete_note', { id: String(id) }, { context: `c${id % 97}` });

it(`${PENDING} pending approvals survive ${RESTARTS} restarts and seven days; each ends exactly once`, async () => {
  const random = new Random(seedOf('long waits'));
  let place: Office = await office({
    limits: { approvalMs: WEEK - 3_600_000, questionsAnHour: 1e9, pendingPerPrincipal: 1e9 },
  });
  const tickets = new Map<number, string>();
  for (let id = 0; id < PENDING; id += 1) {
    const held = await place.gate.begin(requestOf(id));
    if (held.state !== 'held') throw new Error(held.state);
    tickets.set(id, held.ticket);
  }
  const out = new Map<number, number>();
  const act = async (id: number): Promise<void> => {
    const ticket = tickets.get(id) ?? '';
    const row = await place.store.read.callByTicket(ticket);
    const kind = random.below(5);
    if (kind === 0) await place.gate.withdraw(ticket, 'left');
    else if (kind < 3 && row?.state === 'held') {
      const binding = row.binding ?? '';
      const verdict = kind === 1 ? 'approve' : 'refuse';
      await place.gate.desk.vote({
        call: row.id,
        subject: 'local',
        verdict,
        via: 'console',
        binding,
        opened: true,
      });
    } else {
      const step = await place.gate.resume(ticket, requestOf(id));
      if (!isDispatchable(step)) return;
      out.set(id, (out.get(id) ?? 0) + 1);
      await place.gate.settle(step, { type: 'result', result: {} });
    }
  };
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    place.clock.advance(WEEK / RESTARTS);
    place = await place.again();
    const some = Array.from({ length: Math.ceil(PENDING / RESTARTS) }, () => random.below(PENDING));
    await Promise.all(some.map(act));
  }
  place = await place.again();
  const ends: Record<string, number> = {};
  for (const ticket of tickets.values()) {
    const row = await place.store.read.callByTicket(ticket);
    const rows = await place.store.read.rowsOfCall(row?.id ?? '');
    expect(rows.filter(({ event }) => ENDS.has(event))).toHaveLength(1);
    expect(rows.at(-1)?.event).toBe(row?.state);
    ends[row?.state ?? 'lost'] = (ends[row?.state ?? 'lost'] ?? 0) + 1;
  }
  expect(Math.max(...out.values())).toBe(1);
  expect(Object.keys(ends).toSorted()).toEqual(['done', 'expired', 'refused', 'withdrawn']);
  expect(await place.store.read.inboxSize()).toBe(0);
});
