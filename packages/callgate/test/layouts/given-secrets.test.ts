import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { readAnswer } from './read-answer.ts';
import { openHttpLayout } from './http-layout.ts';
import type { InitLayout } from './init-layout.ts';
import { openInitLayout } from './init-layout.ts';
import type { Layout, LayoutServer } from './layout.ts';

beforeAll(ensureBuilt);

const HIDDEN = '[a secret of this server]';
const TOKEN = 'ghp_aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY';
const OTHER_TOKEN = 'ghp_zY9xW7vU5tS3rQ1pO8nM6lK4jI2hG0fE';
const AWKWARD = 'pä"ss\\word\t9 &<x>';
const SHORT = 'secretsecret9';

const server = (args: readonly string[], text: string): LayoutServer => ({
  alias: 'notes',
  trust: 'trusted',
  tools: [
    {
      name: 'read_note',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
  ],
  args,
  texts: { read_note: text },
});

/** How it is given, and what of it must not be told. */
const GIVEN: readonly (readonly [words: readonly string[], secret: string])[] = [
  [['-e', `GITHUB_PERSONAL_ACCESS_TOKEN=${TOKEN}`], TOKEN],
  [[`--env=GITHUB_TOKEN=${OTHER_TOKEN}`], OTHER_TOKEN],
  [['--header', 'Authorization: Bearer correct-horse-1'], 'correct-horse-1'],
  [['--header', 'X-Api-Key: correct-horse-2'], 'correct-horse-2'],
  [['API_KEY=correct-horse-3'], 'correct-horse-3'],
  [['--headers', '{"Authorization":"Bearer correct-horse-4"}'], 'correct-horse-4'],
  [['--connection', 'Server=db;User Id=sa;Password=correct-horse-5;'], 'correct-horse-5'],
  [['--password', '4829130071'], '4829130071'],
  [['--password', '/hunter2hunter2'], '/hunter2hunter2'],
];
const HARMLESS: readonly (readonly string[])[] = [
  ['-e', 'LOG_LEVEL=verbose-and-long'],
  ['--header', 'Accept: application/json'],
  ['--connection', 'Server=database;Database=production'],
  ['--key', '/etc/tls/server.pem'],
  ['--max-tokens', '10000000'],
];
const harmlessText = 'verbose-and-long application/json database production /etc/tls/server.pem 10000000';

const bytes = (text: string, spell: (byte: number) => string): string =>
  [...Buffer.from(text)].map((byte) => spell(byte)).join('');
const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  ä: '&auml;',
};

const SPELLED: readonly string[] = [
  JSON.stringify(AWKWARD),
  JSON.stringify(JSON.stringify(AWKWARD)),
  AWKWARD.replaceAll(/[&<>"ä]/g, (character) => HTML[character] ?? ''),
  [...AWKWARD].map((character) => `&#0000${character.charCodeAt(0)};`).join(''),
  `https://x.test/?${new URLSearchParams({ p: AWKWARD }).toString()}`,
  `https://x.test/${encodeURIComponent(AWKWARD)}`,
  bytes(AWKWARD, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  AWKWARD.replaceAll(/[^\w\t]/g, (character) => `\\${character}`),
  Buffer.from(SHORT)
    .toString('base64')
    .replaceAll(/.{8}/g, (line) => `${line}\n`),
];

const OPEN: Readonly<Record<string, (server: LayoutServer) => Promise<Layout>>> = {
  init: (each) => openInitLayout({ servers: [each] }),
  http: (each) => openHttpLayout({ servers: [each] }),
};

const databaseOf = (home: string): string =>
  ['callgate.db', 'callgate.db-wal'].map((name) => readFileSync(join(home, name), 'latin1')).join('');

describe.each(Object.entries(OPEN))('in the layout %s', (_, open) => {
  it('hides a secret however a server was given it, and not what is none', async () => {
    const lines = GIVEN.map(([, secret]) => `401 for ${secret} end`);
    const layout = await open(
      server([...GIVEN.flatMap(([words]) => words), ...HARMLESS.flat()], [...lines, harmlessText].join('\n')),
    );
    const { text, ran } = await layout.call('notes', 'read_note', {});
    expect(ran).toBe(true);
    expect(text.split('\n')).toEqual([...lines.map(() => `401 for ${HIDDEN} end`), harmlessText]);
    const database = databaseOf(layout.home);
    for (const [, secret] of GIVEN) expect(database).not.toContain(secret);
  });

  it('hides a secret of digits where a server tells it as a number, and leaves other numbers', async () => {
    const pin = 4_829_130_071;
    const notes = server(['--password', String(pin)], '');
    const told = { pin, pins: [pin, 1], year: 20_261_117 };
    const result = { content: [{ type: 'text', text: 'see' }], structuredContent: told };
    const layout = await open({ ...notes, says: { toolResults: { read_note: result } } });
    expect(await layout.call('notes', 'read_note', {})).toMatchObject({ ran: true, isError: false });
    const database = databaseOf(layout.home);
    expect(database).not.toContain(String(pin));
    expect(database).toContain('20261117');
  });

  it('hides a secret in the escapes of every language, and leaves other escapes as they are', async () => {
    const plain = String.raw`<p>Fish &amp; chips &lt;9&gt;</p> "C:\\new\\table" a+b%20c \303\244 \d`;
    const layout = await open(
      server(['--password', AWKWARD, '--api-key', SHORT], `${plain}\n\n${SPELLED.join('\n\n')}`),
    );
    const { text, ran } = await layout.call('notes', 'read_note', {});
    expect(ran).toBe(true);
    const [first, ...others] = text.split('\n\n');
    expect(first).toBe(plain);
    expect(others).toHaveLength(SPELLED.length);
    for (const [place, shown] of others.entries()) {
      expect(shown).toContain(HIDDEN);
      expect(shown.length, SPELLED[place]).toBeLessThanOrEqual(HIDDEN.length + 'https://x.test/?p='.length);
    }
  });
});

/** A server with these variables in the client's own file. */
const answerWith = async (layout: InitLayout, env: Readonly<Record<string, string>>): Promise<string> => {
  const file = JSON.parse(readFileSync(layout.file, 'utf8')) as {
    readonly mcpServers: { readonly notes: Readonly<Record<string, unknown>> };
  };
  const notes = { ...file.mcpServers.notes, env };
  writeFileSync(layout.file, JSON.stringify({ mcpServers: { notes } }));
  return readAnswer(await layout.startHost().call('notes', 'read_note', {})).text;
};

describe('in the environment of a server', () => {
  it('a secret inside a value is hidden, and the rest of the value is not', async () => {
    const layout = await openInitLayout({
      servers: [
        server([], 'ntn_correcthorse77battery correct-horse-77 correct-horse-78 eu-central-1 database'),
      ],
    });
    const env = {
      OPENAPI_MCP_HEADERS: '{"Authorization":"Bearer ntn_correcthorse77battery","Region":"eu-central-1"}',
      AZURE_SQL_CONNECTION: 'Server=database;User=sa;Password=correct-horse-77;',
      DATABASE_URL: 'postgres://u:correct-horse-78@h/db',
    };
    expect(await answerWith(layout, env)).toBe(`${HIDDEN} ${HIDDEN} ${HIDDEN} eu-central-1 database`);
  });
});

describe('what a server writes before it ends', () => {
  it('brings no secret into status, alerts, log and database', async () => {
    const words = ['--header', `Authorization: Bearer ${TOKEN}`, '--password', AWKWARD];
    const last = `cannot log in to production with ${JSON.stringify(AWKWARD)} or ${TOKEN}`;
    const layout = await openInitLayout({ servers: [{ ...server(words, 'x'), says: { lastWords: last } }] });
    for (let attempt = 0; attempt < 3; attempt += 1) await layout.host.call('notes', 'read_note', {});
    const { out } = await layout.callgate('status');
    for (const told of [out, layout.host.err]) {
      expect(told).toContain('cannot log in to production with');
      expect(told).toContain(HIDDEN);
    }
    for (const told of [out, layout.host.err, databaseOf(layout.home)]) {
      expect(told).not.toContain(TOKEN);
      expect(told).not.toContain('word\\t9');
      expect(told).not.toContain('<x>');
    }
  });
});
