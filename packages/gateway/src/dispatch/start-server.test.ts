import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import type { StdioEndpoint } from './start-server.ts';
import { startServer, startServerEarly } from './start-server.ts';

const reachOf = (code: string, command = process.execPath): StdioEndpoint => ({
  kind: 'stdio',
  command,
  args: ['-e', code],
  env: {},
});

const WAITS = 'process.stdin.resume()';

it('a server that was started early is the one that is spoken to, once', () => {
  const reach = reachOf(`process.stdout.write('ready');${WAITS}`);
  const end = startServerEarly(reach);
  const first = startServer(reach).child;
  const second = startServer(reach).child;
  onTestFinished(() => {
    end();
    second.kill('SIGKILL');
  });
  expect(first.pid).toEqual(expect.any(Number));
  expect(second.pid).not.toBe(first.pid);
});

it('what it wrote before it was spoken to is read', async () => {
  const reach = reachOf(`process.stdout.write('ready');${WAITS}`);
  onTestFinished(startServerEarly(reach));
  await new Promise((done) => setTimeout(done, 300));
  const [chunk]: unknown[] = await once(startServer(reach).child.stdout, 'data');
  expect(String(chunk)).toBe('ready');
});

it('a server of another configuration is another process', () => {
  const end = startServerEarly(reachOf(WAITS));
  const other = startServer(reachOf(WAITS)).child;
  onTestFinished(() => {
    end();
    other.kill('SIGKILL');
  });
  expect(other.pid).toEqual(expect.any(Number));
});

it('a server that ended early is started again, so that its failure is seen', async () => {
  const reach = reachOf('process.exit(3)');
  startServerEarly(reach);
  await new Promise((done) => setTimeout(done, 500));
  expect(await once(startServer(reach).child, 'exit')).toEqual([3, null]);
});

it('a program that is not there is started again, so that its failure is seen', async () => {
  const reach = reachOf('', '/nowhere/server');
  startServerEarly(reach);
  await new Promise((done) => setTimeout(done, 50));
  const [error]: unknown[] = await once(startServer(reach).child, 'error');
  expect(error).toMatchObject({ code: 'ENOENT' });
});

it('is ended where nothing comes of the gateway', async () => {
  const reach = reachOf(WAITS);
  const end = startServerEarly(reach);
  const child = startServer(reach).child;
  const ended = once(child, 'exit');
  end();
  expect(await ended).toEqual([null, 'SIGKILL']);
});
