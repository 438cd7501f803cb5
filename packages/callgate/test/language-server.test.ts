import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  CodeAction,
  CompletionItem,
  Diagnostic,
  Hover,
  ProtocolConnection,
  PublishDiagnosticsParams,
  TextEdit,
} from 'vscode-languageserver/node';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver/node';
import { BIN, COMPILED_ENV, ensureBuilt, runCallgate } from './fixtures/run-callgate.ts';

const folder = mkdtempSync(join(tmpdir(), 'cg-editor-'));
const home = join(folder, 'home');

const CATALOGUE = {
  servers: [
    {
      name: 'mail',
      trust: 'trusted',
      tools: [
        { name: 'send', annotations: { readOnlyHint: false, openWorldHint: true } },
        { name: 'list', annotations: { readOnlyHint: true, openWorldHint: false } },
      ],
    },
  ],
};

type Server = ChildProcessByStdio<Writable, Readable, null>;

let server: Server;
let connection: ProtocolConnection;
const told: Map<string, readonly Diagnostic[]> = new Map();
const listeners: Set<() => void> = new Set();

const startServer = (): Server =>
  spawn(process.execPath, [BIN, 'language-server', '--stdio', '--catalogue', join(folder, 'tools.json')], {
    env: { ...process.env, ...COMPILED_ENV, CALLGATE_HOME: home },
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });

/** As an editor does it. */
const converse = async (process: Server): Promise<ProtocolConnection> => {
  const made = createProtocolConnection(
    new StreamMessageReader(process.stdout),
    new StreamMessageWriter(process.stdin),
  );
  made.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
    told.set(uri, diagnostics);
    for (const listener of listeners) listener();
  });
  made.listen();
  await made.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  await made.sendNotification('initialized', {});
  return made;
};

beforeAll(async () => {
  ensureBuilt();
  writeFileSync(join(folder, 'tools.json'), JSON.stringify(CATALOGUE));
  server = startServer();
  connection = await converse(server);
});

afterAll(async () => {
  const exit = once(server, 'exit');
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  await exit;
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  told.clear();
  listeners.clear();
});

let opened = 0;

interface Opened {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
}

/** `|` is the cursor. */
const open = async (marked: string, name = `p${(opened += 1)}.policy.yaml`): Promise<Opened> => {
  const [before = '', after = ''] = marked.split('|');
  const uri = pathToFileURL(join(folder, name)).href;
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text: before + after },
  });
  const lines = before.split('\n');
  return { uri, position: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 } };
};

/** Waits for the diagnostics of a document; the runner's own limit ends a wait for nothing. */
const diagnosticsOf = async (uri: string): Promise<readonly Diagnostic[]> => {
  const known = told.get(uri);
  if (known !== undefined) return known;
  return await new Promise((resolve) => {
    listeners.add(() => {
      const found = told.get(uri);
      if (found !== undefined) resolve(found);
    });
  });
};

const ask = <T>(method: string, { uri, position }: Opened): Promise<T> =>
  connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position });

const labels = async (place: Opened): Promise<readonly string[]> =>
  (await ask<CompletionItem[]>('completion', place)).map(({ label }) => label);

const POLICY = `extends: balanced
rules:
  - id: a
    tools: ["mail/*"]
    when: tool.mutates == yes
    then: confirm
    reason: mail is read by others
`;

describe('callgate language-server', () => {
  it('says of every kind of file what check says, at the same places', async () => {
    const files = {
      'policy.yaml': `${POLICY}  - id: b\n    thn: block\n    reason: r\n`,
      'dead.yaml': `${POLICY}  - { id: c, when: tool.readOnly == yes && tool.mutates == yes, then: block, reason: r }\n`,
      'callgate.yaml': 'servers: { a: { comand: x } }\n',
      'callgate.lock.yaml': 'version: 1\nservers: { a: { x: 1 } }\n',
      'tools.manifest.yaml': 'manifest: 1\ntools: [{ name: a, hints: { readonly: true } }]\n',
      'a.pack.yaml': 'version: 1\nreviewed: yesterday\nserver: a\ntools: {}\n',
      'policy.test.yaml':
        'policy: balanced\ncases: [{ call: a/b, hints: {}, expect: auto, rules: nothing }]\n',
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), text);
      const { uri } = await open(text, name);
      const said = await diagnosticsOf(uri);
      const options = /^(?:policy|dead)\.yaml$/.test(name) ? ['--catalogue', join(folder, 'tools.json')] : [];
      const { out, err } = await runCallgate(['check', join(folder, name), ...options]);
      const places = [...`${out}\n${err}`.matchAll(/:(\d+):(\d+): (?:error|warning)\[(\w+)\]/g)].map(
        ([, line, column, code]) => `${line}:${column} ${code}`,
      );
      expect(places.length, name).toBeGreaterThan(0);
      expect(
        said.map(({ range: { start }, code }) => `${start.line + 1}:${start.character + 1} ${code}`),
        name,
      ).toEqual(places);
    }
  });

  it('says which case of a test fails', async () => {
    const { uri } = await open(
      'policy: balanced\ncases:\n  - { call: a/b, hints: {}, expect: auto }\n',
      'failing.test.yaml',
    );
    const [failed, ...others] = await diagnosticsOf(uri);
    expect(others).toEqual([]);
    expect(failed).toMatchObject({ code: 'TEST_FAILED', range: { start: { line: 2, character: 4 } } });
    expect(failed?.message).toContain('confirm');
  });

  it('completes keys, fields, rules and the tools of the catalogue', async () => {
    expect(await labels(await open('rules:\n  - id: a\n    appr|\n'))).toEqual(['approvers']);
    expect(await labels(await open('rules:\n  - when: session.priv|\n'))).toEqual(['session.private']);
    expect(await labels(await open('rules:\n  - tools: mail/|\n'))).toEqual(['mail/send', 'mail/list']);
    expect(await labels(await open(`${POLICY}exceptions:\n  - rule: a|\n`))).toContain('a');
    writeFileSync(join(folder, 'own.yaml'), POLICY);
    expect(await labels(await open('cases:\n  - rules: [a|]\n', 'own.test.yaml'))).toContain('a');
    expect(await labels(await open('serv|', 'callgate.yaml'))).toContain('servers');
  });

  it('says what a hint means, and which tools a rule is about', async () => {
    const field = await ask<Hover>('hover', await open('rules:\n  - when: tool.read|Only == yes\n'));
    expect(field.contents).toMatchObject({
      value: expect.stringContaining('does not modify its environment'),
    });
    const rule = await ask<Hover>('hover', await open(POLICY.replace('id: a', 'id: |a')));
    expect(rule.contents).toEqual({
      kind: 'plaintext',
      value:
        'a\nmail is read by others\nCan match 1 of 2 tools. In a session that has read nothing: 0 auto, 1 confirm, 0 block.\nmail/send',
    });
  });

  it('leaves files of other programs alone', async () => {
    const texts = {
      'compose.yaml': 'services: { a: { image: b } }\n',
      'eslint.yaml': 'extends: standard\nrules: { semi: error }\n',
      'api.yaml': 'openapi: 3.0.0\nservers: [{ url: x }]\n',
    };
    for (const [name, text] of Object.entries(texts)) {
      const { uri } = await open(`${text}|`, name);
      expect(await diagnosticsOf(uri)).toEqual([]);
      expect(await labels(await open(`${text}|`, name))).toEqual([]);
    }
    const named = await open('# yaml-language-server: $schema=../x/policy.schema.json\nna|', 'any.yaml');
    expect(await labels(named)).toEqual(['name']);
  });

  it('formats, and repairs a name', async () => {
    const place = await open('extends:   balanced # why\nrules:\n- {id: a, thn: auto, reason: r|}\n');
    const [edit] = await connection.sendRequest<TextEdit[]>('textDocument/formatting', {
      textDocument: { uri: place.uri },
      options: { tabSize: 8, insertSpaces: false },
    });
    expect(edit?.newText).toBe('extends: balanced # why\nrules:\n  - { id: a, thn: auto, reason: r }\n');
    const [action] = await connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: place.uri },
      range: { start: place.position, end: place.position },
      context: { diagnostics: [] },
    });
    expect(action?.title).toBe('Change to then');
    expect(action?.edit?.changes?.[place.uri]).toEqual([
      { range: { start: { line: 2, character: 10 }, end: { line: 2, character: 13 } }, newText: 'then' },
    ]);
  });

  it.each([
    ['half a document', 'rules:\n  - id: "a\n    when: [|'],
    ['5 MB', `${'# x\n'.repeat(1_250_000)}|`],
    ['one line of 900 KB', `a: ${'x'.repeat(900_000)}|`],
    ['what nests without end', `${'['.repeat(20_000)}|`],
    ['aliases that multiply', `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b, |]\n`],
    ['bytes that are no text', 'rules: "\u0000\u{FFFD}\uD800|"\n'],
    ['a document that hides characters', 'rules:\n  - id: a\u202Eb|\n'],
    ['nothing', '|'],
  ])('lives through %s', async (_, marked) => {
    const place = await open(marked);
    await diagnosticsOf(place.uri);
    for (const method of ['completion', 'hover']) await ask(method, place);
    await connection.sendRequest('textDocument/formatting', {
      textDocument: { uri: place.uri },
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(await labels(await open('ex|'))).toContain('extends');
  });

  it('follows what is typed, and forgets what is closed', async () => {
    const { uri } = await open('extends: balanced\n');
    expect(await diagnosticsOf(uri)).toEqual([]);
    told.clear();
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [
        { range: { start: { line: 0, character: 9 }, end: { line: 0, character: 17 } }, text: 'balancd' },
      ],
    });
    expect(await diagnosticsOf(uri)).toMatchObject([{ severity: 1 }]);
    told.clear();
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    expect(await diagnosticsOf(uri)).toEqual([]);
    expect(await ask('hover', { uri, position: { line: 0, character: 0 } })).toBeNull();
  });

  it('survives messages that are none, begins nothing that was cancelled, and ends with its editor', async () => {
    const other = startServer();
    const exit = once(other, 'exit');
    const talk = await converse(other);
    const body = Buffer.from('{"jsonrpc":"2.0","id":7,"method":"shut\u0080');
    body[body.length - 1] = 0xff;
    other.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    other.stdin.write(body);
    const answered = new Promise<string>((resolve) => {
      let seen = '';
      other.stdout.on('data', (chunk: Buffer) => {
        seen += chunk.toString();
        const [found] = /\{[^{]*"id":7000.*?\}\}/s.exec(seen) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    const messages = [
      { id: 7000, method: 'textDocument/hover', params: { textDocument: { uri: 'a' }, position: {} } },
      { method: '$/cancelRequest', params: { id: 7000 } },
    ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
    other.stdin.write(messages.map((text) => `Content-Length: ${text.length}\r\n\r\n${text}`).join(''));
    expect(await answered).toContain('-32800');
    expect(await talk.sendRequest('shutdown')).toBeNull();
    other.stdin.end();
    const [code] = await exit;
    expect(code).toBe(0);
    talk.dispose();
  });
});
