import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import type { CallgateSession } from './gateway-folder.ts';
import { GatewayFolder, isAlive, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

const PATIENCE = { timeout: 30_000, interval: 50 };

const runFiles = (place: GatewayFolder, ending: string): readonly string[] => {
  const run = join(place.home, 'run');
  if (!existsSync(run)) return [];
  return readdirSync(run)
    .filter((name) => name.startsWith('background.') && name.endsWith(ending))
    .map((name) => join(run, name));
};

/** Starts a run that hands over; the background gateway ends soon after the last. */
const start = (
  place: GatewayFolder,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = ['--trust', 'owned'],
): CallgateSession =>
  place.start(['run', '--background', ...words, '--', ...place.server], {
    CALLGATE_BACKGROUND_IDLE: '1s',
    ...env,
  });

const serverPid = async (session: CallgateSession): Promise<number> => {
  const { pid }: { pid: number } = JSON.parse(await session.call('look'));
  return pid;
};

interface ShownGate {
  readonly pid: number;
}

/** The processes with a gate, as the operator sees them. */
const gatePids = async (place: GatewayFolder): Promise<readonly number[]> => {
  const { out } = await place.callgate('status', '--json');
  const { processes }: { processes: readonly ShownGate[] } = JSON.parse(out);
  return processes.map(({ pid }) => pid);
};

const isServed = async (place: GatewayFolder, session: CallgateSession): Promise<number> => {
  const [gateway = 0, ...others] = new Set(await gatePids(place));
  expect(others).toEqual([]);
  expect(gateway).not.toBe(session.pid);
  onTestFinished(() => {
    if (isAlive(gateway)) process.kill(gateway, 'SIGKILL');
  });
  return gateway;
};

describe('callgate run --background', () => {
  it('serves every client by one process, each with a server of its own, and ends when idle', async () => {
    const place = new GatewayFolder();
    const sessions = [start(place), start(place), start(place)];
    await Promise.all(sessions.map((session) => session.hello()));
    const pids = await Promise.all(sessions.map(serverPid));
    expect(new Set(pids).size).toBe(3);
    const gates = await gatePids(place);
    expect(gates).toHaveLength(3);
    expect(new Set(gates).size).toBe(1);
    const [gateway = 0] = gates;
    const { out } = await place.callgate('status');
    expect(out).toMatch(new RegExp(`Gateways\\n  pid ${gateway} .* for 3 clients\\n\\n`));
    expect(sessions.map(({ pid }) => pid)).not.toContain(gateway);
    for (const session of sessions) session.end();
    expect(await Promise.all(sessions.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(pids.filter(isAlive)).toEqual([]);
    await expect.poll(() => isAlive(gateway), PATIENCE).toBe(false);
    expect(runFiles(place, '.sock')).toEqual([]);
    expect((await place.callgate('audit', 'verify')).code).toBe(0);
  });

  it('starts the server with the environment and in the folder of its own client', async () => {
    const place = new GatewayFolder();
    const first = start(place, { FIRST_TOKEN: 'first-secret-value' });
    await first.hello();
    const second = start(place, { SECOND_TOKEN: 'second-secret-value' });
    await second.hello();
    const names: string[] = JSON.parse(await second.call('env'));
    expect(names).toContain('SECOND_TOKEN');
    expect(names).not.toContain('FIRST_TOKEN');
    expect(names.filter((name) => name.startsWith('CALLGATE_'))).toEqual([]);
    const gateway = await isServed(place, second);
    if (process.platform === 'linux') {
      expect(realpathSync(`/proc/${await serverPid(second)}/cwd`)).toBe(realpathSync(place.folder));
      expect(realpathSync(`/proc/${gateway}/cwd`)).toBe(realpathSync(place.home));
      expect(readFileSync(`/proc/${gateway}/environ`, 'utf8')).not.toContain('first-secret-value');
    }
    const [log = ''] = runFiles(place, '.log');
    expect(readFileSync(log, 'utf8')).not.toMatch(/secret-value/);
  });

  it('is reached by this user alone', async () => {
    const place = new GatewayFolder();
    const session = start(place);
    await session.hello();
    const [socket = ''] = runFiles(place, '.sock');
    expect(lstatSync(socket).isSocket()).toBe(true);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(statSync(join(place.home, 'run')).mode & 0o777).toBe(0o700);
    for (const path of [...runFiles(place, '.log'), ...runFiles(place, '.lock')])
      expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('ends the server of a client that was killed, and no other', async () => {
    const place = new GatewayFolder();
    const [killed, other] = [start(place), start(place)];
    await Promise.all([killed.hello(), other.hello()]);
    const pid = await serverPid(killed);
    const otherPid = await serverPid(other);
    killed.kill();
    await expect.poll(() => isAlive(pid), PATIENCE).toBe(false);
    expect(await serverPid(other)).toBe(otherPid);
  });

  it('answers open requests with an error when the gateway is killed, sends nothing again, and can be started anew', async () => {
    const annotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };
    const place = new GatewayFolder([makeTool('look'), makeTool('hang', { annotations })]);
    const received = (): string => {
      const path = join(place.folder, 'tools.json.calls');
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    };
    const session = start(place, {}, ['--trust', 'owned', '--policy', 'observe']);
    await session.hello();
    const gateway = await isServed(place, session);
    const hanging = session.ask('tools/call', { name: 'hang', arguments: {} });
    await expect.poll(received, PATIENCE).toBe('hang\n');
    process.kill(gateway, 'SIGKILL');
    expect((await hanging).error?.message).toMatch(/may or may not have run/);
    expect(await session.ended).toBe(1);
    expect(session.err).toContain('BACKGROUND_LOST');
    const again = start(place);
    await again.hello();
    expect(await again.call('look')).toContain('look');
    expect(await isServed(place, again)).not.toBe(gateway);
    const { out } = await place.callgate('status');
    expect(out).toMatch(/hang/);
    expect(received()).toBe('hang\n');
  });

  it('treats a gateway that is stopped like one that is lost', async () => {
    const place = new GatewayFolder();
    const session = start(place);
    await session.hello();
    process.kill(await isServed(place, session), 'SIGTERM');
    expect(await session.ended).toBe(1);
    expect(session.err).toContain('BACKGROUND_LOST');
  });

  it('says what is wrong with options as without it, and harms no other client', async () => {
    const place = new GatewayFolder();
    const good = start(place);
    await good.hello();
    writeFileSync(join(place.folder, 'bad.yaml'), 'rules: 7\n');
    const texts = await Promise.all(
      ['--background', '--no-background'].map(async (form) => {
        const bad = place.start(['run', form, '--policy', 'bad.yaml', '--', ...place.server]);
        expect(await bad.ended).toBe(1);
        return bad.err;
      }),
    );
    expect(texts[0]).toMatch(/bad\.yaml:1/);
    expect(texts[0]).toBe(texts[1]);
    expect(await good.call('look')).toContain('look');
  });

  it('judges each client by its own policy and trust', async () => {
    const place = new GatewayFolder();
    writeFileSync(join(place.folder, 'mine.yaml'), 'extends: strict\n');
    const strict = start(place, {}, ['--policy', 'mine.yaml']);
    const owned = start(place);
    await Promise.all([strict.hello(), owned.hello()]);
    expect(await strict.call('look')).toMatch(/Unreviewed tool, blocked until reviewed/);
    expect(await owned.call('look')).toContain('look');
  });

  it('is a gateway itself where there can be none in the background', async () => {
    const place = new GatewayFolder();
    mkdirSync(join(place.home, 'run', 'background.log'), { recursive: true, mode: 0o700 });
    const session = start(place);
    await session.hello();
    expect(await session.call('look')).toContain('look');
    expect(await gatePids(place)).toEqual([session.pid]);
    expect(session.err).toContain('BACKGROUND_UNAVAILABLE');
  });

  it('follows CALLGATE_BACKGROUND, and the option before it', async () => {
    const place = new GatewayFolder();
    const on = place.start(['run', '--', ...place.server], {
      CALLGATE_BACKGROUND: 'on',
      CALLGATE_BACKGROUND_IDLE: '1s',
    });
    await on.hello();
    await isServed(place, on);
    on.end();
    await on.ended;
    const off = place.start(['run', '--no-background', '--', ...place.server], { CALLGATE_BACKGROUND: 'on' });
    await off.hello();
    await expect.poll(() => gatePids(place), PATIENCE).toEqual([off.pid]);
  });
});
