import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/environment/clock.ts';
import { openKeys } from '../../src/record/key-file.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from './failpoints.ts';
import { checkInvariants, recordProblems } from './invariant-checker.ts';
import { oracleFrame } from './oracle-dispatcher.ts';
import { readOracleLog } from './oracle-log.ts';
import type { OracleProcess } from './oracle-process.ts';
import { spawnOracle } from './oracle-process.ts';

/** Opens a gate, lets two calls run by themselves and one be approved, and dies where it is told to. */
const LIFE = `
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import { createGate, openKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { failpointFromEnv, oracleDispatcher } from '@callgate/gate/testing';
import { presetPolicy } from '@callgate/policy';

const [folder] = process.argv.slice(1);
const failpoint = failpointFromEnv() ?? (() => {});
const keys = openKeys(folder + '/key');
const store = await openSqliteStore({ path: folder + '/callgate.db', keys });
const traced = (name, destructiveHint) => {
  const annotations = { readOnlyHint: !destructiveHint, destructiveHint, openWorldHint: false };
  const definition = { name, annotations, inputSchema: { type: 'object' } };
  return traceTool(describeTool({ server: 'office', trust: 'trusted', definition }), definition, {});
};
const tools = new Map([traced('read', false), traced('wipe', true)].map((tool) => [tool.tool.name, tool]));
const gate = await createGate({
  policy: presetPolicy('balanced'),
  store,
  keys,
  catalogue: { find: (_, __, target) => tools.get(target) },
  channels: [{
    name: 'yes',
    ask: async () => ({ verdict: 'approve', subject: 'local', via: 'callback', opened: true }),
  }],
  failpoint,
});
const dispatch = oracleDispatcher(folder + '/socket', { failpoint });
const run = (name, n) => gate.run({
  kind: 'tool', server: 'office', name, arguments: { n }, principal: LOCAL_PRINCIPAL, context: 'c' + n, authenticated: true,
}, dispatch);
const n = process.pid;
const answers = [...await Promise.all([run('read', n), run('read', n + 0.5)]), await run('wipe', n)];
process.stdout.write(answers.map(({ state, code }) => code ?? state).join(' '));
await gate.close();
await store.close();
`;

let folder = '';
let oracle: OracleProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'life-'));
  oracle = await spawnOracle({ socketPath: join(folder, 'socket'), logPath: join(folder, 'log') });
});
afterAll(async () => {
  await oracle.stop();
  rmSync(folder, { recursive: true, force: true });
});

const live = async (
  failpoint: string,
): Promise<{ readonly signal: string | null; readonly said: string }> => {
  const child = spawn(
    process.execPath,
    ['--conditions=@callgate/source', '--input-type=module', '-e', LIFE, folder],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, CALLGATE_FAILPOINT: failpoint },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { signal, said };
};

const check = async (): Promise<readonly string[]> => {
  const keys = openKeys(join(folder, 'key'));
  const store = await openSqliteStore({ path: join(folder, 'callgate.db'), keys, clock: systemClock });
  try {
    return await checkInvariants({
      log: readOracleLog(join(folder, 'log')),
      reader: store.read,
      verify: recordProblems(store.read, { keys }),
    });
  } finally {
    await store.close();
  }
};

describe('a gate that is killed', () => {
  it('leaves nothing upstream that is not in the record, wherever it dies', async () => {
    expect(await live('')).toEqual({ signal: null, said: 'done done done' });
    expect(await check()).toEqual([]);
    expect(readOracleLog(join(folder, 'log')).frames).toHaveLength(3);

    const deep = process.env['CALLGATE_DEEP'] === '1';
    const random = seededRandom(20_260_302);
    // deep: at every place there is; otherwise at some of the first twenty
    const places = deep
      ? Array.from({ length: 100 }, (_, index) => index + 1)
      : [0, 1, 2, 3].map((part) => Math.ceil((part + random()) * 5));
    let kills = 0;
    for (const place of places) {
      const { signal } = await live(`*:${place}:kill`);
      expect(await check(), `killed at ${place}`).toEqual([]);
      if (signal !== 'SIGKILL') break;
      kills += 1;
    }
    expect(kills).toBeGreaterThanOrEqual(deep ? 20 : 4);
  });

  it('is caught where it had sent something without saying so', async () => {
    const socket = connect(join(folder, 'socket'));
    socket.end(
      `${oracleFrame({ call: 'unheard', attempt: 1, server: 'office', target: 'wipe', arguments: {} })}\n`,
    );
    socket.resume();
    await once(socket, 'close');
    expect(await check()).toEqual(['attempt 1 of call unheard arrived, and its intent is not in the record']);
  });
});
