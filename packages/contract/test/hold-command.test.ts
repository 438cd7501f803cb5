import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdCommand } from '../src/command/index.ts';
import { readyBackends } from './escape/ready-backends.ts';

const ready = await readyBackends();
const PARENT = join(import.meta.dirname, '../../../node_modules/.cache');

const makeRoot = (): string => {
  const root = realpathSync(mkdtempSync(join(PARENT, 'callgate-command-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'a.txt'), 'one\n');
  return root;
};

const READS = { readOnlyHint: true, openWorldHint: false };
const WRITES = { readOnlyHint: false, openWorldHint: false };

const hold = (root: string, annotations: object | undefined, script: string) =>
  holdCommand({
    definition: {
      name: 'tool',
      inputSchema: {},
      ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
    },
    command: '/bin/sh',
    args: (input) => ['-c', script, 'sh', String(input['text'] ?? '')],
    roots: [root],
    stdin: (input) => String(input['text'] ?? ''),
  });

describe.runIf(ready.length > 0)('a tool that is a command', () => {
  it('runs with its arguments and its input, and tells its output and how it ended', async () => {
    const held = await hold(makeRoot(), READS, 'cat; echo "$1"; cat a.txt; echo wrong >&2; exit 3');
    expect(held.contract).toMatchObject({ readOnly: true, closedWorld: true, place: { level: 'enforced' } });
    expect(await held.run({ text: '$(id)' })).toEqual({
      exitCode: 3,
      stdout: '$(id)$(id)\none\n',
      stderr: 'wrong\n',
      violations: [],
    });
  });

  it('that claims to read changes nothing, and one that may write changes its roots', async () => {
    const root = makeRoot();
    const script = 'echo two > a.txt; echo end';
    expect((await (await hold(root, READS, script)).run({})).stdout).toBe('end\n');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('one\n');
    const writes = await hold(root, WRITES, script);
    expect(writes.contract).toMatchObject({ readOnly: false, closedWorld: true });
    await writes.run({});
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('two\n');
  });

  it('that claims a closed world reaches nothing', async () => {
    let heard = 0;
    const server = createServer((socket) => {
      heard += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const script = `perl -MIO::Socket::INET -e 'IO::Socket::INET->new("127.0.0.1:${port}") or print "refused"'`;
    expect((await (await hold(makeRoot(), WRITES, script)).run({})).stdout).toBe('refused');
    expect(heard).toBe(0);
    // one that claims nothing is held to nothing
    const open = await hold(makeRoot(), undefined, script);
    expect(open.contract).toMatchObject({ readOnly: false, closedWorld: false });
    expect((await open.run({})).stdout).toBe('');
    expect(heard).toBe(1);
  });

  it.each([
    ['hangs', 'echo x > left.txt; sleep 60', 'cancelled'],
    ['writes without end', 'yes', 'wrote more than'],
  ])('that %s is ended, with all that it started', async (_, script, why) => {
    const root = makeRoot();
    const leaving = new AbortController();
    const running = (await hold(root, WRITES, script)).run({}, { abortSignal: leaving.signal });
    if (why === 'cancelled') {
      await expect.poll(() => existsSync(join(root, 'left.txt'))).toBe(true);
      leaving.abort();
    }
    await expect(running).rejects.toMatchObject({
      code: 'CONTRACT_COMMAND',
      message: expect.stringContaining(why),
    });
  });

  it('does not find what Callgate keeps', async () => {
    const own = makeRoot();
    writeFileSync(join(own, 'callgate.key'), 'secret');
    process.env['CALLGATE_HOME'] = own;
    onTestFinished(() => void delete process.env['CALLGATE_HOME']);
    const held = await hold(makeRoot(), READS, `cat ${own}/callgate.key; echo end`);
    expect((await held.run({})).stdout).toBe('end\n');
  });

  it('that is not there does not run', async () => {
    const held = await holdCommand({
      definition: { name: 'tool', inputSchema: {}, annotations: READS },
      command: '/nowhere/tool',
      args: () => [],
    });
    const ended = await held.run({}).then(
      ({ exitCode }) => exitCode,
      () => 'refused',
    );
    expect(ended).not.toBe(0);
  });
});
