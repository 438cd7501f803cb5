import type { JsonObject, Outcome } from '@callgate/core';
import { LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS, canonical } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import type { CallRow, CallState } from '../../src/record/call-row.ts';
import { EMPTY_LOG_HEAD, chainEntry, hashEntry } from '../../src/record/chain-entry.ts';
import type { AuditEntry, AuditLogHead, StoredEntry } from '../../src/record/audit-entry.ts';
import type { Invariants } from './invariant-checker.ts';
import { checkInvariants } from './invariant-checker.ts';
import { oracleFrame } from './oracle-dispatcher.ts';
import { parseOracleLog } from './oracle-log.ts';

const ARGS: JsonObject = { path: '/tmp/a' };
const START = Date.parse('2026-03-02T00:00:00Z');

interface SentFrame {
  readonly call: string;
  readonly attempt?: number;
  readonly target?: string;
  readonly args?: JsonObject;
}

const textOf = ({ call, attempt = 1, target = 'write', args = ARGS }: SentFrame): string =>
  oracleFrame({ call, attempt, server: 'files', target, arguments: args });

const logOf = (frames: readonly SentFrame[], torn = ''): Invariants['log'] => {
  const bytes = Buffer.from(`${frames.map((sent) => `${textOf(sent)}\n`).join('')}${torn}`).toString(
    'base64',
  );
  return parseOracleLog(`${JSON.stringify({ n: 1, connection: 'a', bytes })}\n`);
};

const entry = (event: AuditEntry['event'], call: string | null, detail: JsonObject = {}): AuditEntry => ({
  event,
  outcome: 'allowed',
  principal: 'local',
  tool: 'files/write',
  call,
  detail,
});

const intent = (
  call: string,
  more: {
    attempt?: number;
    outcome?: Outcome;
    enforced?: boolean;
    approvers?: number;
    sealed?: boolean;
  } = {},
): AuditEntry =>
  entry('dispatching', call, {
    attempt: more.attempt ?? 1,
    request: {
      server: 'files',
      target: 'write',
      arguments: more.sealed === true ? { path: { $sealed: 'x' } } : ARGS,
      argumentsDigest: digest('call-arguments', ARGS),
    },
    decision: {
      outcome: more.outcome ?? 'auto',
      enforced: more.enforced ?? true,
      obligations: { approvers: more.approvers === undefined ? [] : [{ count: more.approvers }] },
    },
  });

const held = (call: string): AuditEntry => entry('held', call, { binding: 'bound' });
const vote = (call: string, subject: string, verdict = 'approve', binding = 'bound'): AuditEntry =>
  entry('vote', call, { subject, verdict, binding });
const approved = (call: string, ...by: string[]): AuditEntry =>
  entry('approved', call, { by, binding: 'bound' });
const done = (call: string): AuditEntry => entry('done', call);
const grant = (more: JsonObject = {}): AuditEntry =>
  entry('grant', 'earlier', {
    grant: {
      id: 'g',
      principal: 'local',
      server: 'files',
      target: 'write',
      uses: 1,
      endsAt: START + 1_000_000,
      ...more,
    },
  });
const grantUsed = (call: string): AuditEntry => entry('grant-used', call, { grant: 'g' });

const chained = (entries: readonly AuditEntry[]): StoredEntry[] => {
  const rows: StoredEntry[] = [];
  let head: AuditLogHead = EMPTY_LOG_HEAD;
  for (const each of entries) {
    const row = chainEntry(head, each, START + rows.length, `event-${rows.length}`);
    rows.push(row);
    head = row;
  }
  return rows;
};

const callRow = (id: string, state: CallState, more: Partial<CallRow> = {}): CallRow => ({
  id,
  state,
  principal: LOCAL_PRINCIPAL,
  context: 'c',
  session: 's',
  authenticated: true,
  kind: 'tool',
  server: 'files',
  target: 'write',
  definition: 'sha256:0',
  argumentsDigest: digest('call-arguments', ARGS),
  sealedArguments: canonical(ARGS),
  situation: { labels: NO_LABELS, words: false, origins: UNTRACED_ORIGINS, intended: false },
  decision: { facts: { mutates: 'yes' } } as CallRow['decision'],
  policy: 'p',
  outcome: 'auto',
  enforced: true,
  binding: null,
  waiting: null,
  ticket: null,
  key: null,
  attached: false,
  instance: 'i',
  attempt: 1,
  grant: null,
  twin: null,
  ai: false,
  receivedAt: 0,
  heldAt: null,
  expiresAt: null,
  opensAt: null,
  dispatchedAt: null,
  endedAt: null,
  released: false,
  fault: null,
  settled: null,
  ...more,
});

const readerOf = (
  rows: readonly StoredEntry[],
  calls: readonly CallRow[],
  head?: AuditLogHead,
): Invariants['reader'] => ({
  head: () => Promise.resolve(head ?? rows.at(-1) ?? EMPTY_LOG_HEAD),
  rows: (from, limit) => Promise.resolve(rows.filter(({ seq }) => seq >= from).slice(0, limit)),
  callsAfter: (id, limit) => Promise.resolve(calls.filter((call) => call.id > id).slice(0, limit)),
});

/** What is found wrong in a record of these entries, with these frames upstream. */
const found = (
  entries: readonly AuditEntry[],
  frames: readonly SentFrame[],
  calls: readonly CallRow[],
  more: Partial<Invariants> = {},
): Promise<readonly string[]> =>
  checkInvariants({ log: logOf(frames), reader: readerOf(chained(entries), calls), ...more });

/** A life that was approved by two, as it should be. */
const life: readonly AuditEntry[] = [
  held('c1'),
  vote('c1', 'ann'),
  vote('c1', 'bob'),
  approved('c1', 'ann', 'bob'),
  intent('c1', { outcome: 'confirm', approvers: 2 }),
  done('c1'),
];

describe('nothing is found', () => {
  it('where nothing happened', async () => {
    expect(await checkInvariants({ log: { frames: [], torn: [] }, reader: readerOf([], []) })).toEqual([]);
  });

  it('in a call that ran by itself, was killed on the way, was tried again, or never arrived', async () => {
    expect(
      await found(
        [
          intent('c1'),
          done('c1'),
          intent('c2'),
          intent('c3'),
          intent('c3', { attempt: 2 }),
          entry('indeterminate', 'c3'),
          entry('settled', 'c3'),
          intent('c4'),
          entry('blocked', 'c5'),
        ],
        [{ call: 'c1' }, { call: 'c2' }, { call: 'c3' }, { call: 'c3', attempt: 2 }],
        [
          callRow('c1', 'done'),
          callRow('c2', 'dispatching'),
          callRow('c3', 'indeterminate', { attempt: 2 }),
          callRow('c4', 'dispatching'),
          callRow('c5', 'blocked', { attempt: 0 }),
        ],
      ),
    ).toEqual([]);
  });

  it('in a call that people approved, or a grant stood in for them', async () => {
    expect(await found(life, [{ call: 'c1' }], [callRow('c1', 'done')])).toEqual([]);
    expect(
      await found(
        [grant(), grantUsed('c1'), intent('c1', { outcome: 'confirm' })],
        [{ call: 'c1' }],
        [callRow('c1', 'dispatching')],
      ),
    ).toEqual([]);
  });

  it('in a call that the policy only observed', async () => {
    expect(
      await found(
        [intent('c1', { outcome: 'block', enforced: false })],
        [{ call: 'c1' }],
        [callRow('c1', 'dispatching')],
      ),
    ).toEqual([]);
  });

  it('in a call of which only the beginning arrived', async () => {
    const torn = logOf([], textOf({ call: 'c1' }).slice(0, 40));
    const calls = [callRow('c1', 'dispatching')];
    expect(await found([intent('c1')], [], calls, { log: torn })).toEqual([]);
    expect(await found([intent('c1', { sealed: true })], [], calls, { log: torn })).toEqual([]);
  });
});

describe('it is found', () => {
  const running = [callRow('c1', 'dispatching')];

  it('that a call arrived without an intent', async () => {
    expect(await found([intent('c1')], [{ call: 'c1' }, { call: 'c2' }], running)).toEqual([
      'attempt 1 of call c2 arrived, and its intent is not in the record',
    ]);
    expect(await found([intent('c1')], [{ call: 'c1' }, { call: 'c1', attempt: 2 }], running)).toEqual([
      'attempt 2 of call c1 arrived, and its intent is not in the record',
    ]);
  });

  it('that a call arrived twice', async () => {
    expect(await found([intent('c1')], [{ call: 'c1' }, { call: 'c1' }], running)).toEqual([
      'attempt 1 of call c1 arrived twice',
    ]);
  });

  it('that a call was intended twice', async () => {
    expect(await found([intent('c1'), intent('c1')], [{ call: 'c1' }], running)).toEqual(
      expect.arrayContaining([
        'attempt 1 of call c1 has 2 intents',
        'row 2: call c1 has attempt 1 where 2 is next',
        'call c1 is at attempt 1, and the record has 2 intents',
      ]),
    );
  });

  it('that other arguments arrived than were intended, or elsewhere', async () => {
    expect(await found([intent('c1')], [{ call: 'c1', args: { path: '/etc' } }], running)).toEqual([
      'attempt 1 of call c1 arrived with other arguments than intended',
    ]);
    expect(await found([intent('c1')], [{ call: 'c1', target: 'wipe' }], running)).toEqual([
      'attempt 1 of call c1 arrived at files/wipe, intended for files/write',
    ]);
  });

  it('that something arrived that is no call, whole or torn', async () => {
    const log = logOf([{ call: 'c1' }], '{"arguments":{"path":"/x');
    expect(await found([intent('c1')], [], running, { log })).toEqual([
      '24 bytes of a call arrived that nobody intended',
    ]);
    const bytes = Buffer.from('hello\n').toString('base64');
    const noise = parseOracleLog(`${JSON.stringify({ n: 1, connection: 'a', bytes })}\n`);
    expect(await found([intent('c1')], [], running, { log: noise })).toEqual([
      'line 1 of the log: something arrived that is not a call',
    ]);
  });

  it('that an intent cannot be read', async () => {
    expect(await found([entry('dispatching', 'c1', { attempt: 1 })], [], running)).toEqual([
      'row 1 is not an intent that can be read',
    ]);
  });

  it('that a blocked call left', async () => {
    expect(await found([intent('c1', { outcome: 'block' })], [{ call: 'c1' }], running)).toEqual([
      'row 1: attempt 1 of call c1 was intended although the decision was block',
    ]);
  });

  const consent = async (
    entries: readonly AuditEntry[],
    more: Partial<Invariants> = {},
  ): Promise<readonly string[]> => {
    const wrong = await found(entries, [{ call: 'c1' }], [callRow('c1', 'dispatching')], more);
    return wrong.map((text) => text.replace(/^row \d+: attempt 1 of call c1: /, ''));
  };
  const asked = intent('c1', { outcome: 'confirm' });

  it('that nobody agreed, or only afterwards', async () => {
    expect(await consent([held('c1'), asked])).toEqual(['nobody approved it, and no grant was used for it']);
    expect(await consent([held('c1'), asked, vote('c1', 'ann'), approved('c1', 'ann')])).toContain(
      'nobody approved it, and no grant was used for it',
    );
    expect(await consent([grant(), asked, grantUsed('c1')])).toContain(
      'nobody approved it, and no grant was used for it',
    );
  });

  it('that too few agreed', async () => {
    const byTwo = intent('c1', { outcome: 'confirm', approvers: 2 });
    expect(await consent([held('c1'), vote('c1', 'ann'), approved('c1', 'ann'), byTwo])).toEqual([
      '1 approved it where 2 must',
    ]);
    expect(await consent([held('c1'), vote('c1', 'ann'), approved('c1', 'ann', 'ann'), byTwo])).toEqual([
      '1 approved it where 2 must',
      'somebody is counted twice',
    ]);
    expect(await consent([held('c1'), approved('c1'), asked])).toEqual(['0 approved it where 1 must']);
  });

  it('that somebody is said to have agreed who did not', async () => {
    expect(await consent([held('c1'), vote('c1', 'ann'), approved('c1', 'ann', 'bob'), asked])).toEqual([
      'no vote of bob is in the record before it',
    ]);
    expect(await consent([held('c1'), approved('c1', 'ann'), vote('c1', 'ann'), asked])).toEqual([
      'no vote of ann is in the record before it',
    ]);
  });

  it('that people agreed to something else', async () => {
    expect(
      await consent([held('c1'), vote('c1', 'ann', 'approve', 'other'), approved('c1', 'ann'), asked]),
    ).toEqual(['no vote of ann is in the record before it']);
    expect(
      await consent([
        entry('held', 'c1', { binding: 'other' }),
        vote('c1', 'ann'),
        approved('c1', 'ann'),
        asked,
      ]),
    ).toEqual(['what was approved is not what was held']);
  });

  it('that somebody refused', async () => {
    const refused = [
      held('c1'),
      vote('c1', 'ann'),
      approved('c1', 'ann'),
      vote('c1', 'bob', 'refuse'),
      asked,
    ];
    expect(await consent(refused)).toEqual(['somebody refused it']);
  });

  it('that the requester agreed where requesters may not', async () => {
    const own = [held('c1'), vote('c1', 'local'), approved('c1', 'local'), asked];
    expect(await consent(own)).toEqual([]);
    expect(await consent(own, { selfApproval: false })).toEqual(['its requester approved it']);
  });

  it('that an approval of another call was used', async () => {
    const wrong = await found(
      [held('c2'), vote('c2', 'ann'), approved('c2', 'ann'), asked],
      [{ call: 'c1' }],
      [callRow('c1', 'dispatching'), callRow('c2', 'approved', { attempt: 0 })],
    );
    expect(wrong).toEqual(['row 4: attempt 1 of call c1: nobody approved it, and no grant was used for it']);
  });

  it.each<[string, readonly AuditEntry[], string]>([
    ['was never given', [], 'nobody gave the grant that was used for it'],
    ['was revoked', [grant(), entry('grant-revoked', null, { grant: 'g' })], 'the grant had been revoked'],
    ['had ended', [grant({ endsAt: START })], 'the grant had ended'],
    ['is for another tool', [grant({ target: 'read' })], 'the grant is for another tool'],
    ['is for somebody else', [grant({ principal: 'eve' })], 'the grant is for another principal'],
    ['was used up', [grant(), grantUsed('c0')], 'the grant was used 2 times and good for 1'],
  ])('that a grant %s', async (_, before, fault) => {
    expect(await consent([...before, grantUsed('c1'), asked])).toEqual([fault]);
  });

  it('that the end of a call is not in the record, or a call is not in the store', async () => {
    expect(await found([intent('c1')], [{ call: 'c1' }], [callRow('c1', 'done')])).toEqual([
      'call c1 is done, and the record ends with dispatching',
    ]);
    expect(await found([], [], [callRow('c1', 'blocked', { attempt: 0 })])).toEqual([
      'call c1 is blocked, and the record ends with nothing',
    ]);
    expect(await found([intent('c1')], [{ call: 'c1' }], [])).toEqual([
      'call c1 is in the record and not in the store',
    ]);
  });

  it('that a call has other arguments than its intent', async () => {
    expect(
      await found(
        [intent('c1')],
        [{ call: 'c1' }],
        [callRow('c1', 'dispatching', { argumentsDigest: 'sha256:1' })],
      ),
    ).toEqual(['call c1 has other arguments than the record']);
  });

  it.each<[readonly AuditEntry[], string]>([
    [[intent('c1'), done('c1'), done('c1')], 'row 3: call c1 cannot become done after done'],
    [[done('c1')], 'row 1: call c1 cannot become done after nothing'],
    [[held('c1'), done('c1')], 'row 2: call c1 cannot become done after held'],
    [
      [intent('c1'), entry('indeterminate', 'c1'), entry('indeterminate', 'c1')],
      'row 3: call c1 cannot become indeterminate after indeterminate',
    ],
    [[intent('c1', { attempt: 2 })], 'row 1: call c1 has attempt 2 where 1 is next'],
  ])('that an arrow is missing or there twice: %#', async (entries, fault) => {
    const state = entries.at(-1)?.event as CallState;
    const attempt = entries.filter(({ event }) => event === 'dispatching').length;
    expect(await found(entries, [], [callRow('c1', state, { attempt })])).toEqual([fault]);
  });

  it('that a call which only reads is indeterminate', async () => {
    const decision = { facts: { mutates: 'no' } } as CallRow['decision'];
    expect(
      await found(
        [intent('c1'), entry('indeterminate', 'c1')],
        [{ call: 'c1' }],
        [callRow('c1', 'indeterminate', { decision })],
      ),
    ).toEqual(['call c1 only reads, and is indeterminate instead of failed']);
  });

  it('what somebody else finds wrong with the record', async () => {
    expect(await found([], [], [], { verify: () => Promise.resolve(['a checkpoint is wrong']) })).toEqual([
      'a checkpoint is wrong',
    ]);
  });
});

describe('the chain', () => {
  const calls = [callRow('c1', 'done')];
  const check = (rows: readonly StoredEntry[], head?: AuditLogHead): Promise<readonly string[]> =>
    checkInvariants({ log: logOf([{ call: 'c1' }]), reader: readerOf(rows, calls, head) });

  it('is found broken whichever bit of whichever row is turned over', async () => {
    const rows = chained(life);
    expect(await check(rows)).toEqual([]);
    for (const [index, row] of rows.entries()) {
      for (const place of [0, 7, Math.floor(row.bytes.length / 2), row.bytes.length - 1]) {
        const bytes = Uint8Array.from(row.bytes);
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        expect(await check(rows.with(index, { ...row, bytes })), `row ${row.seq}, byte ${place}`).not.toEqual(
          [],
        );
      }
    }
  });

  it('is found broken where a row is gone, there twice, or another', async () => {
    const rows = chained(life);
    expect(await check(rows.toSpliced(1, 1))).toContain('row 3 stands after row 1');
    const last = rows.at(-1) as StoredEntry;
    expect(await check(rows.slice(0, -1), last)).toContain(
      'the record is said to end with row 6, but ends with row 5',
    );
    const bytes = rows[2]?.bytes ?? new Uint8Array();
    const again: StoredEntry = { ...last, seq: 7, bytes, hash: hashEntry(7, last.hash, bytes) };
    expect(await check([...rows, again])).toContain('row 7 is row 3 over again');
  });

  it('is found broken where columns do not say what the bytes say', async () => {
    const rows = chained(life);
    const [first] = rows;
    if (first === undefined) throw new Error('no rows');
    const changed = async (more: Partial<StoredEntry>): Promise<readonly string[]> =>
      check(rows.with(0, { ...first, ...more }));
    expect(await changed({ event: 'blocked' })).toContain('row 1 its bytes tell of held and not of blocked');
    expect(await changed({ call: 'c9' })).toContain('row 1 its bytes name another call');
    expect(await changed({ at: START - 1 })).toContain('row 1 its bytes name another time');
  });

  it('is found broken where time runs backwards', async () => {
    const first = chainEntry(EMPTY_LOG_HEAD, entry('opened', null), START, 'a');
    const second = chainEntry(first, entry('opened', null), START - 1, 'b');
    expect(
      await checkInvariants({ log: { frames: [], torn: [] }, reader: readerOf([first, second], []) }),
    ).toEqual(['row 2 is earlier than the row before it']);
  });

  it('is read over many pages', async () => {
    const many = Array.from({ length: 2500 }, () => entry('opened', null));
    expect(
      await checkInvariants({ log: { frames: [], torn: [] }, reader: readerOf(chained(many), []) }),
    ).toEqual([]);
  });
});
