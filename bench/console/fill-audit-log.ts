import { join } from 'node:path';
import type { Json, JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, describeTool, isJsonObject, traceTool } from '@callgate/core';
import { canonicalCached, freezeJson } from '@callgate/core/receive';
import type { CallRequest, Gate, ToolCatalogue } from '@callgate/gate';
import type { CallRow, AuditEntry } from '@callgate/gate/record';
import type { Store, Tx } from '@callgate/gate/store';
import { createGate, openKeys, isDispatchable, systemClock } from '@callgate/gate';
import { Checkpointer } from '@callgate/gate/audit';
import { parseEntry } from '@callgate/gate/record';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { BenchRandom } from '../bench-random.ts';

/** What became of a call, as a gate recorded it: its row of the store, and its rows of the record. */
interface CallTemplate {
  readonly call: CallRow;
  readonly entries: readonly AuditEntry[];
  readonly votes: Awaited<ReturnType<Store['read']['votes']>>;
}

const tool = (name: string, annotations: JsonObject): ReturnType<typeof traceTool> => {
  const definition: JsonObject = { name, annotations, inputSchema: { type: 'object' } };
  return traceTool(describeTool({ server: 'notes', trust: 'trusted', definition }), definition);
};

const TOOLS = new Map([
  ['read', tool('read', { readOnlyHint: true, openWorldHint: false, unsafeOutputHint: false })],
  ['think', tool('think', { readOnlyHint: true, openWorldHint: false, aiProcessingHint: true })],
  ['delete', tool('delete', { readOnlyHint: false, destructiveHint: true, openWorldHint: false })],
]);
const catalogue: ToolCatalogue = { find: (_, __, name) => TOOLS.get(name) };

const request = (name: string, context: string): CallRequest => ({
  kind: 'tool',
  server: 'notes',
  name,
  arguments: { id: 'note-1', folder: 'inbox', comment: 'a text of ordinary length, as tools get them' },
  principal: LOCAL_PRINCIPAL,
  context,
  authenticated: true,
});

const createVotedCall = async (
  gate: Gate,
  context: string,
  verdict: 'approve' | 'refuse',
): Promise<string> => {
  const held = await gate.begin(request('delete', context));
  if (held.state !== 'held') throw new Error(held.state);
  const question = await gate.desk.question(held.call);
  await gate.desk.vote({
    call: held.call,
    subject: 'local',
    verdict,
    via: 'console',
    binding: question?.binding ?? '',
    opened: true,
  });
  if (verdict === 'refuse') return held.call;
  const begun = await gate.resume(held.ticket, request('delete', context));
  if (!isDispatchable(begun)) throw new Error(begun.state);
  begun.take();
  await gate.settle(begun, ANSWER);
  return held.call;
};

const ANSWER = {
  type: 'result',
  result: { content: [{ type: 'text', text: 'x'.repeat(100) }] },
} as const;

/** What all copies of a row have in common is written out once. */
const writtenOnce = (part: Json): void => {
  if (isJsonObject(part)) canonicalCached(freezeJson(part));
};

const entryOf = (bytes: Uint8Array): AuditEntry => {
  const { event, outcome, principal, tool: name, call, detail } = parseEntry(bytes);
  const { v: _v, seq: _seq, call: _call, ...rest } = detail;
  for (const [key, part] of Object.entries(rest)) if (key !== 'request') writtenOnce(part);
  const { request: made } = rest;
  if (made !== undefined && isJsonObject(made)) writtenOnce(made['arguments'] ?? null);
  return { event, outcome, principal, tool: name, call, detail: rest };
};

/** Lets a real gate make one life of each kind. */
const makeTemplates = async (store: Store, gate: Gate): Promise<readonly CallTemplate[]> => {
  const run = async (name: string, context: string): Promise<string> =>
    (
      await gate.run(request(name, context), async (dispatchable) => {
        dispatchable.take();
        return ANSWER;
      })
    ).call;
  const ids = [
    await run('read', 'a'),
    await run('think', 'b'),
    await createVotedCall(gate, 'c', 'approve'),
    await createVotedCall(gate, 'd', 'refuse'),
  ];
  return await Promise.all(
    ids.map(async (id): Promise<CallTemplate> => {
      const call = await store.read.call(id);
      if (call === undefined) throw new Error(`call ${id} is gone`);
      Object.freeze(call.decision);
      const rows = await store.read.rowsOfCall(id);
      return { call, entries: rows.map(({ bytes }) => entryOf(bytes)), votes: await store.read.votes(id) };
    }),
  );
};

const SERVERS = ['notes', 'mail', 'files', 'calendar', 'web', 'crm'];
const VERBS = ['read', 'list', 'find', 'write', 'delete', 'send', 'move', 'share'];
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** As ids are made: the time in front. */
const idAt = (at: number, count: number): string => {
  let [time, rest] = ['', ''];
  for (let left = at, place = 0; place < 10; place += 1, left = Math.floor(left / 32))
    time = DIGITS[left % 32] + time;
  for (let left = count, place = 0; place < 16; place += 1, left = Math.floor(left / 32))
    rest = DIGITS[left % 32] + rest;
  return time + rest;
};

const elsewhere = (detail: JsonObject, more: JsonObject): JsonObject => {
  const { request: made } = detail;
  return made !== undefined && isJsonObject(made) ? { ...detail, request: { ...made, ...more } } : detail;
};

const nowOr = (value: number | null, at: number): number | null => (value === null ? null : at);

/** Sets the clock, and writes one life again under another name. */
const writeTemplate = async (
  tx: Tx,
  life: CallTemplate,
  place: { readonly id: string; readonly server: string; readonly target: string; readonly context: string },
  from: number,
  to: number,
  clock: (at: number) => void,
): Promise<void> => {
  const { id, server, target, context } = place;
  const session = JSON.stringify(['local', context]);
  clock(from);
  for (const [index, entry] of life.entries.entries()) {
    if (index > 0) clock(to);
    await tx.append({
      ...entry,
      call: id,
      tool: `${server}/${target}`,
      detail: elsewhere(entry.detail, { server, target, context, session }),
    });
  }
  const { call } = life;
  const over: CallRow = {
    ...call,
    id,
    server,
    target,
    context,
    session,
    ticket: null,
    receivedAt: from,
    heldAt: nowOr(call.heldAt, from),
    dispatchedAt: nowOr(call.dispatchedAt, to),
    endedAt: nowOr(call.endedAt, to),
  };
  if (call.heldAt === null) await tx.insertCall(over);
  else {
    // that people were asked is known of a call that was held once
    await tx.insertCall({ ...over, state: 'held', waiting: 'people' });
    const { waiting, dispatchedAt, endedAt, attempt, released, fault, expiresAt, binding } = over;
    const change = { waiting, dispatchedAt, endedAt, attempt, released, fault, expiresAt, binding };
    if (over.state === 'refused') await tx.moveCall(id, 'held', 'refused', change);
    else {
      await tx.moveCall(id, 'held', 'dispatching', {});
      await tx.moveCall(id, 'dispatching', over.state, change);
    }
  }
  for (const vote of life.votes) await tx.addVote({ ...vote, call: id, at: to });
};

const MONTH = 30 * 86_400_000;
const CALLS_AT_ONCE = 1000;

/** Of a hundred calls. */
const SHARES = [80, 8, 7, 5];

const pickTemplate = (lives: readonly CallTemplate[], random: BenchRandom): CallTemplate => {
  let at = random.below(100);
  for (const [index, share] of SHARES.entries()) {
    const life = lives[index];
    if (at < share && life !== undefined) return life;
    at -= share;
  }
  throw new RangeError('the shares are of a hundred');
};

/**
 * Makes a record of so many rows in a folder, over the last thirty days: lives that a gate recorded, written again
 * through the store's own transactions under other names. Chain, checkpoint and tables fit each other.
 */
export const fillAuditLog = async (folder: string, rows: number): Promise<{ readonly calls: number }> => {
  const end = Date.now() - 60_000;
  let now = end - MONTH;
  const clock = { ...systemClock, now: () => now };
  const keys = openKeys(join(folder, 'callgate.key'));
  const store = await openSqliteStore({ path: join(folder, 'callgate.db'), keys, clock, durable: false });
  const gate = await createGate({
    policy: presetPolicy('balanced'),
    store,
    catalogue,
    keys,
    clock,
    limits: { sweepMs: null },
  });
  const lives = await makeTemplates(store, gate);
  await gate.close();
  const random = new BenchRandom(7);
  const step = MONTH / (rows / 2.3);
  let calls = 0;
  for (let written = (await store.read.head()).seq; written < rows;)
    written = await store.transact(async (tx) => {
      let { seq } = await tx.head();
      for (let count = 0; count < CALLS_AT_ONCE && seq < rows; count += 1) {
        const life = pickTemplate(lives, random);
        const from = Math.min(end, Math.trunc(now + random.below(step * 2 - 1) + 1));
        const to = Math.min(end, from + 1 + random.below(Math.max(1, step / 2)));
        calls += 1;
        await writeTemplate(
          tx,
          life,
          {
            id: idAt(from, calls),
            server: SERVERS[random.below(SERVERS.length)] ?? 'notes',
            target: `${VERBS[random.below(VERBS.length)]}_${life.call.target}_${random.below(12)}`,
            context: `context-${Math.floor(calls / 20)}`,
          },
          from,
          to,
          (at) => {
            now = Math.max(now, at);
          },
        );
        seq += life.entries.length;
      }
      return seq;
    });
  now = end;
  await new Checkpointer({ store, keys, everyRows: 1000 }).catchUp('now');
  await store.close();
  return { calls };
};
