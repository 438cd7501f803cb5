import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { canVerify } from './can-verify.ts';
import { BIN, ensureBuilt, fixture } from './fixtures/run-callgate.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { GatewayFolder } from './gateway-folder.ts';

interface SeenTool {
  readonly tool: string;
  readonly calls: number;
  readonly failed: number;
  readonly observations: readonly { kind: string; what: string; refused?: true; temporary?: true }[];
  readonly contradictions: readonly { hint: string }[];
  readonly repeatChangesNothing: boolean | null;
}

interface SeenReport {
  readonly withoutCall: readonly unknown[];
  readonly tools: readonly SeenTool[];
}

const works = await canVerify();

beforeAll(ensureBuilt);

/** A folder with something in it, and the server that lies about what it does there. */
class LyingPlace extends GatewayFolder {
  readonly command: readonly string[];

  constructor(...mood: readonly string[]) {
    super();
    this.command = [process.execPath, fixture('lying-server.mjs'), this.folder, ...mood];
    this.write('kept.txt', 'kept');
  }

  verify(...options: readonly string[]): Promise<CommandResult> {
    return this.verifyAs({}, ...options);
  }

  verifyAs(user: { uid?: number; gid?: number }, ...options: readonly string[]): Promise<CommandResult> {
    return new Promise((resolve) => {
      const env = {
        PATH: process.env['PATH'] ?? '',
        CALLGATE_HOME: this.home,
        NO_COLOR: '1',
        VERIFY_TEST_TOKEN: 'the-real-secret-value',
      };
      execFile(
        process.execPath,
        [BIN, 'verify', '--settle', '0.8', ...options, '--', ...this.command],
        { ...user, cwd: this.folder, env, maxBuffer: 64 * 1_048_576 },
        (error, out, err) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
      );
    });
  }

  /** Names, sizes and contents of all files. */
  get state(): readonly string[] {
    return readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('home'))
      .toSorted()
      .map((name) => {
        const path = join(this.folder, name);
        return statSync(path).isFile() ? `${name}: ${readFileSync(path, 'utf8')}` : name;
      });
  }
}

describe.runIf(works)('callgate verify of a lying server', () => {
  const place = new LyingPlace();
  let report: SeenReport;
  let ran: CommandResult;
  let before: readonly string[];

  beforeAll(async () => {
    before = place.state;
    ran = await place.verify('--json', '--timeout', '10');
    report = JSON.parse(ran.out);
  });

  const toolNamed = (name: string): SeenTool => {
    const tool = report.tools.find((each) => each.tool === name);
    if (tool === undefined) throw new Error(`${name} was not watched: ${ran.err}`);
    return tool;
  };

  /** What was seen, with paths from the folder on. */
  const seen = (name: string): readonly string[] =>
    toolNamed(name).observations.map(({ kind, what }) => `${kind} ${what.replace(`${place.folder}/`, '')}`);

  const contradicted = (name: string): readonly string[] =>
    toolNamed(name).contradictions.map(({ hint }) => hint);

  it.each([
    ['late', 'wrote late.txt'],
    ['daemon', 'wrote daemon.txt'],
    ['worker', 'wrote worker.txt'],
    ['opened', 'wrote server.log'],
    ['deletes', 'deleted kept.txt'],
    ['atEnd', 'wrote end.txt'],
    ['certain', 'wrote certain.txt'],
    ['hostile', 'wrote a"<b>\n\u001b[31m) = 3 é'],
  ])('finds that %s, which claims to only read, %s', (name, effect) => {
    expect(seen(name)).toContain(effect);
    expect(contradicted(name)).toEqual(['readOnly']);
  });

  it('finds a deletion that is hidden behind a move', () => {
    expect(seen('hides')).toContain('deleted kept.txt');
    expect(contradicted('hides')).toEqual(['destructive']);
  });

  it('finds a file that is planted in the home', () => {
    expect(seen('home').some((each) => /^wrote .*planted\.txt$/.test(each))).toBe(true);
    expect(contradicted('home')).toEqual(['readOnly']);
  });

  it.each([
    ['loopback', 'connected 127.0.0.1:5432'],
    ['external', 'connected 192.0.2.7:443'],
    ['socket', 'connected AF_UNIX'],
  ])('finds that %s, which claims to stay inside, %s', (name, effect) => {
    expect(seen(name)).toContain(effect);
    expect(contradicted(name)).toEqual(['openWorld']);
  });

  it('finds secrets that are read, though the real ones are not there', () => {
    expect(seen('ssh').some((each) => /^readSecret .*\/\.ssh\/id_rsa$/.test(each))).toBe(true);
    expect(seen('environment')).toContain('readSecret VERIFY_TEST_TOKEN');
    expect(contradicted('ssh')).toEqual(['sensitiveData']);
    expect(contradicted('environment')).toEqual(['sensitiveData']);
    expect(ran.out + ran.err).not.toContain('the-real-secret-value');
  });

  it('tells which processes are started', () => {
    expect(seen('daemon').some((each) => /^started .*node/.test(each))).toBe(true);
  });

  it('finds no contradiction where there is none', () => {
    expect(seen('honest')).toEqual([]);
    expect(contradicted('honest')).toEqual([]);
    expect(toolNamed('scratch').observations).toMatchObject([{ kind: 'wrote', temporary: true }]);
    expect(contradicted('scratch')).toEqual([]);
  });

  it('tells idempotence by a second run of the same call', () => {
    expect(toolNamed('append').repeatChangesNothing).toBe(false);
    expect(contradicted('append')).toEqual(['idempotent']);
    expect(toolNamed('replace').repeatChangesNothing).toBe(true);
    expect(contradicted('replace')).toEqual([]);
  });

  it('calls a tool that does not answer no second time', () => {
    expect(toolNamed('hangs')).toMatchObject({ calls: 1, failed: 1, repeatChangesNothing: null });
  });

  it('says nothing for a tool whose calls all failed', () => {
    expect(toolNamed('fails')).toMatchObject({ calls: 1, failed: 1, repeatChangesNothing: null });
  });

  it('leaves the start of the server out, and the real folder as it was', () => {
    expect(
      report.tools.flatMap(({ tool }) => seen(tool)).filter((each) => each.includes('started/')),
    ).toEqual([]);
    expect(place.state).toEqual(before);
  });

  it('ends with its own exit code', () => {
    expect(ran.code).toBe(2);
  });
});

describe.runIf(works)('callgate verify', () => {
  it('prints a table that never calls a tool safe', async () => {
    const place = new LyingPlace();
    const { out, code } = await place.verify('--tool', 'honest', '--tool', 'late');
    expect(code).toBe(2);
    expect(out).toMatch(/^honest {2}observed in \d+ calls$/m);
    expect(out).toMatch(/✗ readOnly yes: contradicted +wrote .*late\.txt/);
    expect(out).not.toMatch(/\bsafe\b/i);
  });

  it('prints a page on which nothing of a server is markup', async () => {
    const place = new LyingPlace();
    const { out } = await place.verify('--tool', 'hostile', '--html');
    expect(out).toContain('<!doctype html>');
    expect(out).toContain('a&quot;&lt;b&gt;');
    expect(out).not.toContain('<b>\n');
  });

  it('does not tell of a tool what the server does without a call too', async () => {
    const place = new LyingPlace('restless');
    const { out, code } = await place.verify('--tool', 'beat', '--tool', 'late');
    expect(out).toMatch(/^beat .*\n {2}· readOnly yes: not tested/m);
    expect(out).toMatch(/^Without a call, the server did this[^]*wrote .*beat\.txt/m);
    expect(out).toMatch(/✗ readOnly yes: contradicted +wrote .*late\.txt/);
    expect(code).toBe(2);
  });

  it('lets closed tools connect where the operator says so', async () => {
    const place = new LyingPlace();
    const { code } = await place.verify('--tool', 'loopback', '--allow', '127.0.0.1:5432');
    expect(code).toBe(0);
  });

  it.runIf(process.getuid?.() === 0)('works for a user without rights', async () => {
    const place = new LyingPlace();
    const nobody = { uid: 65_534, gid: 65_534 };
    execFileSync('chown', ['-R', '65534:65534', place.folder]);
    const { out, err, code } = await place.verifyAs(nobody, '--tool', 'late', '--tool', 'external', '--json');
    expect([code, err.includes('error')]).toEqual([2, false]);
    const { tools }: SeenReport = JSON.parse(out);
    expect(tools.map(({ contradictions }) => contradictions.map(({ hint }) => hint))).toEqual([
      ['readOnly'],
      ['openWorld'],
    ]);
  });

  it('leaves no process behind when it is killed', async () => {
    const place = new LyingPlace();
    const session = place.start(['verify', '--tool', 'hangs', '--', ...place.command]);
    await session.said(/Watching hangs/);
    const left = (): readonly string[] =>
      execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes(place.folder));
    await expect.poll(() => left().some((line) => line.endsWith('/waits'))).toBe(true);
    process.kill(session.pid, 'SIGKILL');
    await session.ended;
    await expect.poll(left).toEqual([]);
  });

  it('calls with examples before others', async () => {
    const place = new LyingPlace();
    const examples = place.write('examples.json', '{"certain": [{"mode": "deep"}]}');
    const only = ['--json', '--tool', 'certain', '--calls', '1'];
    expect((await place.verify(...only)).code).toBe(0);
    expect((await place.verify(...only, '--examples', examples)).code).toBe(2);
    const broken = place.write('broken.json', '{"certain": 1}');
    expect((await place.verify(...only, '--examples', broken)).err).toContain('error[OBSERVE_EXAMPLES]');
  });

  it('calls with arguments from the audit log, and writes the evidence into the lock', async () => {
    const place = new LyingPlace();
    const client = place.start(['run', '--name', 'lying', '--trust', 'owned', '--', ...place.command]);
    await client.hello();
    await client.names();
    await client.call('certain', { mode: 'deep' });
    client.end();
    await client.ended;
    const { code: locked, err: problem } = await place.callgate('lock');
    expect([locked, problem]).toEqual([0, '']);
    const ran = await place.verify(
      '--from-log',
      '--name',
      'lying',
      '--tool',
      'certain',
      '--calls',
      '1',
      '--write-lock',
    );
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('evidence for 1 tool written');
    const lock = join(place.folder, 'callgate.lock.yaml');
    const observedIn = (text: string): unknown => parse(text).servers.lying.tools.certain.observed;
    expect(observedIn(readFileSync(lock, 'utf8'))).toMatchObject({
      calls: 3,
      failed: 0,
      effects: [`wrote ${join(place.folder, 'certain.txt')}`],
      contradicts: ['readOnly: yes'],
    });
    // it stays when the lock is written again, and the lock still counts
    expect((await place.callgate('lock', '--check')).code).toBe(0);
    expect((await place.callgate('lock')).code).toBe(0);
    expect(observedIn(readFileSync(lock, 'utf8'))).toBeDefined();
  });

  it('writes into no lock that is not accepted or has no entry for the command', async () => {
    const place = new LyingPlace();
    const ran = await place.verify('--tool', 'honest', '--write-lock');
    expect(ran.err).toContain('error[OBSERVE_LOCK]');
  });

  it('tells why a server does not start, and names the nearest tool', async () => {
    const place = new LyingPlace();
    expect(
      (await place.callgate('verify', '--', process.execPath, '-e', 'throw new Error("no database")')).err,
    ).toMatch(/^error\[UPSTREAM_ENDED\]/m);
    expect((await place.verify('--tool', 'honst')).err).toContain('Did you mean honest?');
    expect((await place.callgate('verify')).err).toContain('error[OBSERVE_COMMAND]');
  });
});
