import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkEntryProof } from '@callgate/gate/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerifyJob } from '@callgate/operations/api';
import type { ApiClient } from '../api-client.ts';
import { signInClient } from '../api-client.ts';
import type { BusyConsole } from './busy-console.ts';
import { SECRET, openBusyConsole, signAuditLog } from './busy-console.ts';

let busy: BusyConsole;
let client: ApiClient;
let viewer: ApiClient;

beforeAll(async () => {
  const web = mkdtempSync(join(tmpdir(), 'callgate-no-page-'));
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>no page</title>');
  busy = await openBusyConsole({ web, roles: { local: 'operator', vera: 'viewer' } });
  client = await signInClient(busy.place);
  viewer = await signInClient(busy.place, 'vera');
});

afterAll(() => busy.place.close());

const everything = { since: 0, until: Date.now() + 86_400_000 };

const verified = async (): Promise<VerifyJob> => {
  for (;;) {
    const job = await client.read('record.verified', {});
    if (job.state !== 'running') return job;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('the record, searched', () => {
  it('gives calls that fit, the newest first, page by page', async () => {
    const first = await client.read('record.search', { filter: {}, limit: 4 });
    const rest = await client.read('record.search', { filter: {}, limit: 100, after: first.next ?? '' });
    const all = [...first.items, ...rest.items];
    expect(all.length).toBeGreaterThanOrEqual(10);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const times = all.map(({ receivedAt }) => receivedAt);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(all[0]).toMatchObject({ id: busy.held, state: 'held', outcome: 'confirm', server: 'notes' });
  });

  it.each([
    [{ states: ['held'] as const }, ['delete_note']],
    [{ tool: 'send_mail' }, ['send_mail']],
    [{ text: 'MAIL' }, ['send_mail']],
    [{ ai: true }, ['think']],
    [{ server: 'nothing' }, []],
    [{ until: 5 }, []],
  ])('finds by %j', async (filter, tools) => {
    const { items } = await viewer.read('record.search', { filter, limit: 100 });
    expect([...new Set(items.map(({ target }) => target))]).toEqual(tools);
  });

  it('refuses what is no filter', async () => {
    await expect(
      client.read('record.search', { filter: { states: ['gone' as 'held'] }, limit: 1 }),
    ).rejects.toThrow('CONSOLE_PARAMS');
    await expect(client.read('record.search', { filter: {}, limit: 1, after: 'x' })).rejects.toThrow(
      'STORE_CURSOR',
    );
  });

  it('names what occurs', async () => {
    const names = await client.read('record.names', {});
    expect(names.servers).toEqual(['notes']);
    expect(names.tools).toEqual(['delete_note', 'read_note', 'send_mail', 'think']);
    expect(names.principals).toEqual(['local']);
  });
});

describe('the story of a call', () => {
  it('has each row of it, the decision and the votes, and no secret', async () => {
    const story = await viewer.read('record.story', { call: busy.approved });
    expect(story.rows.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['held', 'vote', 'approved', 'dispatching', 'done']),
    );
    expect(story.rows.every(({ wrong }) => wrong === null)).toBe(true);
    expect(story.rows.find(({ vote }) => vote !== undefined)?.vote).toMatchObject({
      subject: 'local',
      verdict: 'approve',
      via: 'terminal',
    });
    expect(story.rows.at(-1)?.ended).toMatchObject({ attempt: 1, isError: false });
    expect(story.votes).toHaveLength(1);
    expect(story.arguments).toEqual({ id: 'old', token: { secret: expect.any(String) } });
    expect(story.decision.rules.some(({ outcome }) => outcome === 'confirm')).toBe(true);
    expect(JSON.stringify(story)).not.toContain(SECRET);
    expect(JSON.stringify(story)).not.toContain('$sealed');
  });

  it('tells why somebody refused', async () => {
    const story = await client.read('record.story', { call: busy.refused });
    expect(story.call.state).toBe('refused');
    expect(story.rows.find(({ vote }) => vote !== undefined)?.vote?.reason).toBe('nobody asked for it');
  });

  it('is refused for a call that is not there', async () => {
    await expect(client.read('record.story', { call: 'nothing' })).rejects.toThrow('404 CALL_UNKNOWN');
    await expect(client.read('record.entry', { what: '999999', proof: false })).rejects.toThrow(
      '404 ROW_UNKNOWN',
    );
  });
});

describe('what the record proves', () => {
  it('gives no proof of an entry before it was signed, and one that stands for itself after', async () => {
    // the first entry is signed when the store is opened
    expect(await client.read('record.proven', { seq: 1 })).toMatchObject({ checkpoint: { size: 1 } });
    await expect(client.read('record.proven', { seq: 3 })).rejects.toThrow('PROOF_UNSIGNED');
    await expect(client.download('record.proof', { seq: 3 })).rejects.toThrow('PROOF_UNSIGNED');
    const size = await signAuditLog(busy.place);
    expect(await client.read('record.proven', { seq: 3 })).toMatchObject({
      seq: 3,
      checkpoint: { size },
      signed: true,
      anchored: true,
    });
    // the client reads JSON as such
    const { publicKey } = busy.place.gateway.keys;
    const response = await fetchText(`/api/record.proof?q=${encodeURIComponent('{"seq":3}')}`);
    expect(checkEntryProof(response, { publicKey })).toMatchObject({
      ok: true,
      signed: true,
      row: { seq: 3 },
    });
    expect(await client.read('record.size', {})).toMatchObject({ checkpoint: { size } });
  });

  it('verifies the whole of it, once at a time, and tells what it found', async () => {
    expect((await viewer.read('record.verified', {})).state).toBe('never');
    const [one, other] = await Promise.all([
      client.change('record.verify', {}),
      viewer.change('record.verify', {}),
    ]);
    expect(one.job).toBe(other.job);
    const job = await verified();
    expect(job).toMatchObject({ state: 'done', by: 'local', found: { problemCount: 0 } });
    const { found } = job;
    expect(found?.rows).toBe(job.of);
    expect(found?.anchoredRows).toBeGreaterThan(10);
    expect(found?.signed.at(-1)?.size).toBe(found?.signedRows);
  });

  it('says which row is wrong', async () => {
    const database = new DatabaseSync(busy.place.gateway.config().store.path);
    // the first call and the alert that tools were pinned come in either order
    const rows = await busy.place.gateway.gate.desk.read.rows(1, 8);
    const seq = rows.find(({ event }) => event === 'done')?.seq ?? 0;
    const before = database.prepare('SELECT bytes FROM record WHERE seq = ?').get(seq);
    database
      .prepare(
        "UPDATE record SET bytes = CAST(replace(CAST(bytes AS TEXT), 'local', 'lacol') AS BLOB) WHERE seq = ?",
      )
      .run(seq);
    await client.change('record.verify', {});
    const { found } = await verified();
    // where that row raised labels, those are of a session that is not there
    const row: unknown = expect.objectContaining({ seq, code: 'ROW_HASH' });
    expect(found).toMatchObject({ verdict: 'broken', problems: expect.arrayContaining([row]) });
    const elsewhere = found?.problems.filter((problem) => problem.seq !== seq);
    expect(elsewhere?.filter(({ code }) => code !== 'LABEL_STORE')).toEqual([]);
    const entry = await client.read('record.entry', { what: String(seq), proof: false });
    expect(entry.problems).toMatchObject([{ seq }]);
    database.prepare('UPDATE record SET bytes = ? WHERE seq = ?').run(before?.['bytes'] ?? null, seq);
    database.close();
  });
});

const fetchText = async (path: string): Promise<string> => {
  const { get } = await import('node:http');
  return await new Promise((resolve, reject) => {
    get(
      `${busy.place.url}${path}`,
      {
        headers: {
          cookie: client.cookie,
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
          'sec-fetch-dest': 'empty',
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve(text));
      },
    ).on('error', reject);
  });
};

describe('the record, taken away', () => {
  it('is all rows as they are stored, or as a table', async () => {
    const { rows } = await client.read('record.size', {});
    const jsonl = await client.download('record.export', { format: 'jsonl', filter: {} });
    const lines = jsonl.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(rows);
    expect(lines.every((line) => /^\{(?:"disclosure":.*,)?"event_hash":"/.test(line))).toBe(true);
    expect(lines.some((line) => line.startsWith('{"disclosure":{'))).toBe(true);
    const csv = await client.download('record.export', { format: 'csv', filter: {} });
    expect(csv.split('\r\n')[0]).toContain('"seq","time","event"');
    expect(jsonl + csv).not.toContain(SECRET);
  });

  it('is only the rows of the calls that fit', async () => {
    const jsonl = await client.download('record.export', {
      format: 'jsonl',
      filter: { tool: 'send_mail' },
    });
    const lines = jsonl.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.every((line) => line.includes('"tool_name":"notes/send_mail"'))).toBe(true);
  });
});

describe('the record, counted', () => {
  it('counts outcomes over time', async () => {
    const now = Date.now();
    const slices = await client.read('record.chart', {
      since: now - 3_600_000,
      until: now + 3_600_000,
      sliceMs: 600_000,
      by: 'outcome',
    });
    const total = slices.reduce((sum, { counts }) => sum + (counts['auto'] ?? 0), 0);
    expect(total).toBeGreaterThanOrEqual(7);
  });

  it('tells how often people were asked, how long they took, why, and how often AI was used', async () => {
    const prompts = await client.read('record.prompts', everything);
    expect(prompts.prompts).toBe(3);
    const { all, people } = await client.read('record.approvals', everything);
    expect(all).toMatchObject({ votes: 2, approved: 1, hasty: 2 });
    expect(people).toMatchObject([{ subject: 'local', votes: 2, approvalRate: 0.5 }]);
    const rules = await client.read('record.rules', everything);
    expect(rules).toMatchObject({ all: true, calls: 3 });
    expect(rules.rules[0]?.outcome).toBe('confirm');
    const ai = await client.read('record.ai', everything);
    expect(ai.map(({ target, calls }) => [target, calls])).toEqual([['think', 1]]);
  });
});
