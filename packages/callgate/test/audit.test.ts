import { execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, canonical, describeTool, traceTool } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import type { CallRequest, Gate } from '@callgate/gate';
import { createGate, openKeys } from '@callgate/gate';
import { Checkpointer } from '@callgate/gate/audit';
import { fileAnchor, parseEntry, hashEntry, verifyInclusion } from '@callgate/gate/record';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { loadPolicy } from '@callgate/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { BIN, ResidentCallgate, runCallgate, ensureBuilt } from './fixtures/run-callgate.ts';

const HOME = mkdtempSync(join(tmpdir(), 'callgate-audit-'));
const DB = join(HOME, 'callgate.db');
const SECRET = 'hunter22-canary';
const EVIL = '=cmd|"/C calc"!A0\u202E<script>alert(1)</script> [x](https://evil.example) `|`';

const loaded = loadPolicy([
  {
    name: 'test.yaml',
    text: 'extends: balanced\nrules: [{id: hide, tools: "*", redact: token, reason: tokens are secret}]',
  },
]);
if (!loaded.ok) throw new Error('the policy is right');
const { policy } = loaded;

const tool = (name: string, annotations: JsonObject): ReturnType<typeof traceTool> => {
  const definition: JsonObject = { name, annotations, inputSchema: { type: 'object' } };
  return traceTool(describeTool({ server: 'office', trust: 'trusted', definition }), definition, {});
};

const TOOLS = new Map([
  ['read', tool('read', { readOnlyHint: true, openWorldHint: false, unsafeOutputHint: false })],
  ['send', tool('send', { readOnlyHint: false, openWorldHint: true })],
  ['think', tool('think', { readOnlyHint: true, openWorldHint: false, aiProcessingHint: true })],
]);

const request = (name: string, args: JsonObject): CallRequest =>
  ({
    kind: 'tool',
    server: 'office',
    name,
    arguments: args,
    principal: LOCAL_PRINCIPAL,
    context: 'c',
    authenticated: true,
  }) as CallRequest;

const vote = async (gate: Gate, verdict: 'approve' | 'refuse', args: JsonObject): Promise<string> => {
  const held = await gate.begin(request('send', args));
  if (held.state !== 'held') throw new Error(held.state);
  const asked = await gate.desk.question(held.call);
  await gate.desk.vote({
    call: held.call,
    subject: 'local',
    verdict,
    via: 'terminal',
    binding: asked?.binding ?? '',
    opened: true,
    reason: '=1+1 no',
  });
  return held.call;
};

let held = '';

beforeAll(async () => {
  ensureBuilt();
  resident = new ResidentCallgate();
  const keys = openKeys(join(HOME, 'callgate.key'));
  const store = await openSqliteStore({ path: DB, keys });
  const catalogue = { find: (_: string, __: string, name: string) => TOOLS.get(name) };
  const gate = await createGate({ policy, store, keys, catalogue, limits: { sweepMs: null } });
  const evil = { ...LOCAL_PRINCIPAL, subject: EVIL };
  const all = [
    request('read', { path: '/x', token: SECRET }),
    request('read', { path: EVIL }),
    { ...request('think', {}), principal: evil },
    // cannot be taken in, and leaves a row
    request(EVIL, {}),
  ];
  for (const each of all)
    await gate.run(each, async (dispatchable) => {
      dispatchable.take();
      return { type: 'result', result: { content: [{ type: 'text', text: EVIL }] } };
    });
  held = await vote(gate, 'approve', { to: 'a@example.com', token: SECRET });
  await vote(gate, 'refuse', { to: 'b@example.com' });
  const checkpointer = new Checkpointer({ store, keys, everyRows: 1 });
  const checkpoint = await checkpointer.catchUp('now');
  if (checkpoint !== undefined) await fileAnchor(join(HOME, 'callgate.anchors')).put(checkpoint);
  await gate.close();
  await store.close();
});

let resident: ResidentCallgate | undefined;
afterAll(() => resident?.stop());

const audit = (...args: string[]): Promise<CommandResult> =>
  resident?.run(['audit', ...args]) ?? runCallgate(['audit', ...args]);
const ofHome = (...args: string[]): Promise<CommandResult> => audit(...args, '--db', DB);

/** A copy of the whole home, for somebody who changes it. */
const copyOfHome = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-audit-copy-'));
  for (const name of readdirSync(HOME))
    if (statSync(join(HOME, name)).isFile()) copyFileSync(join(HOME, name), join(folder, name));
  return folder;
};

const changed = (folder: string, sql: string): string => {
  const path = join(folder, 'callgate.db');
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
};

// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0009\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E]/;

describe('audit tail', () => {
  it('shows the last rows, safe to look at', async () => {
    const { code, out, err } = await ofHome('--entries');
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ +1 {2}\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z {2}opened/);
    expect(out).toMatch(/dispatching +office\/read +local +\w+ +auto by/);
    expect(out).toMatch(/vote .* approved by terminal after \d+\.\d s: =1\+1 no/);
    expect(out).not.toMatch(UNSEEN);
    expect(out).toContain('⟦U+202E⟧');
    expect(out).not.toContain(SECRET);
  });

  it('shows as many as are asked for, also as they are stored', async () => {
    const { out } = await ofHome('--entries', '--limit', '2', '--json');
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line): { event_type: string } => JSON.parse(line));
    expect(rows.map(({ event_type }) => event_type)).toEqual(['vote', 'refused']);
    expect((await ofHome('--entries', '--limit', '0')).out).toBe('');
    expect(await ofHome('--entries', '--limit', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--limit'),
    });
  });

  it('goes on with what comes', async () => {
    const folder = copyOfHome();
    const child = spawn(process.execPath, [
      BIN,
      'audit',
      '--entries',
      '--follow',
      '--limit',
      '1',
      '--db',
      join(folder, 'callgate.db'),
    ]);
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    await expect.poll(() => out, { timeout: 20_000 }).toContain('denied');
    const keys = openKeys(join(folder, 'callgate.key'));
    const store = await openSqliteStore({ path: join(folder, 'callgate.db'), keys });
    await store.transact((tx) =>
      tx.append({
        event: 'alert',
        outcome: 'denied',
        principal: 'callgate',
        tool: '',
        call: null,
        detail: { code: 'NEWS' },
      }),
    );
    await expect.poll(() => out, { timeout: 20_000 }).toContain('code NEWS');
    child.kill();
    await store.close();
  });
});

describe('audit show', () => {
  it('shows all of a call, with fingerprints where secrets are', async () => {
    const { code, out } = await ofHome(held);
    expect(code).toBe(0);
    expect([...out.matchAll(/^entry \d+ .* {2}(\w+) {2}\w+$/gm)].map(([, event]) => event)).toEqual([
      'held',
      'vote',
      'approved',
    ]);
    expect(out).toContain('"to": "a@example.com"');
    expect(out).toMatch(/"secret": "hmac:[0-9a-f]{32}"/);
    expect(out).not.toContain(SECRET);
    expect(out).not.toMatch(UNSEEN);
  });

  it('opens the secrets for who has the keys', async () => {
    expect((await ofHome(held, '--secrets')).out).toContain(`"token": "${SECRET}"`);
    const folder = copyOfHome();
    chmodSync(join(folder, 'callgate.key'), 0o644);
    const refused = await audit(held, '--secrets', '--db', join(folder, 'callgate.db'));
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('error[KEY_FILE]') });
  });

  it('proves one row', async () => {
    const { out } = await ofHome('3', '--json');
    const [row]: {
      seq: number;
      hash: string;
      proof: { index: number; size: number; root: string; proof: string[] };
    }[] = JSON.parse(out);
    const bytes = (text = ''): Uint8Array => Buffer.from(text, 'hex');
    expect(row?.seq).toBe(3);
    expect(
      verifyInclusion({
        leaf: bytes(row?.hash),
        index: row?.proof.index ?? -1,
        size: row?.proof.size ?? 0,
        root: bytes(row?.proof.root),
        proof: (row?.proof.proof ?? []).map(bytes),
      }),
    ).toBe(true);
  });

  it('says what it does not know', async () => {
    for (const what of ['999999', 'no-such-call'])
      expect(await ofHome(what)).toMatchObject({
        code: 1,
        err: expect.stringContaining('error[ROW_UNKNOWN]'),
      });
  });
});

describe('audit verify', () => {
  it('says that the audit log is intact, how far it is signed and anchored, and what is not known', async () => {
    const { code, out, err } = await ofHome('verify');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^Audit log intact: \d+ entries, 5 calls, 2 checkpoints, \d+ stored texts\n {2}Entries 1 to (\d+) are signed by key [0-9a-f]{16}\n {2}Entries 1 to \1 are confirmed by an anchor\nNot verified:\n {2}whether entries after entry \d+ were cut off/,
    );
  });

  it('reads a copy that cannot be written to, and changes nothing', async () => {
    const folder = copyOfHome();
    const database = join(folder, 'callgate.db');
    const before = readFileSync(database);
    const files = readdirSync(folder).toSorted();
    chmodSync(database, 0o400);
    expect((await audit('verify', '--db', database)).code).toBe(0);
    expect(readFileSync(database).equals(before)).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(files);
  });

  it('cannot say without a key and an anchor, with exit code 3', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'callgate-alone-')), 'deep');
    mkdirSync(folder);
    copyFileSync(DB, join(folder, 'x.db'));
    const { code, out } = await audit('verify', '--db', join(folder, 'x.db'), '--json');
    const result: { ok: boolean; key: string | null; signedRows: number; unknown: string[] } =
      JSON.parse(out);
    expect(code).toBe(3);
    expect(result).toMatchObject({
      ok: true,
      verdict: 'unknown',
      gaps: ['key', 'anchors'],
      key: null,
      signedRows: 0,
    });
    expect(result.unknown.join('\n')).toMatch(/who signed[^]*cut off[^]*wrote all entries again/);
  });

  it('names the row that was changed, with exit code 1', async () => {
    const folder = copyOfHome();
    const database = changed(
      folder,
      "UPDATE record SET bytes = CAST(replace(CAST(bytes AS TEXT), 'local', 'mayor') AS BLOB) WHERE seq = 4",
    );
    const { code, out } = await audit('verify', '--db', database);
    expect(code).toBe(1);
    expect(out).toMatch(/^entry 4: its bytes do not match its hash: one of them was changed \[ROW_HASH\]$/m);
    expect(out).toMatch(/^Audit log broken: \d+ problems?/m);
  });

  it('finds an end that was cut off by the anchor alone', async () => {
    const folder = copyOfHome();
    const database = changed(
      folder,
      'DELETE FROM checkpoints; DELETE FROM record WHERE seq = (SELECT max(seq) FROM record)',
    );
    const { code, out } = await audit('verify', '--db', database);
    expect(code).toBe(1);
    expect(out).toContain('are missing: an anchor remembers them [ANCHOR_ROWS]');
  });

  it('believes only the key it was given', async () => {
    const other = mkdtempSync(join(tmpdir(), 'callgate-other-'));
    openKeys(join(other, 'k'));
    const { code, out } = await ofHome('verify', '--key', join(other, 'k.pub'));
    expect(code).toBe(1);
    expect(out).toContain('was signed with another key [CHECKPOINT]');
    expect(await ofHome('verify', '--key', join(other, 'k'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('error[KEY_PUBLIC]'),
    });
    expect(await ofHome('verify', '--key', join(other, 'none'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('error[FILE_UNREADABLE]'),
    });
  });

  it('tells of anchor lines that are none, and refuses files without any', async () => {
    const folder = copyOfHome();
    const file = join(folder, 'callgate.anchors');
    appendFileSync(file, 'nonsense\n');
    expect(await audit('verify', '--db', join(folder, 'callgate.db'))).toMatchObject({
      code: 0,
      err: expect.stringContaining('not a checkpoint on line 2'),
    });
    writeFileSync(file, 'nonsense\n');
    expect(await audit('verify', '--db', join(folder, 'callgate.db'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('error[ANCHOR]'),
    });
  });

  it('takes the home from the environment, and says where nothing is', async () => {
    const run = (home: string): Promise<CommandResult> =>
      new Promise((resolve) => {
        execFile(
          process.execPath,
          [BIN, 'audit', 'verify'],
          { env: { PATH: process.env['PATH'] ?? '', CALLGATE_HOME: home } },
          (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
        );
      });
    expect((await run(HOME)).out).toContain('Audit log intact');
    const nothing = join(HOME, 'nothing');
    expect(await run(nothing)).toMatchObject({
      code: 3,
      err: expect.stringContaining('error[RECORD_MISSING]'),
    });
    expect(existsSync(nothing)).toBe(false);
  });
});

interface ExportedRow {
  readonly tool_name: string;
  readonly disclosure?: { readonly decision: JsonObject | null; readonly tool: JsonObject | null };
  readonly extensions: {
    readonly 'dev.callgate': {
      readonly decision?: { readonly kept: string };
      readonly input?: { readonly tool: string };
    };
  };
}

describe('audit export', () => {
  it('gives the rows as they are stored, each with its hash, and the chain can be followed', async () => {
    const { code, out } = await ofHome('export', '--format', 'jsonl');
    expect(code).toBe(0);
    let previous = new Uint8Array(32);
    for (const [index, line] of out.trimEnd().split('\n').entries()) {
      expect(canonical(JSON.parse(line))).toBe(line);
      const { event_hash, disclosure: _, ...stored }: { event_hash: string } & JsonObject = JSON.parse(line);
      const bytes = Buffer.from(canonical(stored));
      expect(Buffer.from(hashEntry(index + 1, previous, bytes)).toString('hex')).toBe(event_hash);
      expect(parseEntry(bytes).seq).toBe(index + 1);
      previous = Uint8Array.from(Buffer.from(event_hash, 'hex'));
    }
    expect(out).not.toContain(SECRET);
  });

  it('has the disclosure itself beside every decision, bound by the digests in the row', async () => {
    const { out } = await ofHome('export', '--format', 'jsonl');
    const lines: readonly ExportedRow[] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const decided = lines.filter(({ extensions }) => extensions['dev.callgate'].decision !== undefined);
    expect(decided.length).toBeGreaterThan(4);
    for (const { disclosure, extensions } of decided) {
      const { decision, input } = extensions['dev.callgate'];
      expect(digest('decision', disclosure?.decision ?? null)).toBe(decision?.kept);
      expect(digest('tool-input', disclosure?.tool ?? null)).toBe(input?.tool);
    }
    const send = decided.find(({ tool_name }) => tool_name === 'office/send');
    expect(send?.disclosure).toMatchObject({
      decision: { beliefs: { readOnly: { value: 'no', ground: expect.any(String) } } },
      tool: {
        claims: { answers: expect.arrayContaining([expect.objectContaining({ hint: 'readOnly' })]) },
        server: { trust: expect.any(String) },
      },
    });
    const others = lines.filter(({ extensions }) => extensions['dev.callgate'].decision === undefined);
    expect(others.every(({ disclosure }) => disclosure === undefined)).toBe(true);
  });

  it('says null for a disclosure that was changed', async () => {
    const database = changed(copyOfHome(), 'UPDATE kept SET text = replace(text, \'"yes"\', \'"no"\')');
    const { out } = await audit('export', '--format', 'jsonl', '--db', database);
    expect(out).toContain('"disclosure":{"decision":null,');
  });

  it('writes a table in which no cell is a formula and nothing hides', async () => {
    const file = join(HOME, 'out.csv');
    expect(await ofHome('export', '--format', 'csv', '--out', file)).toMatchObject({ code: 0, out: '' });
    const text = readFileSync(file, 'utf8');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = text.split('\r\n');
    expect(lines[0]).toBe(
      '"seq","time","event","outcome","principal","tool","call","decision","rules","reasons","trust","hints","attempt","verdict","dwell_ms","ms","summary","event_hash"',
    );
    expect(text.replaceAll('\r\n', '')).not.toMatch(UNSEEN);
    expect(text).not.toMatch(/(?:^|,)"[=+\-@]/m);
    expect(text).toMatch(/"vote".*"approve"/);
    expect(text).toMatch(
      /"office\/send".*"trusted","destructive yes \(default\); .*readOnly no \(claim; claimed no in annotations\)/,
    );
    expect(text).not.toContain(SECRET);
    expect(lines.at(-1)).toBe('');
  });

  it('asks for a format that there is', async () => {
    expect(await ofHome('export')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--format is required'),
    });
    expect(await ofHome('export', '--format', 'xml')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Use jsonl, csv, markdown or html'),
    });
    expect(await ofHome('export', '--format', 'csv', '--out', '/no/such/folder/x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('error[FILE_UNWRITABLE]'),
    });
  });
});

describe('audit report', () => {
  it('tells of tools, hints, people and AI in Markdown that is only text', async () => {
    const { code, out } = await ofHome('export', '--format', 'markdown');
    expect(code).toBe(0);
    for (const title of [
      'Time',
      'Decisions',
      'States of calls',
      'Tools',
      'Hints of called tools',
      'Approvers',
      'Use of AI',
      'Unknown results',
    ])
      expect(out).toContain(`\n## ${title}\n`);
    expect(out).toMatch(/^\| `office\/read` \| 2 \| 2 \| 0 \| 0 \| 2 \|/m);
    expect(out).toMatch(/^\| `readOnly` \| 3 \| /m);
    expect(out).toMatch(/^\| `local` \| 2 \| 1 \| 1 \| 50\.0 % \| /m);
    // what a server wrote stands in code, in which nothing is markup
    const evil = out.split('\n').find((line) => line.includes('evil.example')) ?? '';
    expect(evil).toMatch(/^\| `office\/think` \| `` =cmd⟦U\+007C⟧.*⟦U\+202E⟧<script>.*` `` \| 1 \|$/);
    expect(out).not.toMatch(UNSEEN);
  });

  it('is one page that loads and runs nothing', async () => {
    const { code, out } = await ofHome('export', '--format', 'html');
    expect(code).toBe(0);
    expect(out).toContain("default-src 'none'");
    expect(out).not.toMatch(/<script|<img|<link|<a |javascript:|\son\w+=/i);
    expect(out).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(out).not.toMatch(UNSEEN);
    const tags = new Set([...out.matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, name]) => name));
    expect([...tags].toSorted()).toEqual(
      [
        '!doctype',
        'bdi',
        'body',
        'h1',
        'h2',
        'head',
        'html',
        'meta',
        'p',
        'section',
        'style',
        'table',
        'tbody',
        'td',
        'th',
        'thead',
        'title',
        'tr',
      ].toSorted(),
    );
  });

  it('tells of a time only', async () => {
    expect((await ofHome('export', '--format', 'markdown', '--until', '2001-01-01')).out).toContain(
      '| – | – | 0 | 0 |',
    );
    expect((await ofHome('export', '--format', 'markdown', '--since', '2001-01-01T00:00:00Z')).out).toMatch(
      /^\| `office\/read` \| 2 \|/m,
    );
    for (const wrong of ['2026-02-30', 'yesterday', '2026-01-01T00:00:00', '12'])
      expect(await ofHome('export', '--format', 'markdown', '--since', wrong)).toMatchObject({
        code: 1,
        err: expect.stringContaining('is not a valid time'),
      });
    expect(await ofHome('export', '--format', 'pdf')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Use jsonl, csv, markdown or html'),
    });
  });
});

describe('audit search', () => {
  const found = async (...args: string[]): Promise<{ id: string; tool: string; state: string }[]> => {
    const { code, out } = await ofHome('--json', ...args);
    expect(code).toBe(0);
    return out
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };

  it('finds calls by everything they can be looked for by, the newest first', async () => {
    expect((await found()).map(({ tool: name }) => name)).toEqual(['send', 'send', 'think', 'read', 'read']);
    expect((await found('--state', 'approved,denied')).map(({ state }) => state)).toEqual([
      'refused',
      'approved',
    ]);
    expect((await found('--text', 'SEN', '--outcome', 'confirm')).length).toBe(2);
    expect((await found('--text', held))[0]?.id).toBe(held);
    expect((await found('--ai')).map(({ tool: name }) => name)).toEqual(['think']);
    expect((await found('--no-ai', '--server', 'office', '--tool', 'read')).length).toBe(2);
    expect(await found('--until', '2020-01-01')).toEqual([]);
    expect((await found('--principal', EVIL)).length).toBe(1);
  });

  it('shows a call a line, safe to look at, and says that there may be more', async () => {
    const { code, out, err } = await ofHome('--limit', '3');
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(3);
    expect(out).toMatch(/denied +confirm +office\/send +local +by /);
    expect(out).not.toMatch(UNSEEN);
    expect(err).toContain('there may be more');
  });

  it('refuses what is no state, no outcome and no number', async () => {
    for (const wrong of [
      ['--state', 'gone'],
      ['--outcome', 'maybe'],
      ['--limit', '0'],
      ['--since', 'now'],
    ])
      expect(await ofHome(...wrong)).toMatchObject({
        code: 1,
        err: expect.stringContaining('error[OPTION_VALUE]'),
      });
  });
});

describe('audit proof', () => {
  it('gives a proof that is checked without the record', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'callgate-proof-')), 'proof.json');
    expect(await ofHome('verify', '--proof', '3', '--out', file)).toMatchObject({ code: 0, out: '' });
    const key = join(HOME, 'callgate.key.pub');
    const checked = await audit('verify', file, '--key', key, '--anchor', join(HOME, 'callgate.anchors'));
    expect(checked.code).toBe(0);
    expect(checked.out).toMatch(/Proof valid\n.*: signed by key [0-9a-f]{16}\n {2}An anchor confirms/);
    expect(checked.out).not.toMatch(UNSEEN);
    const alone = await audit('verify', file, '--json');
    expect(JSON.parse(alone.out)).toMatchObject({ ok: true, signed: null, anchored: false, row: { seq: 3 } });
    writeFileSync(file, readFileSync(file, 'utf8').replace('local', 'mayor'));
    const forged = await audit('verify', file, '--key', key);
    expect(forged).toMatchObject({ code: 1, out: expect.stringContaining('Proof invalid') });
  });

  it('says which rows there are none for', async () => {
    for (const [row, code] of [
      ['99999', 'ROW_UNKNOWN'],
      ['x', 'ARGUMENT_VALUE'],
    ] as const)
      expect(await ofHome('verify', '--proof', row)).toMatchObject({
        code: 1,
        err: expect.stringContaining(`error[${code}]`),
      });
  });
});

describe('audit --export', () => {
  it('writes what the ending of the file says, as the earlier name did', async () => {
    const file = join(HOME, 'rows.jsonl');
    expect(await ofHome('--export', file)).toMatchObject({ code: 0, out: '', err: '' });
    const earlier = await ofHome('export', '--format', 'jsonl');
    expect(readFileSync(file, 'utf8')).toBe(earlier.out);
    expect(earlier.err).toContain('callgate audit export is now callgate audit --export FILE');
    expect((await ofHome('--export', '-', '--format', 'markdown')).out).toBe((await ofHome('report')).out);
  });

  it('stands with no list', async () => {
    expect(await ofHome('--export', '-', '--format', 'csv', '--entries')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--entries'),
    });
    expect(await ofHome('--format', 'csv')).toMatchObject({ code: 1 });
  });
});

describe('report', () => {
  const report = (...args: string[]): Promise<CommandResult> => runCallgate(['report', '--db', DB, ...args]);

  it('tells of the week in text, Markdown, HTML and JSON', async () => {
    const [text, markdown, html, json] = await Promise.all(
      [[], ['--markdown'], ['--html'], ['--json']].map((args) => report(...args)),
    );
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text?.out).toMatch(
      /^Callgate report, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\n5 calls: 3 ran automatically, 2 needed approval, 0 blocked\n/,
    );
    expect(text?.out).toMatch(/office\/send +2/);
    expect(markdown?.out).toContain('## What you always approve');
    expect(html?.out).toContain('<h2>What asked</h2>');
    const parsed: JsonObject = JSON.parse(json?.out ?? '');
    expect(parsed).toMatchObject({
      decided: { calls: 5, auto: 3, confirm: 2, block: 0 },
      asked: { calls: 2, approved: 1, denied: 1 },
      unused: { tools: null, rules: null, grants: [] },
    });
    for (const { out } of [text, markdown, html, json].flatMap((each) => each ?? [])) {
      expect(out).not.toMatch(UNSEEN);
      expect(out).not.toContain(SECRET);
      expect(out).not.toContain('<script>');
    }
  });

  it('takes days, times and one form', async () => {
    expect((await report('--since', '0d')).out).toContain('0 calls');
    expect(await report('--since', 'monday')).toMatchObject({ code: 1 });
    expect(await report('--json', '--html')).toMatchObject({ code: 1 });
  });
});

describe('audit export of some', () => {
  it('has the rows of the calls that fit, or of a time', async () => {
    const { out } = await ofHome('export', '--format', 'jsonl', '--tool', 'send');
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBe(6);
    expect(lines.every((line) => line.includes('"tool_name":"office/send"'))).toBe(true);
    expect((await ofHome('export', '--format', 'jsonl', '--until', '2020-01-01')).out).toBe('');
  });
});

describe('audit report of what people were asked', () => {
  it('has days, rules and questions in sessions', async () => {
    const { out } = await ofHome('export', '--format', 'markdown');
    expect(out).toMatch(/## Decisions by day\n\n.*\n.*\n\| \d{4}-\d\d-\d\d \| 5 \| 3 \| 2 \| 0 \|/);
    expect(out).toMatch(/## Rules that held or blocked calls\n\n.*\n.*\n\| `[a-z-]+` \| confirm \| 2 \|/);
    expect(out).toContain('2 questions in ');
  });
});
