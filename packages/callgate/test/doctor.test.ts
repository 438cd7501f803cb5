import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DoctorFinding } from '../src/doctor/doctor-check.ts';
import { examineSetup } from '../src/doctor/examine-setup.ts';
import { homePaths } from '../src/home/home-paths.ts';
import { ensureBuilt, fixture } from './fixtures/run-callgate.ts';
import { makeTool } from './gateway-folder.ts';
import { runCallgate, startCallgate } from './layouts/init-layout.ts';

beforeAll(ensureBuilt);

const { annotations: _, ...PEEK } = makeTool('peek');

/** A home with a client and one server, which `init` may have put behind Callgate. */
class PatientHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'cg-doc-'));
  readonly paths = homePaths({ CALLGATE_HOME: join(this.folder, 'home') });

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 }));
    this.setTools([PEEK]);
    this.setServers({ notes: this.notes });
  }

  get notes(): unknown {
    return { command: process.execPath, args: [fixture('mcp-server.ts'), join(this.folder, 'tools.json')] };
  }

  setTools(tools: readonly unknown[]): void {
    this.write('tools.json', JSON.stringify(tools));
  }

  setServers(servers: Readonly<Record<string, unknown>>): void {
    this.write('.cursor/mcp.json', JSON.stringify({ mcpServers: servers }));
  }

  write(path: string, text: string): string {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  }

  async callgate(...words: readonly string[]): Promise<string> {
    // what reads an agent's messages has a process of its own
    const { out, err } = await (words[0] === 'run' ? startCallgate : runCallgate)(this.folder, words);
    return `${out}${err}`;
  }

  async examine(
    more: { readonly at?: number; readonly seconds?: number | null } = {},
  ): Promise<readonly DoctorFinding[]> {
    return await examineSetup({
      machine: {
        platform: process.platform,
        home: this.folder,
        cwd: this.folder,
        env: { PATH: process.env['PATH'], CALLGATE_HOME: this.paths.folder },
      },
      home: this.paths,
      own: ['callgate'],
      now: () => more.at ?? Date.now(),
      seconds: more.seconds ?? null,
    });
  }

  async problems(): Promise<readonly string[]> {
    return (await this.examine()).map(({ check, severity, message }) => `${severity} ${check}: ${message}`);
  }
}

const initialised = async (): Promise<PatientHome> => {
  const home = new PatientHome();
  await home.callgate('init', '--yes', '--callgate-command', 'callgate');
  return home;
};

describe('callgate doctor', () => {
  it('says that nothing is wrong, with exit code 0, and what is wrong with exit code 1', async () => {
    const home = new PatientHome();
    home.setServers({});
    expect(await runCallgate(home.folder, ['doctor'])).toEqual({
      code: 0,
      out: 'Nothing is wrong.\n',
      err: '',
    });
    home.setServers({ notes: home.notes });
    const { code, out, err } = await runCallgate(home.folder, ['doctor']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(
      /^Cursor reaches `notes` without Callgate .*\n {2}Fix: Run `callgate init --client cursor`\.\n1 problem\n$/,
    );
    const json = await runCallgate(home.folder, ['doctor', '--json', '--no-start']);
    expect(JSON.parse(json.out)).toEqual({
      problems: [expect.objectContaining({ check: 'clients', severity: 'error' })],
    });
  });

  it('finds a server that came after init, and a file it cannot read', async () => {
    const home = await initialised();
    home.setServers({ notes: home.notes, more: home.notes });
    home.write('.gemini/settings.json', '{');
    expect(await home.problems()).toEqual([
      expect.stringContaining('error clients: '),
      expect.stringMatching(
        /^error clients: Cursor reaches `notes` and `more` .*changed after `callgate init`/,
      ),
    ]);
  });

  it('names unreviewed tools and the command, and is content after a review', async () => {
    const home = await initialised();
    expect(await home.examine()).toEqual([
      {
        check: 'tools',
        severity: 'warning',
        message: '1 tool of `notes` is unreviewed and always asks',
        fix: 'Run `callgate review notes`.',
      },
    ]);
    const shown = await home.callgate('review', 'notes', '--json');
    const { digest }: { digest: string } = JSON.parse(shown);
    const words = ['--set', 'readOnly=yes,openWorld=no', '--digest', digest, '--reason', 'read it'];
    const reviewed = await home.callgate('review', 'notes/peek', ...words);
    expect(await home.problems(), reviewed).toEqual([]);
  });

  it('finds servers that do not start or do not answer', async () => {
    const home = new PatientHome();
    home.setServers({
      typo: { command: 'no-such-program' },
      hangs: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] },
    });
    await home.callgate('init', '--yes', '--no-start', '--callgate-command', 'callgate');
    const found = await home.examine({ seconds: 3 });
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('`typo` does not work: '),
      expect.stringMatching(/`hangs` does not work: .*3 s/),
    ]);
    expect(found[0]?.fix).toBe(`Correct its command in ${join(home.folder, '.cursor/mcp.json')}.`);
  });

  it.skipIf(process.platform === 'win32')('finds files that others can read or change', async () => {
    const home = await initialised();
    const key = home.write('home/callgate.key', 'x');
    chmodSync(key, 0o644);
    chmodSync(join(home.paths.folder, 'pins'), 0o777);
    const problems = await home.problems();
    expect(problems[0]).toMatch(/^error home: Other users can write the folder .*pins/);
    expect(problems[1]).toBe(`error home: Other users can read ${key}`);
    expect(problems.filter((line) => line.includes('pins'))).toHaveLength(1);
  });

  it('finds a clock that is behind the audit log', async () => {
    const home = new PatientHome();
    const session = await home.callgate('run', '--name', 'notes', '--', process.execPath, '-e', '0');
    expect(session).not.toContain('error:');
    const last = Date.now() - 3_600_000;
    const found = (await home.examine({ at: last })).filter(({ check }) => check === 'store');
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('The last entry of the audit log is from the future'),
    ]);
  });

  it('finds a store of a later version, and one that is damaged', async () => {
    const home = await initialised();
    await home.callgate('run', '--name', 'notes', '--', process.execPath, '-e', '0');
    const { database } = home.paths;
    const version = (number: number): void => {
      const db = new DatabaseSync(database);
      db.exec(`PRAGMA user_version = ${number}`);
      db.close();
    };
    version(9999);
    expect((await home.problems())[0]).toMatch(/^error store: .*newer version \(9999/);
    rmSync(`${database}-wal`, { force: true });
    writeFileSync(database, 'not a database, but long enough to look like a file'.repeat(100));
    expect((await home.problems())[0]).toMatch(/^error store: The store .* cannot be used: /);
  });

  it('finds a policy that does not load', async () => {
    const home = await initialised();
    home.write('home/callgate.yaml', 'policy: balanced\nservers: 3\n');
    chmodSync(join(home.paths.folder, 'callgate.yaml'), 0o600);
    const problems = await home.problems();
    expect(problems[0]).toMatch(
      /^error policy: The policy or configuration .*callgate\.yaml does not load: /,
    );
  });

  it('misses hooks where the client has them', async () => {
    const home = new PatientHome();
    home.setServers({});
    home.write('.claude.json', JSON.stringify({ mcpServers: { notes: home.notes } }));
    await home.callgate('init', '--yes', '--no-hooks', '--callgate-command', 'callgate');
    const hooks = async (): Promise<readonly DoctorFinding[]> =>
      (await home.examine()).filter(({ check }) => check === 'hooks');
    const file = join(home.folder, '.claude/settings.json');
    expect(await hooks()).toEqual([
      expect.objectContaining({
        severity: 'warning',
        fix: `Run \`callgate init\`, or put the output of \`callgate hook claude-code --snippet\` into ${file}.`,
      }),
    ]);
    const snippet = await home.callgate('hook', 'claude-code', '--snippet', '--callgate-command', 'callgate');
    home.write('.claude/settings.json', snippet.slice(snippet.indexOf('{')));
    expect(await hooks()).toEqual([]);
    home.write('.claude/settings.json', '{}');
    await home.callgate('init', '--yes', '--callgate-command', 'callgate');
    expect(await hooks()).toEqual([]);
  });
});
