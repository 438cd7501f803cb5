import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { CallRow } from '../src/record/call-row.ts';
import { makeCheckpoint } from '../src/record/checkpoint.ts';
import type { Checkpoint, StoredEntry } from '../src/record/audit-entry.ts';
import type { Keys } from '../src/record/keys.ts';
import { memoryKeys } from '../src/record/memory-keys.ts';
import { Frontier } from '../src/record/merkle.ts';
import type { VerifyReport, VerifyOptions } from '../src/audit/verify-audit-log.ts';
import { verifyAuditLog } from '../src/audit/verify-audit-log.ts';
import type { MemoryLog } from './record-memory.ts';
import { copyOf, entryOf, manyLives, readerOf, relinked, seeded } from './record-memory.ts';

const DEEP = process.env['CALLGATE_DEEP'] === '1';

const writer = manyLives(30, 12);
writer.checkpoint();
const ORIGINAL = writer.recorded;
const KEY = writer.keys.publicKey;

const verified = (recorded: MemoryLog, options: VerifyOptions = { publicKey: KEY }): Promise<VerifyReport> =>
  verifyAuditLog(readerOf(recorded), options);

describe('a record nobody touched', () => {
  it('verifies, with all its lives, votes, grants and checkpoints', async () => {
    const result = await verified(ORIGINAL);
    expect(result.problems).toEqual([]);
    expect(result).toMatchObject({
      ok: true,
      rows: ORIGINAL.rows.length,
      calls: ORIGINAL.calls.size,
      checkpoints: ORIGINAL.checkpoints.length,
      kept: ORIGINAL.kept.size,
      signedRows: ORIGINAL.rows.length,
      anchoredRows: 0,
    });
    expect(new Set(ORIGINAL.rows.map(({ event }) => event)).size).toBeGreaterThan(12);
  });

  it('verifies when it is empty', async () => {
    const empty: MemoryLog = {
      rows: [],
      checkpoints: [],
      kept: new Map(),
      calls: new Map(),
      votes: [],
      grants: [],
      labels: new Map(),
    };
    expect(await verified(empty)).toMatchObject({ ok: true, rows: 0 });
  });

  it('verifies when a store hands out its rows in pieces and others go on writing', async () => {
    const more = manyLives(3000, 500);
    const reader = readerOf(more.recorded);
    const rows: typeof reader.rows = async (from, limit) => {
      if (from > 2000 && more.recorded.rows.length < 3100)
        more.end(more.receive('dispatching', 'auto'), 'done');
      return await reader.rows(from, limit);
    };
    const result = await verifyAuditLog({ ...reader, rows }, { publicKey: more.keys.publicKey });
    expect(result.problems).toEqual([]);
  });
});

/** Takes all rows as they are now and links them anew, as somebody can who may write the whole file but has no key. */
const rewritten = (rows: readonly StoredEntry[]): StoredEntry[] =>
  relinked(
    rows.map(entryOf),
    rows.map(({ at }) => at),
  );

const resigned = (rows: readonly StoredEntry[], sizes: readonly number[], keys: Keys): Checkpoint[] => {
  const frontier = new Frontier();
  return rows.flatMap(({ hash, seq, at }) => {
    frontier.append(hash);
    return sizes.includes(seq) ? [makeCheckpoint(keys, frontier, hash, at)] : [];
  });
};

const OTHER = manyLives(30, 12, memoryKeys()).recorded;

type LogEdit = (recorded: MemoryLog, random: (below: number) => number) => void;

const flippedCopy = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte));

const changeEntry = (recorded: MemoryLog, random: (below: number) => number): StoredEntry[] => {
  const entries = recorded.rows.map(entryOf);
  const at = random(entries.length);
  const entry = entries[at];
  if (entry !== undefined)
    entries[at] =
      random(2) === 0
        ? { ...entry, principal: `${entry.principal}x` }
        : { ...entry, detail: { ...entry.detail, more: 1 } };
  return relinked(
    entries,
    recorded.rows.map(({ at: time }) => time),
  );
};

const anyCall = (recorded: MemoryLog, random: (below: number) => number): CallRow => {
  const calls = [...recorded.calls.values()];
  const call = calls[random(calls.length)];
  if (call === undefined) throw new Error('there are calls');
  return call;
};

const STATES = [
  'blocked',
  'held',
  'approved',
  'refused',
  'done',
  'failed',
  'indeterminate',
  'dispatching',
] as const;

const EDITS: Readonly<Record<string, LogEdit>> = {
  delete: (recorded, random) => void recorded.rows.splice(random(recorded.rows.length - 1), 1 + random(3)),
  'delete and write anew': (recorded, random) => {
    recorded.rows.splice(random(recorded.rows.length - 1), 1 + random(3));
    recorded.rows = rewritten(recorded.rows);
  },
  insert: (recorded, random) => {
    const row = OTHER.rows[random(OTHER.rows.length)];
    if (row !== undefined) recorded.rows.splice(random(recorded.rows.length), 0, row);
  },
  'insert and write anew': (recorded, random) => {
    const row = OTHER.rows[random(OTHER.rows.length)];
    if (row !== undefined) recorded.rows.splice(random(recorded.rows.length), 0, row);
    recorded.rows = rewritten(recorded.rows);
  },
  swap: (recorded, random) => {
    const one = random(recorded.rows.length - 1);
    const other = one + 1 + random(recorded.rows.length - one - 1);
    const [a, b] = [recorded.rows[one], recorded.rows[other]];
    if (a === undefined || b === undefined) return;
    recorded.rows[one] = b;
    recorded.rows[other] = a;
    // a store hands rows out by their number: give them each other's
    if (random(2) === 0) {
      recorded.rows[one] = { ...b, seq: a.seq };
      recorded.rows[other] = { ...a, seq: b.seq };
    }
  },
  duplicate: (recorded, random) => {
    const at = random(recorded.rows.length);
    const row = recorded.rows[at];
    if (row !== undefined) recorded.rows.splice(at, 0, random(2) === 0 ? row : { ...row, seq: row.seq + 1 });
  },
  truncate: (recorded, random) => void recorded.rows.splice(1 + random(recorded.rows.length - 1)),
  splice: (recorded, random) => {
    const at = 1 + random(recorded.rows.length - 1);
    recorded.rows = [...recorded.rows.slice(0, at), ...OTHER.rows.slice(at)];
  },
  'splice and write anew': (recorded, random) => {
    const at = 1 + random(recorded.rows.length - 1);
    recorded.rows = rewritten([...recorded.rows.slice(0, at), ...OTHER.rows.slice(at)]);
  },
  'change and write anew': (recorded, random) => {
    recorded.rows = changeEntry(recorded, random);
  },
  'change, write anew and sign with another key': (recorded, random) => {
    recorded.rows = changeEntry(recorded, random);
    recorded.checkpoints = resigned(
      recorded.rows,
      recorded.checkpoints.map(({ size }) => size),
      memoryKeys(),
    );
  },
  'another record as a whole': (recorded) => {
    Object.assign(recorded, copyOf(OTHER));
  },
  'change a checkpoint': (recorded, random) => {
    const at = random(recorded.checkpoints.length);
    const checkpoint = recorded.checkpoints[at];
    if (checkpoint === undefined) return;
    const part = random(2) === 0 ? 'bytes' : 'signature';
    recorded.checkpoints[at] = { ...checkpoint, [part]: flippedCopy(checkpoint[part], random(400)) };
  },
  'give a checkpoint another size': (recorded, random) => {
    const at = random(recorded.checkpoints.length);
    const checkpoint = recorded.checkpoints[at];
    if (checkpoint !== undefined)
      recorded.checkpoints[at] = { ...checkpoint, size: checkpoint.size + 1 + random(3) };
  },
  'a checkpoint of another record': (recorded, random) => {
    const checkpoint = OTHER.checkpoints[random(OTHER.checkpoints.length)];
    if (checkpoint !== undefined) recorded.checkpoints.push(checkpoint);
  },
  'change what is kept': (recorded, random) => {
    const names = [...recorded.kept.keys()];
    const name = names[random(names.length)] ?? '';
    if (random(2) === 0) recorded.kept.delete(name);
    else recorded.kept.set(name, `${recorded.kept.get(name) ?? ''} `);
  },
  'keep something nobody refers to': (recorded, random) => {
    recorded.kept.set(`sha256:${String(random(10)).repeat(64)}`, '{}');
  },
  'change the state of a call': (recorded, random) => {
    const call = anyCall(recorded, random);
    const state = STATES[random(STATES.length)] ?? 'done';
    recorded.calls.set(call.id, { ...call, state: state === call.state ? 'withdrawn' : state });
  },
  'change what a call is': (recorded, random) => {
    const call = anyCall(recorded, random);
    const changes: readonly Partial<CallRow>[] = [
      { server: 'elsewhere' },
      { target: 'another' },
      { definition: 'sha256:0' },
      { argumentsDigest: 'sha256:0' },
      { sealedArguments: '{"to":"mallory@example.com"}' },
      { context: 'other' },
      { session: 'other' },
      { kind: 'prompt' },
      { principal: { ...call.principal, subject: 'mallory' } },
      { attempt: call.attempt + 1 },
      { policy: 'sha256:0' },
      { outcome: call.outcome === 'auto' ? 'block' : 'auto' },
      { settled: { as: 'did-not-happen', by: 'mallory', reason: '', at: 0 } },
    ];
    recorded.calls.set(call.id, { ...call, ...changes[random(changes.length)] });
  },
  'take a call away': (recorded, random) => void recorded.calls.delete(anyCall(recorded, random).id),
  'put a call in': (recorded, random) => {
    const call = anyCall(recorded, random);
    recorded.calls.set(`${call.id}x`, { ...call, id: `${call.id}x` });
  },
  'change a grant': (recorded, random) => {
    const [grant] = recorded.grants;
    if (grant === undefined) return;
    const changed = [{ usesLeft: grant.usesLeft + 1 }, { endsAt: grant.endsAt + 1 }, { id: 'g-of-mallory' }][
      random(3)
    ];
    recorded.grants = [{ ...grant, ...changed }];
  },
  'put a vote on a held call': (recorded) => {
    const held = [...recorded.calls.values()].find(({ state }) => state === 'held');
    if (held !== undefined)
      recorded.votes.push({
        call: held.id,
        subject: 'bob',
        verdict: 'approve',
        via: 'console',
        at: 0,
        opened: true,
        reason: null,
      });
  },
};

describe('every structural edit', () => {
  const kinds = Object.entries(EDITS);
  const RUNS = Math.ceil((DEEP ? 100_000 : 2000) / kinds.length);

  it.each(kinds)(`is found: %s, ${RUNS} times`, async (name, edit) => {
    const random = seeded(name.length * 31 + RUNS);
    for (let run = 0; run < RUNS; run += 1) {
      const recorded = copyOf(ORIGINAL);
      edit(recorded, random);
      const result = await verified(recorded);
      expect(result.ok, `run ${run}`).toBe(false);
      expect(result.problems[0]?.what).toMatch(/\w/);
    }
  });
});

describe('a row that the store cannot even read', () => {
  it('is named, and the rows around it are still checked', async () => {
    const { CallgateError } = await import('@callgate/core');
    const recorded = copyOf(ORIGINAL);
    const tampered = recorded.rows[19];
    if (tampered !== undefined) recorded.rows[19] = { ...tampered, at: tampered.at + 1 };
    const reader = readerOf(recorded);
    const rows: typeof reader.rows = async (from, limit) => {
      const some = await reader.rows(from, limit);
      if (some.some(({ seq }) => seq === 10)) throw new CallgateError('STORE_CORRUPT', 'a row is broken');
      return some;
    };
    const { problems } = await verifyAuditLog({ ...reader, rows }, { publicKey: KEY });
    expect(problems).toContainEqual(expect.objectContaining({ code: 'ROW_UNREADABLE', seq: 10 }));
    expect(problems).toContainEqual(expect.objectContaining({ code: 'ROW_COLUMN', seq: 20 }));
  });
});

describe('a store that fails', () => {
  it('is not taken for a record that was changed', async () => {
    const { CallgateError } = await import('@callgate/core');
    const fails = (): Promise<never> => Promise.reject(new CallgateError('STORE_READ', 'the disk is gone'));
    for (const part of ['rows', 'checkpoints', 'callsAfter', 'head'] as const)
      await expect(
        verifyAuditLog({ ...readerOf(ORIGINAL), [part]: fails }, { publicKey: KEY }),
      ).rejects.toMatchObject({
        code: 'STORE_READ',
      });
  });
});

describe('what calls may do', () => {
  const wrong: readonly [string, string, (life: ReturnType<typeof manyLives>) => void][] = [
    [
      'CALL_ARROW',
      'ends twice',
      (life) => void life.end(life.end(life.receive('dispatching', 'auto'), 'done'), 'failed'),
    ],
    [
      'CALL_ARROW',
      'runs after it was blocked',
      (life) => void life.dispatch(life.receive('blocked', 'block')),
    ],
    [
      'CALL_ARROW',
      'ends without having left',
      (life) => void life.end(life.receive('held', 'confirm'), 'done'),
    ],
    [
      'CALL_ARROW',
      'says that it was somewhere else',
      (life) => void life.move(life.receive('held', 'confirm'), 'expired', { from: 'approved' }),
    ],
    [
      'CALL_ARROW',
      'begins in the middle',
      (life) => void life.append('done', life.receive('held', 'confirm', { id: 'x' }), { arrows: ['done'] }),
    ],
    [
      'CALL_ATTEMPT',
      'leaves twice in one attempt',
      (life) => {
        const call = life.receive('dispatching', 'auto');
        life.dispatch({ ...call, attempt: 0 });
      },
    ],
    [
      'CALL_ATTEMPT',
      'ends another attempt than is out',
      (life) => void life.end({ ...life.receive('dispatching', 'auto'), attempt: 2 }, 'done'),
    ],
    [
      'CALL_UNAPPROVED',
      'is approved by nobody',
      (life) => void life.approve(life.receive('held', 'confirm')),
    ],
    [
      'CALL_UNAPPROVED',
      'is approved without a vote',
      (life) => void life.move(life.receive('held', 'confirm'), 'approved', { by: ['bob'] }),
    ],
    [
      'CALL_UNAPPROVED',
      'is approved over a refusal',
      (life) => {
        const call = life.receive('held', 'confirm');
        life.vote(call, 'bob', 'refuse');
        life.move(call, 'approved', { by: ['bob'] });
      },
    ],
    [
      'CALL_UNAPPROVED',
      'leaves although a person was needed',
      (life) => void life.receive('dispatching', 'confirm'),
    ],
    [
      'CALL_UNAPPROVED',
      'leaves by a grant that was not used',
      (life) => void life.receive('dispatching', 'confirm', { grant: 'g' }),
    ],
    [
      'CALL_UNAPPROVED',
      'leaves although it was blocked',
      (life) => void life.receive('dispatching', 'block'),
    ],
    [
      'CALL_UNAPPROVED',
      'leaves while it waits for people',
      (life) => void life.dispatch(life.receive('held', 'confirm')),
    ],
    [
      'CALL_VOTE',
      'has two votes of one person',
      (life) => {
        const call = life.receive('held', 'confirm');
        life.vote(call, 'bob', 'approve');
        life.vote(call, 'bob', 'approve');
      },
    ],
    [
      'CALL_VOTE',
      'is voted on when it is over',
      (life) => life.vote(life.receive('blocked', 'block'), 'bob', 'approve'),
    ],
    [
      'CALL_VOTE',
      'is voted on for something else',
      (life) => life.vote({ ...life.receive('held', 'confirm'), binding: 'other' }, 'bob', 'approve'),
    ],
    [
      'CALL_SETTLED',
      'is settled although its outcome is known',
      (life) => void life.settle(life.end(life.receive('dispatching', 'auto'), 'done')),
    ],
    [
      'CALL_SETTLED',
      'is settled twice',
      (life) => void life.settle(life.settle(life.end(life.receive('dispatching', 'auto'), 'indeterminate'))),
    ],
    [
      'CALL_CHANGED',
      'is another call when it leaves',
      (life) =>
        void life.dispatch({ ...life.approve(life.receive('held', 'confirm'), 'bob'), target: 'other' }),
    ],
    [
      'GRANT',
      'uses a grant more often than it was given',
      (life) => {
        const grant = life.grant(life.receive('held', 'confirm'), 1);
        life.useGrant(grant);
        life.useGrant(grant);
      },
    ],
    ['GRANT', 'uses a grant nobody gave', (life) => void life.append('grant-used', null, { grant: 'none' })],
    [
      'GRANT',
      'uses a grant that was taken back',
      (life) => {
        const grant = life.grant(life.receive('held', 'confirm'), 5);
        life.append('grant-revoked', null, { grant: grant.id });
        life.useGrant(grant);
      },
    ],
  ];

  it.each(wrong)('%s where a call %s, although every hash is right', async (code, _, live) => {
    const life = manyLives(5);
    live(life);
    life.checkpoint();
    const { problems } = await verified(life.recorded, { publicKey: life.keys.publicKey });
    const [first] = problems;
    expect(first).toMatchObject({ code });
    expect(first?.seq).toBeGreaterThan(0);
  });

  it('CALL_NONE where a row moves a call and names none, but not where something could not be taken in', async () => {
    const life = manyLives(5);
    life.append('blocked', null, { arrows: ['received', 'blocked'], code: 'CALL_NAME' });
    expect((await verified(life.recorded, { publicKey: life.keys.publicKey })).problems).toEqual([]);
    life.append('dispatching', null, { arrows: ['received', 'decided', 'dispatching'] });
    life.append('blocked', null, {});
    const { problems } = await verified(life.recorded, { publicKey: life.keys.publicKey });
    expect(problems.map(({ code }) => code)).toEqual(['CALL_NONE', 'CALL_NONE']);
  });

  it('lets calls leave that need nobody, were agreed to, or are only observed', async () => {
    const life = manyLives(5);
    life.receive('dispatching', 'block', { enforced: false });
    life.dispatch(life.receive('held', 'auto', { waiting: 'hours' }));
    const { problems } = await verified(life.recorded, { publicKey: life.keys.publicKey });
    expect(problems).toEqual([]);
  });

  it('says so when time went back', async () => {
    const life = manyLives(5);
    life.wait(-60_000);
    life.append('heard', null, {} as JsonObject);
    const { problems } = await verified(life.recorded, { publicKey: life.keys.publicKey });
    expect(problems).toEqual([
      { code: 'ROW_TIME', seq: life.recorded.rows.length, what: expect.any(String) },
    ]);
  });
});

describe('what only somebody outside can know', () => {
  const SIZE = ORIGINAL.rows.length;
  const last = ORIGINAL.checkpoints.at(-1);
  const anchors = last === undefined ? [] : [last];

  /** The end cut off so that what is left is whole: the database of a moment before. */
  const older = (): MemoryLog => {
    const before = manyLives(30, 12, writer.keys);
    return before.recorded;
  };

  it('is said to be unknown without an anchor', async () => {
    const { unknown } = await verified(ORIGINAL);
    expect(unknown).toEqual([
      `whether entries after entry ${SIZE} were cut off, or this is an older copy: no anchor was given`,
      'whether a person with the key wrote all entries again: no anchor was given',
    ]);
    const nobody = await verified(ORIGINAL, {});
    expect(nobody).toMatchObject({ ok: true, signedRows: 0 });
    expect(nobody.unknown[0]).toBe('who signed the checkpoints: no public key was given');
  });

  it('is known with one', async () => {
    const result = await verified(ORIGINAL, { publicKey: KEY, anchors });
    expect(result).toMatchObject({ ok: true, anchoredRows: SIZE });
    expect(result.unknown).toEqual([
      `whether entries after entry ${SIZE} were cut off that no anchor remembers`,
    ]);
    const early = ORIGINAL.checkpoints.slice(0, 1);
    const partly = await verified(ORIGINAL, { publicKey: KEY, anchors: early });
    expect(partly.anchoredRows).toBe(early[0]?.size);
    expect(partly.unknown[0]).toContain(
      `whether entries ${(early[0]?.size ?? 0) + 1} to ${SIZE} are complete`,
    );
  });

  it('an end that was cut off cleanly is not seen without an anchor, and is with one', async () => {
    const cut = manyLives(20, 10);
    const whole = manyLives(20, 10, cut.keys);
    for (let more = 0; more < 5; more += 1) whole.end(whole.receive('dispatching', 'auto'), 'done');
    const remembered = [whole.checkpoint()];
    const key = cut.keys.publicKey;
    expect((await verified(cut.recorded, { publicKey: key })).ok).toBe(true);
    const { problems } = await verified(cut.recorded, { publicKey: key, anchors: remembered });
    expect(problems.map(({ code }) => code)).toEqual(['ANCHOR_ROWS']);
    expect(problems[0]?.what).toContain(`10 of entries 1 to ${whole.recorded.rows.length} are missing`);
  });

  it('a backup that was put in place and went on is seen with an anchor', async () => {
    const { problems, anchoredRows } = await verified(older(), { publicKey: KEY, anchors });
    expect(problems.map(({ code }) => code)).toContain(
      older().rows.length < SIZE ? 'ANCHOR_ROWS' : 'ANCHOR_ROOT',
    );
    expect(anchoredRows).toBe(0);
  });

  it('a record that was written anew by somebody with the key is seen with an anchor only', async () => {
    const recorded = copyOf(ORIGINAL);
    const entries = recorded.rows.map(entryOf);
    const at = entries.findIndex(({ event }) => event === 'heard');
    const entry = entries[at];
    if (entry !== undefined) entries[at] = { ...entry, detail: { ...entry.detail, via: 'nobody' } };
    recorded.rows = relinked(
      entries,
      recorded.rows.map((row) => row.at),
    );
    recorded.checkpoints = resigned(
      recorded.rows,
      recorded.checkpoints.map(({ size }) => size),
      writer.keys,
    );
    expect((await verified(recorded)).ok).toBe(true);
    const { problems } = await verified(recorded, { publicKey: KEY, anchors });
    expect(problems.map(({ code }) => code)).toEqual(['ANCHOR_ROOT']);
  });

  it('an anchor that somebody else signed counts for nothing', async () => {
    const forged = resigned(ORIGINAL.rows, [SIZE], memoryKeys());
    const { problems, anchoredRows } = await verified(ORIGINAL, { publicKey: KEY, anchors: forged });
    expect(problems).toEqual([
      { code: 'ANCHOR', what: `the anchored checkpoint of entry ${SIZE} was signed with another key` },
    ]);
    expect(anchoredRows).toBe(0);
  });
});
