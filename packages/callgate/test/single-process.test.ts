import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { GatewayFolder, CallgateSession } from './gateway-folder.ts';

const MAIN = JSON.stringify(new URL('../src/main.ts', import.meta.url).href);
const PROGRAM = `const { main } = await import(${MAIN}); await main(process.argv.slice(1));`;

const coverage = z.object({ result: z.array(z.object({ url: z.string() })) });

/** Callgate from its sources, and all modules that it has loaded when it is over. */
const start = (
  place: GatewayFolder,
  args: readonly string[],
): { session: CallgateSession; loaded(): readonly string[] } => {
  const folder = join(place.folder, 'coverage');
  mkdirSync(folder);
  const session = new CallgateSession(
    spawn(
      process.execPath,
      ['--conditions=@callgate/source', '--no-warnings', '--input-type=module', '-e', PROGRAM, '--', ...args],
      {
        cwd: place.folder,
        env: { PATH: process.env['PATH'] ?? '', CALLGATE_HOME: place.home, NODE_V8_COVERAGE: folder },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    ),
  );
  onTestFinished(() => session.kill());
  return {
    session,
    loaded: () =>
      readdirSync(folder).flatMap((name) =>
        coverage.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).result.map(({ url }) => url),
      ),
  };
};

const ofCluster = (url: string): boolean => /packages\/cluster\/|node_modules\/postgres\//.test(url);

const ofLibrary = (url: string): boolean => /packages\/adapters\/|callgate\/src\/library\//.test(url);

it('a call on a file loads nothing of the cluster, nor of the library for programs', async () => {
  const place = new GatewayFolder();
  const { session, loaded } = start(place, ['run', '--trust', 'owned', '--', ...place.server]);
  await session.hello();
  expect(await session.call('look', { to: 'x' })).toContain('look');
  session.end();
  expect(await session.ended).toBe(0);
  expect(loaded().some((url) => url.endsWith('gate/src/store/sqlite/open-store.ts'))).toBe(true);
  expect(loaded().filter(ofCluster)).toEqual([]);
  expect(loaded().filter(ofLibrary)).toEqual([]);
});

it('a gateway for many clients on a file loads nothing of the cluster', async () => {
  const place = new GatewayFolder();
  const servers = { one: { ...place.entry, trust: 'owned' } };
  const config = place.write('c.yaml', JSON.stringify({ servers, http: { port: 0 }, console: { port: 0 } }));
  const { session, loaded } = start(place, ['up', '-c', config]);
  await session.said(/\/mcp/);
  // said last
  await session.said(/Sign in with callgate console/);
  session.signal('SIGTERM');
  expect(await session.ended).toBe(0);
  expect(loaded().some((url) => url.endsWith('http/serve-http.ts'))).toBe(true);
  expect(loaded().filter(ofCluster)).toEqual([]);
});

it('a store in a database loads it', async () => {
  const place = new GatewayFolder();
  const { session, loaded } = start(place, [
    'audit',
    '--entries',
    '--db',
    'postgres://nobody@127.0.0.1:1/none',
  ]);
  session.end();
  expect(await session.ended).not.toBe(0);
  expect(loaded().some(ofCluster)).toBe(true);
});
