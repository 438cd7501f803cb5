import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ProtectedServer } from '../../gateway/test/login/protected-server.ts';
import { startProtectedServer, visit } from '../../gateway/test/login/protected-server.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { BIN, ensureBuilt } from './fixtures/run-callgate.ts';
import { environment, newHome } from './layouts/init-layout.ts';

beforeAll(ensureBuilt);

const SOON = { timeout: 60_000, interval: 200 };

interface Place {
  readonly folder: string;
  readonly server: ProtectedServer;
  /** All that any command printed, and all that a gateway logged. */
  readonly printed: string[];
  env: Record<string, string>;
}

const openPlace = async (config: (url: string) => JsonObject | null): Promise<Place> => {
  const server = await startProtectedServer();
  onTestFinished(() => server.close());
  const folder = newHome();
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
  const written = config(server.url);
  if (written !== null)
    writeFileSync(join(folder, 'home', 'callgate.yaml'), JSON.stringify(written), { mode: 0o600 });
  return { folder, server, printed: [], env: { ...environment(folder), CALLGATE_KEYRING: 'none' } };
};

const start = ({ folder, env, printed }: Place, words: readonly string[]): ChildProcessWithoutNullStreams => {
  const child = spawn(process.execPath, [BIN, ...words], { cwd: folder, env });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void printed.push(text));
  return child;
};

const run = (
  place: Place,
  words: readonly string[],
  onError = (_: string): void => {},
): Promise<CommandResult> =>
  new Promise((resolve) => {
    const child = start(place, words);
    let out = '';
    let err = '';
    child.stdout.on('data', (text: string) => (out += text));
    child.stderr.on('data', (text: string) => onError((err += text)));
    child.stdin.end();
    child.once('close', (code) => resolve({ code: code ?? -1, out, err }));
  });

/** `callgate login` with a browser that agrees at once. */
const login = async (place: Place, words: readonly string[]): Promise<CommandResult> => {
  let page: Promise<Response> | undefined;
  const result = await run(place, ['login', '--no-browser', ...words], (err) => {
    const [, url] = /^ {2}(http\S+)$/m.exec(err) ?? [];
    if (url !== undefined) page ??= visit(url);
  });
  expect((await page)?.status).toBe(200);
  return result;
};

/** A gateway over standard input and output, and an agent that asks it. */
const openAgent = (place: Place, words: readonly string[]) => {
  const child = start(place, words);
  const closed = new Promise((resolve) => {
    child.once('close', resolve);
  });
  onTestFinished(async () => {
    child.stdin.end();
    await closed;
  });
  let out = '';
  let id = 0;
  child.stdout.on('data', (text: string) => (out += text));
  const request = async (method: string, params: JsonObject = {}): Promise<string> => {
    const own = (id += 1);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params })}\n`);
    const find = (): string | undefined => out.split('\n').find((line) => line.includes(`"id":${own},`));
    await expect.poll(find, SOON).toBeDefined();
    return find() ?? '';
  };
  return {
    request,
    greet: () =>
      request('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      }),
    call: (name: string, args: JsonObject = {}) => request('tools/call', { name, arguments: args }),
  };
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** No byte of a token is anywhere but in the encrypted file. */
const expectNoTokens = ({ folder, server, printed }: Place): void => {
  const texts = [...filesIn(folder).map((path) => readFileSync(path, 'latin1')), ...printed];
  expect(server.issued.length).toBeGreaterThan(0);
  for (const token of server.issued)
    for (const text of texts)
      for (const spelling of [token, Buffer.from(token).toString('base64').slice(0, -4)])
        expect(text.includes(spelling)).toBe(false);
};

describe('callgate login', () => {
  it('signs in to a server behind up, which uses it without a restart, and signs out again', async () => {
    const place = await openPlace((url) => ({
      servers: {
        notes: { url, trust: 'trusted' },
        other: { command: process.execPath, args: ['-e', ''] },
      },
      console: false,
    }));
    const { server } = place;
    const agent = openAgent(place, ['up', '--stdio', '-c', join(place.folder, 'home', 'callgate.yaml')]);
    await agent.greet();
    expect(await agent.request('tools/list')).toContain(
      'requires sign-in (401); its tools are missing from the list. Tell the user. Sign in again: `callgate login notes`.',
    );
    const status = await run(place, ['status']);
    expect(status.out).toMatch(
      /notes {2}Server requires sign-in \(401\).*Sign in again: `callgate login notes`/,
    );
    expect((await run(place, ['login'])).out).toBe('notes  Needs sign-in: callgate login notes\n');

    const signed = await login(place, ['notes']);
    expect(signed).toMatchObject({ code: 0 });
    expect(signed.out).toMatch(/^Signed in to notes\. The token expires in 59 minutes and renews itself\./);
    expect(signed.out).toContain('their key is a file that only you can read');
    await expect.poll(() => agent.request('tools/list'), SOON).toContain('notes__look');
    expect(await agent.call('notes__look')).toContain('a note');
    expect(await agent.call('notes__look', { echo: 'token' })).toContain('[a secret of this server]');
    const listed = await run(place, ['login']);
    expect(listed.out).toMatch(/^notes {2}The token expires in 59 minutes and renews itself\n$/);
    const json = JSON.parse((await run(place, ['login', '--json'])).out) as unknown;
    expect(json).toEqual([
      {
        server: 'notes',
        state: 'signed-in',
        issuer: server.issuer,
        scope: 'notes.read',
        expiresAt: expect.any(Number),
        renews: true,
      },
    ]);

    const forgotten = await run(place, ['login', 'notes', '--forget']);
    expect(forgotten.out).toBe(
      'Removed the sign-in to notes. The authorization server revoked its tokens.\n',
    );
    expect(await agent.call('notes__look')).toContain('callgate login notes');
    expect(await run(place, ['login', 'notes', '--forget'])).toMatchObject({ code: 1 });
    await run(place, ['audit', '--json']);
    expectNoTokens(place);
  });

  it('signs in to the URL of run, and renews a token that ends while it runs', async () => {
    const place = await openPlace(() => null);
    const { server } = place;
    server.expiresIn = 4;
    const signed = await login(place, [server.url, '--json']);
    expect(signed).toMatchObject({ code: 0 });
    expect(JSON.parse(signed.out)).toMatchObject({ server: server.url, renews: true });
    const agent = openAgent(place, ['run', '--url', server.url, '--trust', 'trusted']);
    await agent.greet();
    await expect.poll(() => agent.request('tools/list'), SOON).toContain('look');
    await expect
      .poll(async () => {
        expect(await agent.call('look')).toContain('a note');
        return server.exchanges.length;
      }, SOON)
      .toBeGreaterThan(2);
    server.revokeAll();
    await expect.poll(() => agent.call('look'), SOON).toContain(`callgate login ${server.url}`);
    expectNoTokens(place);
  });

  it('says what is wrong, and signs in nowhere then', async () => {
    const place = await openPlace((url) => ({
      servers: {
        notes: { url },
        plain: { url: 'http://notes.example/mcp' },
        header: { url: 'https://notes.example/mcp', headers: { Authorization: { from: 'HEADER' } } },
      },
    }));
    place.env['HEADER'] = 'Bearer abcdefghijklmnop';
    const fails = async (...words: string[]): Promise<string> => {
      const { code, err } = await run(place, ['login', ...words]);
      expect(code).toBe(1);
      return err;
    };
    expect(await fails('nobody')).toMatch(/LOGIN_SERVER.*\n.*notes, plain, header/);
    expect(await fails('plain')).toContain('LOGIN_PLAIN_HTTP');
    expect(await fails('header')).toContain('LOGIN_SERVER');
    expect(await fails('notes', '--port', 'x')).toContain('--port');
    expect(await fails('--forget')).toContain('ARGUMENT_MISSING');
    const { out } = await run(place, ['login']);
    expect(out.split('\n')).toEqual([
      'notes   Not signed in',
      'plain   Plain HTTP, no sign-in',
      'header  Has an Authorization header',
      '',
    ]);
    expect(place.server.registrations).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'keeps the key in the keyring, and never in arguments',
    async () => {
      const place = await openPlace((url) => ({ servers: { notes: { url } } }));
      const bin = join(place.folder, 'bin');
      mkdirSync(bin);
      const kept = join(place.folder, 'kept');
      const seen = join(place.folder, 'seen');
      writeFileSync(
        join(bin, 'secret-tool'),
        `#!/bin/sh\necho "$@" >> '${seen}'\nif [ "$1" = store ]; then cat > '${kept}'; else cat '${kept}'; fi\n`,
      );
      chmodSync(join(bin, 'secret-tool'), 0o755);
      place.env = { ...environment(place.folder), PATH: `${bin}:${process.env['PATH'] ?? ''}` };
      expect((await login(place, ['notes'])).out).toContain('their key is in the keyring of this system');
      expect(readdirSync(join(place.folder, 'home'))).not.toContain('logins.key');
      const secret = readFileSync(kept, 'utf8');
      expect(secret).toMatch(/^[\w-]{128}$/);
      expect(readFileSync(seen, 'utf8')).not.toContain(secret);
      expect((await run(place, ['login'])).out).toContain('renews itself');
      // a keyring that is locked tells nobody anything
      writeFileSync(join(bin, 'secret-tool'), '#!/bin/sh\nexit 1\n');
      expect((await run(place, ['login'])).out).toContain('Cannot be read. Sign in again');
      expect((await run(place, ['login', 'notes', '--forget'])).code).toBe(0);
      expectNoTokens(place);
    },
  );
});
