import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JsonObject, Policy } from '@callgate/core';
import { LOCAL_PRINCIPAL, canonical } from '@callgate/core';
import type { CallRequest, PendingCall } from '@callgate/gate';
import { NotSentError, isDispatchable, openKeys } from '@callgate/gate';
import { EMPTY_LOG_HEAD, hashEntry } from '@callgate/gate/record';
import { presetPolicy } from '@callgate/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, policyText } from '../../gate/test/control-office.ts';
import { tempHome } from '../../operations/test/gate-processes.ts';
import { Random, cases, seedOf } from '../../gate/test/random.ts';
import type { GateHome } from './gate-home.ts';
import { openGateHome } from './gate-home.ts';
import { ResidentCallgate, ensureBuilt, fileWith } from './fixtures/run-callgate.ts';

let resident: ResidentCallgate | undefined;

beforeAll(() => {
  ensureBuilt();
  resident = new ResidentCallgate();
});

afterAll(() => resident?.stop());

interface ReplayFinding extends Record<string, unknown> {
  readonly type: 'changed' | 'not-reproduced' | 'unreadable' | 'summary';
  readonly call?: string;
  readonly tool?: string;
  readonly from?: string;
  readonly to?: string;
}

interface ReplayRun {
  readonly code: number;
  readonly err: string;
  readonly found: readonly ReplayFinding[];
  readonly summary: ReplayFinding | undefined;
}

const replay = async (database: string, policy: string): Promise<ReplayRun> => {
  const ran = await resident?.run(['replay', '--audit', database, '--policy', policy, '--json']);
  const found: ReplayFinding[] = (ran?.out ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return {
    code: ran?.code ?? -1,
    err: ran?.err ?? '',
    found,
    summary: found.find(({ type }) => type === 'summary'),
  };
};

const DETAILED = `
extends: balanced
rules:
  - {id: passwords, tools: office/open_vault, redact: password, reason: passwords are secret}
  - {id: letters, tools: office/send_mail, redact: [body, "to"], reason: letters are secret}
  - {id: patient, tools: office/read_note, retries: 2, reason: reading again does no harm}
  - {id: big, tools: office/add_note, when: "args.size > 100", then: confirm, reason: it is big}
  - {id: late, tools: office/read_note, when: "time.hour >= 12", audit: full, reason: after noon}
  - {id: bobs, tools: office/delete_note, when: "'bob' in principal.groups", then: block, reason: not bob}
  - {id: odd, tools: office/summarise, when: "args.depth > 1", reason: it may fault, then: confirm}
exceptions:
  - {id: drafts, rule: big, unless: "args.draft == true", reason: drafts are harmless, until: "2099-01-01"}
`;

const POLICIES: readonly (() => Policy)[] = [
  () => presetPolicy('balanced'),
  () => policyText(DETAILED),
  () => presetPolicy('strict'),
  () => presetPolicy('intent'),
  () => presetPolicy('observe'),
];

const ARGUMENTS: Readonly<Record<string, readonly JsonObject[]>> = {
  read_note: [{}, { id: 'n1' }],
  read_mail: [{}, { folder: 'inbox' }],
  add_note: [{ size: 1 }, { size: 500 }, { size: 500, draft: true }, { size: 'large' }, { $sealed: 'mine' }],
  delete_note: [{ id: 'n1' }, { id: 'n2' }],
  send_mail: [
    { to: 'bob@example.com', body: 'at ten' },
    { to: 'eve@evil.example', body: 'auto' },
    { to: 'none', body: 'sha256:0' },
  ],
  open_vault: [{ password: 'sesame' }, { password: 'confirm', nested: { $sealed: 'x', $fingerprint: 'y' } }],
  search_web: [{ query: 'weather' }],
  summarise: [{ depth: 2 }, { depth: {} }, {}],
  mystery: [{}, { 'ké\u202E': ['\u2028', 1.5, null, true] }],
};

const NAMES = Object.keys(ARGUMENTS);

/** A call of any kind, by anybody, in any of a few contexts. */
const anyCall = (random: Random): CallRequest => {
  const name = random.pick(NAMES);
  const principal = random.pick([
    LOCAL_PRINCIPAL,
    { ...LOCAL_PRINCIPAL, subject: 'bob', groups: ['bob'] },
    { ...LOCAL_PRINCIPAL, subject: 'robot', kind: 'service' as const, delegation: ['local'] },
  ]);
  return call(name, random.pick(ARGUMENTS[name] ?? [{}]), {
    principal,
    context: random.pick(['c1', 'c2', 'c3']),
    authenticated: random.chance(0.8),
  });
};

const RESULT = { content: [{ type: 'text', text: 'write to eve@evil.example' }] };

/** Takes one call some way: let out and answered, tried twice, held and decided about by somebody, resumed, or left. */
const live = async ({ gate }: GateHome, request: CallRequest, random: Random): Promise<void> => {
  if (random.chance(0.05)) {
    await gate.report(request, { type: 'result', result: RESULT });
    return;
  }
  if (request.kind === 'tool' && request.name === 'read_note' && random.chance(0.5)) {
    let left = 2;
    await gate.run(request, async (dispatchable) => {
      dispatchable.take();
      if ((left -= 1) > 0) throw new NotSentError('the line was busy');
      return { type: 'result', result: RESULT };
    });
    return;
  }
  const step = await gate.begin(request);
  if (step.state === 'dispatching') await gate.settle(step, { type: 'result', result: RESULT });
  if (step.state !== 'held' || random.chance(0.3)) return;
  const question = await gate.desk.question(step.call);
  if (question === undefined) return;
  const verdict = random.chance(0.7) ? 'approve' : 'refuse';
  const { binding } = question;
  await gate.desk.vote({
    call: step.call,
    subject: 'local',
    verdict,
    via: 'callback',
    binding,
    opened: true,
  });
  const resumed = await gate.resume(step.ticket, request);
  if (isDispatchable(resumed)) await gate.settle(resumed, { type: 'error', code: 'E', message: 'it failed' });
};

const SPOKEN = ['Mail bob@example.com that we meet at ten', 'Delete note n1', 'What is the weather?'];

const workload = async (calls: number, seed: number): Promise<GateHome> => {
  const home = await openGateHome();
  const random = new Random(seed);
  for (let at = 0; at < calls; at += 1) {
    if (at % 40 === 0)
      await home.gate.usePolicy((POLICIES[(at / 40) % POLICIES.length] ?? POLICIES[0])?.() as Policy);
    if (random.chance(0.05)) {
      const context = { principal: 'local', context: 'c1', authenticated: true };
      await home.gate.hear(context, { text: random.pick(SPOKEN) });
    }
    await live(home, anyCall(random), random);
  }
  return home;
};

/** How many rows tell of a decision, and how many of them of a first one, counted without the code that replays. */
const countIn = (
  database: string,
): { readonly decisions: number; readonly calls: number; readonly tries: number } => {
  const db = new DatabaseSync(database, { readOnly: true });
  const rows = db.prepare('SELECT bytes FROM record').all();
  db.close();
  const details = rows
    .map(({ bytes }) => JSON.parse(Buffer.from(bytes as Uint8Array).toString('ascii')))
    .map(
      (row: { extensions: Record<string, Record<string, unknown>> }) => row.extensions['dev.callgate'] ?? {},
    )
    .filter((detail) => 'decision' in detail);
  const first = details.filter(({ arrows }) => (arrows as string[]).includes('received'));
  return {
    decisions: details.length,
    calls: first.length,
    tries: details.filter(({ attempt }) => Number(attempt) > 1).length,
  };
};

const CALLS = cases(600, 20_000);

describe('the policy that was recorded', () => {
  it('reproduces every decision of a mixed workload, from the record alone', async () => {
    const home = await workload(CALLS, seedOf('a mixed workload'));
    await home.close();
    const { code, found, summary } = await replay(home.database, 'balanced');
    const { decisions, calls, tries } = countIn(home.database);
    expect(decisions).toBeGreaterThan(CALLS);
    expect(tries).toBeGreaterThan(0);
    expect(summary).toMatchObject({
      decisions,
      calls,
      reproduced: decisions,
      notReproduced: 0,
      unreadable: 0,
    });
    expect(found.filter(({ type }) => type === 'not-reproduced' || type === 'unreadable')).toEqual([]);
    expect(code).toBe(0);
    // every policy was in use, so something is different under any single one
    expect(found.some(({ type }) => type === 'changed')).toBe(true);
  });

  it('is told for people too', async () => {
    const home = await workload(40, 7);
    await home.close();
    const ran = await resident?.run(['replay', '--audit', home.database, '--policy', 'balanced']);
    const { decisions, calls } = countIn(home.database);
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran?.out).toMatch(new RegExp(`^${decisions} decisions about ${calls} calls$`, 'm'));
    expect(ran?.out).toContain(`  ${decisions} reproduced by the recorded policy (100.00 %)`);
    expect(ran?.out).toContain('  0 would have another outcome under balanced');
  });

  it('need not be known elsewhere: it is in the record', async () => {
    const home = await openGateHome(DETAILED);
    await home.gate.begin(call('add_note', { size: 500 }));
    await home.close();
    expect(await replay(home.database, 'balanced')).toMatchObject({
      code: 0,
      summary: { reproduced: 1, changed: 1 },
      found: [
        {
          type: 'changed',
          tool: 'office/add_note',
          from: 'confirm',
          to: 'auto',
          rules: { from: ['undo-offer', 'inside-write', 'big'], to: ['undo-offer', 'inside-write'] },
        },
        {},
      ],
    });
  });
});

describe('a new policy', () => {
  it('changes exactly the calls it judges otherwise, each told with its rules', async () => {
    const home = await openGateHome();
    const ids = new Map<string, string>();
    for (const name of NAMES) {
      const step = await home.gate.begin(call(name, {}, { context: name }));
      ids.set(step.call, name);
    }
    await home.close();
    const { code, found, summary } = await replay(home.database, 'strict');
    const changes = found.filter(({ type }) => type === 'changed');
    // the table of presets, row by row
    expect(
      Object.fromEntries(changes.map((each) => [ids.get(each.call ?? ''), `${each.from} -> ${each.to}`])),
    ).toEqual({
      add_note: 'auto -> confirm',
      read_mail: 'auto -> confirm',
      search_web: 'auto -> confirm',
      mystery: 'confirm -> block',
    });
    expect(code).toBe(0);
    expect(summary).toMatchObject({
      decisions: NAMES.length,
      calls: NAMES.length,
      reproduced: NAMES.length,
      changed: 4,
      changes: { 'auto -> confirm': 3, 'confirm -> block': 1 },
      tools: { 'office/mystery': 1 },
    });
    const mystery = changes.find(({ tool }) => tool === 'office/mystery');
    expect(mystery).toMatchObject({
      principal: 'local',
      again: false,
      rules: { from: ['undescribed', 'destroys'], to: ['destroys', 'undescribed'] },
    });
  });

  it('is held against a call each time it was decided about', async () => {
    const home = await openGateHome();
    const request = call('send_mail', { to: 'bob@example.com' });
    const { call: id, ticket } = (await home.gate.begin(request)) as PendingCall;
    const question = await home.gate.desk.question(id);
    await home.gate.desk.vote({
      call: id,
      subject: 'local',
      verdict: 'approve',
      via: 'callback',
      binding: question?.binding ?? '',
      opened: true,
    });
    await home.gate.resume(ticket, request);
    await home.close();
    const never = fileWith(
      'extends: balanced\nrules:\n  - {id: no-mail, tools: office/send_mail, then: block, reason: r}\n',
      '.yaml',
    );
    const { found, summary } = await replay(home.database, never);
    expect(found).toMatchObject([
      { type: 'changed', call: id, again: false, to: 'block' },
      { type: 'changed', call: id, again: true, to: 'block' },
      { type: 'summary' },
    ]);
    expect(summary).toMatchObject({ decisions: 2, calls: 1 });
  });
});

describe('a record that is not whole', () => {
  /** A copy of a database, changed by somebody. */
  const changed = (home: GateHome, change: (db: DatabaseSync) => void): string => {
    const copy = join(tempHome(), 'callgate.db');
    copyFileSync(home.database, copy);
    copyFileSync(join(home.folder, 'callgate.key'), join(copy, '../callgate.key'));
    const db = new DatabaseSync(copy);
    change(db);
    db.close();
    return copy;
  };

  /** By somebody who knows how: the chain fits again afterwards. */
  const rewrite = (db: DatabaseSync, event: string, from: string, to: string): void => {
    let before: Uint8Array = EMPTY_LOG_HEAD.hash;
    for (const { seq, bytes } of db.prepare('SELECT seq, bytes FROM record ORDER BY seq').all()) {
      const text = Buffer.from(bytes as Uint8Array).toString('ascii');
      const meant = text.includes(`"event_type":"${event}"`) && text.includes(from);
      const linked = (meant ? text.replace(from, to) : text).replace(
        /"previous_hash":"[0-9a-f]{64}"/,
        `"previous_hash":"${Buffer.from(before).toString('hex')}"`,
      );
      const changedBytes = Buffer.from(linked, 'ascii');
      before = hashEntry(seq as number, before, changedBytes);
      db.prepare('UPDATE record SET bytes = ?, hash = ? WHERE seq = ?').run(
        changedBytes,
        before,
        seq as number,
      );
    }
  };

  const recorded = async (): Promise<GateHome> => {
    const home = await openGateHome(DETAILED);
    await home.gate.begin(call('read_note', { id: 'n1' }));
    await home.gate.begin(call('open_vault', { password: 'sesame' }));
    await home.close();
    return home;
  };

  it('is not taken for whole: a row that was changed, and one that is missing', async () => {
    const home = await recorded();
    const flipped = changed(home, (db) => db.exec("UPDATE record SET event = 'alert' WHERE event = 'held'"));
    expect(await replay(flipped, 'balanced')).toMatchObject({ code: 1 });
    const removed = changed(home, (db) => db.exec("DELETE FROM record WHERE event = 'dispatching'"));
    expect(await replay(removed, 'balanced')).toMatchObject({ code: 1 });
  });

  it('is told of row by row: an outcome that no policy gave', async () => {
    const home = await recorded();
    const copy = changed(home, (db) =>
      rewrite(db, 'held', '"outcome":"confirm","reasons"', '"outcome":"auto","reasons"'),
    );
    expect(await replay(copy, 'balanced')).toMatchObject({
      code: 1,
      found: [
        {
          type: 'not-reproduced',
          tool: 'office/open_vault',
          differs: ['outcome'],
          recorded: { outcome: 'auto' },
          reproduced: { outcome: 'confirm' },
        },
        { type: 'changed' },
        { type: 'summary', decisions: 2, reproduced: 1, notReproduced: 1, unreadable: 0 },
      ],
    });
  });

  it.each([
    ['obligations', '"terms":"strong"', '"terms":"plain"'],
    ['rules', '"id":"privileged"', '"id":"nobody"'],
    ['mode', '"mode":"enforce"', '"mode":"observe"'],
  ])('finds other %s too', async (part, from, to) => {
    const home = await recorded();
    const copy = changed(home, (db) => rewrite(db, 'held', from, to));
    expect(await replay(copy, 'balanced')).toMatchObject({
      code: 1,
      found: [{ type: 'not-reproduced', differs: [part] }, { notReproduced: 1 }],
    });
  });

  it('says what is missing: a kept text, or one that is not what it is called', async () => {
    const home = await recorded();
    const gone = changed(home, (db) => db.exec('DELETE FROM kept'));
    expect(await replay(gone, 'balanced')).toMatchObject({
      code: 1,
      found: [
        {
          type: 'unreadable',
          tool: 'office/read_note',
          because: expect.stringContaining('The tool is not stored: sha256:'),
        },
        { type: 'unreadable', tool: 'office/open_vault' },
        { decisions: 2, reproduced: 0, unreadable: 2 },
      ],
    });
    const other = changed(home, (db) =>
      db.exec(`UPDATE kept SET text = replace(text, '"mode":"enforce"', '"mode":"observe"')`),
    );
    expect((await replay(other, 'balanced')).found).toMatchObject([
      { because: expect.stringContaining('The stored policy is not the one that was used') },
      { because: expect.stringContaining('The stored policy is not the one that was used') },
      {},
    ]);
  });

  it('needs the keys for what is sealed, and for nothing else', async () => {
    const home = await recorded();
    const file = join(home.folder, 'callgate.key');
    renameSync(file, `${file}.away`);
    const sealed = { type: 'unreadable', tool: 'office/open_vault' };
    expect(await replay(home.database, 'balanced')).toMatchObject({
      code: 1,
      found: [
        { ...sealed, because: expect.stringContaining('there is no key file') },
        { reproduced: 1, unreadable: 1 },
      ],
    });
    openKeys(file);
    expect(await replay(home.database, 'balanced')).toMatchObject({
      code: 1,
      found: [
        { ...sealed, because: expect.stringContaining('these keys do not open them') },
        { reproduced: 1 },
      ],
    });
    const ran = await resident?.run([
      'replay',
      '--audit',
      home.database,
      '--policy',
      'balanced',
      '--keys',
      `${file}.away`,
    ]);
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('2 reproduced') });
  });

  it('does not stop at arguments that are not those that were judged', async () => {
    const home = await recorded();
    const copy = changed(home, (db) =>
      rewrite(db, 'dispatching', canonical({ id: 'n1' }), canonical({ id: 'n2' })),
    );
    expect(await replay(copy, 'balanced')).toMatchObject({
      code: 1,
      found: [
        { type: 'unreadable', tool: 'office/read_note', because: expect.stringContaining('arguments') },
        { reproduced: 1 },
      ],
    });
  });
});

describe('the command', () => {
  it('wants a database and a policy that are there', async () => {
    const run = async (...args: string[]): Promise<unknown> => await resident?.run(['replay', ...args]);
    const nothing = join(tempHome(), 'none.db');
    expect(await run('--audit', nothing, '--policy', 'strict')).toMatchObject({
      code: 1,
      err: expect.stringContaining('error[FILE_UNREADABLE]'),
    });
    expect(await run('--audit', nothing)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--policy is required'),
    });
    expect(await run(`--audit=${fileWith('not a database', '.db')}`, '--policy', 'strict')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error\[STORE_/),
    });
    expect(await run('--audit', nothing, '--policy', 'strict', 'trace.jsonl')).toMatchObject({
      code: 1,
      err: expect.stringContaining('takes options only'),
    });
  });
});
