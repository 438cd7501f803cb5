import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manyLives, readerOf } from '../../test/record-memory.ts';
import {
  type CheckpointAnchor,
  anchorAll,
  formatAnchorLine,
  commandAnchor,
  fileAnchor,
  parseAnchorLine,
  webhookAnchor,
  getSignedWebhookBytes,
} from '../record/checkpoint-anchor.ts';
import { verifyCheckpoint } from '../record/checkpoint.ts';
import { memoryKeys } from '../record/memory-keys.ts';
import { isSignedBy } from '../record/public-key.ts';
import { compareWithAnchor, parseAnchors, readAnchorFile, findRememberedCheckpoint } from './anchor-file.ts';

const life = manyLives(40, 10);
const { keys } = life;
const [one, two, three] = life.recorded.checkpoints;
if (one === undefined || two === undefined || three === undefined)
  throw new Error('there are three checkpoints');
const folder = mkdtempSync(join(tmpdir(), 'callgate-anchor-'));
let files = 0;
const path = (): string => join(folder, `anchor-${(files += 1)}`);
const read = async (
  reader: Pick<ReturnType<typeof readerOf>, 'head' | 'rows'>,
  size: number,
): Promise<readonly Uint8Array[]> => (await reader.rows(size, 1)).map(({ hash }) => hash);

describe('an anchored checkpoint', () => {
  it('is one line that gives it back whole', () => {
    const line = formatAnchorLine(one);
    expect(line).not.toContain('\n');
    const back = parseAnchorLine(line);
    expect(back.size).toBe(one.size);
    expect(Buffer.from(back.bytes)).toEqual(Buffer.from(one.bytes));
    expect(verifyCheckpoint(keys.publicKey, back).ok).toBe(true);
  });

  it.each([
    '',
    '{}',
    '[]',
    '1',
    '{"checkpoint":{},"signature":""}',
    '{"checkpoint":1,"signature":"x"}',
    '{"signature":"x","a":1}',
  ])('is not read from %s', (line) => {
    expect(() => parseAnchorLine(line)).toThrow(expect.objectContaining({ code: 'ANCHOR' }));
  });
});

describe('an anchor file', () => {
  it('gets one line for each, and is for its owner alone', async () => {
    const file = path();
    const anchor = fileAnchor(file);
    await anchor.put(one);
    await anchor.put(two);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { checkpoints, unreadable } = await readAnchorFile(file);
    expect(checkpoints.map(({ size }) => size)).toEqual([one.size, two.size]);
    expect(unreadable).toEqual([]);
  });

  it('goes on after a line that was torn', async () => {
    const file = path();
    const anchor = fileAnchor(file);
    await anchor.put(one);
    appendFileSync(file, formatAnchorLine(two).slice(0, 50));
    expect(await readAnchorFile(file)).toMatchObject({ checkpoints: [{ size: one.size }], unreadable: [] });
    await anchor.put(three);
    const { checkpoints, unreadable } = await readAnchorFile(file);
    expect(checkpoints.map(({ size }) => size)).toEqual([one.size, three.size]);
    expect(unreadable).toEqual([2]);
  });

  it('loses no line when several write at once', async () => {
    const file = path();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => fileAnchor(file).put(index % 2 === 0 ? one : two)),
    );
    const { checkpoints, unreadable } = await readAnchorFile(file);
    expect([checkpoints.length, unreadable]).toEqual([30, []]);
  });

  it('may lack its last line end', () => {
    expect(parseAnchors(`${formatAnchorLine(one)}\n\n${formatAnchorLine(two)}`)).toMatchObject({
      checkpoints: [{ size: one.size }, { size: two.size }],
      unreadable: [],
    });
  });

  it('that is not there is said to be missing', async () => {
    await expect(readAnchorFile(path())).rejects.toMatchObject({ code: 'ANCHOR' });
  });
});

describe('an anchor command', () => {
  it('gets the line on its standard input, without a shell', async () => {
    const file = path();
    const program = "require('fs').writeFileSync(process.argv[1], require('fs').readFileSync(0))";
    await commandAnchor([process.execPath, '-e', program, `${file} $(touch x)`]).put(one);
    expect(readFileSync(`${file} $(touch x)`, 'utf8')).toBe(`${formatAnchorLine(one)}\n`);
  });

  it.each([
    ['ended with 3', [process.execPath, '-e', 'process.exit(3)']],
    ['cannot be started', [join(folder, 'no-such-program')]],
  ])('that fails says so: %s', async (what, command) => {
    await expect(commandAnchor(command).put(one)).rejects.toMatchObject({
      code: 'ANCHOR_FAILED',
      message: expect.stringContaining(what),
    });
  });

  it('names a program', () => {
    expect(() => commandAnchor([])).toThrow(expect.objectContaining({ code: 'ANCHOR_COMMAND' }));
  });

  it('that does not end is stopped', async () => {
    const anchor = commandAnchor([process.execPath, '-e', 'setInterval(() => {}, 1000)'], 300);
    await expect(anchor.put(one)).rejects.toMatchObject({
      message: expect.stringContaining('took too long'),
    });
  });
});

/** A server that notes what it is sent and answers with `status`. */
const listening = async (
  status: number,
): Promise<{ url: string; got: { headers: IncomingHttpHeaders; body: string }[]; stop: () => void }> => {
  const got: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it listens');
  return { url: `http://127.0.0.1:${address.port}/x?token=t`, got, stop: () => void server.close() };
};

describe('an anchor webhook', () => {
  it('posts the line, signed with its time', async () => {
    const server = await listening(204);
    await webhookAnchor({ url: server.url, keys, now: () => 42_000 }).put(one);
    server.stop();
    const [{ headers, body } = { headers: {}, body: '' }] = server.got;
    expect(body).toBe(formatAnchorLine(one));
    const signature = /^t=42000,key=([0-9a-f]{16}),ed25519=([\w-]+)$/.exec(
      String(headers['callgate-signature']),
    );
    expect(signature?.[1]).toBe(keys.id);
    const raw = Buffer.from(signature?.[2] ?? '', 'base64url');
    expect(isSignedBy(keys.publicKey, getSignedWebhookBytes(42_000, body), raw)).toBe(true);
    expect(isSignedBy(keys.publicKey, getSignedWebhookBytes(43_000, body), raw)).toBe(false);
  });

  it.each([500, 302, 404])('that answers %d has failed', async (status) => {
    const server = await listening(status);
    await expect(webhookAnchor({ url: server.url, keys, now: () => 0 }).put(one)).rejects.toMatchObject({
      code: 'ANCHOR_FAILED',
      message: expect.not.stringContaining('token'),
    });
    server.stop();
  });

  it.each(['http://example.com/', 'ftp://localhost/', 'nowhere', 'file:///etc/passwd'])(
    'is not made for %s',
    (url) => {
      expect(() => webhookAnchor({ url, keys, now: () => 0 })).toThrow(
        expect.objectContaining({ code: 'ANCHOR_URL' }),
      );
    },
  );
});

describe('many anchors', () => {
  it('each get it, and one that fails is told of and stops none', async () => {
    const file = path();
    const broken: CheckpointAnchor = { name: 'broken', put: () => Promise.reject(new Error('no')) };
    const faults: string[] = [];
    await anchorAll([broken, fileAnchor(file), broken], one, ({ name }) => faults.push(name));
    expect(faults).toEqual(['broken', 'broken']);
    expect((await readAnchorFile(file)).checkpoints).toHaveLength(1);
  });
});

describe('what was remembered of a record', () => {
  const reader = readerOf(life.recorded);
  const withHashes = (recorded: typeof life.recorded): Parameters<typeof compareWithAnchor>[0] => {
    const of = readerOf(recorded);
    return { head: of.head, hashes: (size) => read(of, size) };
  };

  it('is the largest checkpoint that our key signed', async () => {
    const file = path();
    expect(await findRememberedCheckpoint(file, keys.publicKey)).toBeUndefined();
    const stranger = manyLives(80, 70, memoryKeys());
    writeFileSync(
      file,
      [two, three, one, stranger.checkpoint()].map((each) => `${formatAnchorLine(each)}\n`).join(''),
    );
    expect((await findRememberedCheckpoint(file, keys.publicKey))?.size).toBe(three.size);
  });

  it('tells growth from a copy that was put back, and from another history', async () => {
    const { seq } = await reader.head();
    expect(await compareWithAnchor(withHashes(life.recorded), one)).toEqual({
      state: 'grown',
      by: seq - one.size,
    });
    const cut = { ...life.recorded, rows: life.recorded.rows.slice(0, three.size) };
    expect(await compareWithAnchor(withHashes(cut), three)).toEqual({ state: 'same', by: 0 });
    const older = { ...life.recorded, rows: life.recorded.rows.slice(0, one.size) };
    expect(await compareWithAnchor(withHashes(older), three)).toEqual({
      state: 'rolled-back',
      missing: three.size - one.size,
    });
    const other = manyLives(60, 10, keys).recorded;
    expect(await compareWithAnchor(withHashes(other), three)).toEqual({
      state: 'rewritten',
      size: three.size,
    });
  });
});
