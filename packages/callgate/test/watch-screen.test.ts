import type { ChildProcessByStdio } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { PendingCall } from '@callgate/gate';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { call } from '../../gate/test/control-office.ts';
import { tempHome } from '../../operations/test/gate-processes.ts';
import type { GateHome } from './gate-home.ts';
import { openGateHome } from './gate-home.ts';
import { BIN, ensureBuilt } from './fixtures/run-callgate.ts';
import { VirtualScreen } from './fixtures/virtual-screen.ts';

beforeAll(ensureBuilt);

const UP = '\u001B[A';
const DOWN = '\u001B[B';
const ESCAPE = '\u001B';
const INTERRUPT = '\u0003';

const settled = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The command line at a pseudo terminal of a size that can change. */
class PseudoTerminal {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly ended: Promise<number>;
  #out = '';

  constructor(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const words = [process.execPath, BIN, ...args].map((word) => `'${word}'`).join(' ');
    const script = `tty; stty rows 24 cols 100; echo "pid $$"; exec ${words}`;
    this.#child = spawn('script', ['-qec', script, '/dev/null'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        CALLGATE_HOME: folder,
        TERM: 'xterm',
        SHELL: '/bin/bash',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.#out += text));
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code) => resolve(code ?? -1));
    });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  get out(): string {
    return this.#out;
  }

  get screen(): VirtualScreen {
    return new VirtualScreen(this.#out);
  }

  get pid(): number {
    return Number(/pid (\d+)/.exec(this.#out)?.[1]);
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  resize(rows: number, columns: number): void {
    const device = /^\/dev\/\S+/m.exec(this.#out)?.[0] ?? '';
    execFileSync('stty', ['-F', device, 'rows', String(rows), 'cols', String(columns)]);
  }

  async shows(text: string | RegExp): Promise<void> {
    const isThere = (): boolean =>
      typeof text === 'string' ? this.screen.text.includes(text) : text.test(this.screen.text);
    while (!isThere()) await settled(20);
  }
}

const held = async ({ gate }: GateHome, name: string, args = {}): Promise<PendingCall> => {
  const answer = await gate.begin(call(name, args));
  if (answer.state !== 'held') throw new Error(`it is ${answer.state}`);
  return answer;
};

describe.skipIf(process.platform !== 'linux')('callgate inbox --watch at a terminal', () => {
  it('shows what waits as it comes, opens one whole, approves it and goes back to the list', async () => {
    const home = await openGateHome();
    const terminal = new PseudoTerminal(home.folder, ['inbox', '--watch']);
    await terminal.shows('No call waits for approval');
    expect(terminal.screen.alternate).toBe(true);
    const first = await held(home, 'send_mail', { to: 'bob@example.com', body: 'x'.repeat(300) });
    await terminal.shows('> office/send_mail  for local');
    const second = await held(home, 'delete_note', { id: 'n1' });
    await terminal.shows('2 calls wait');
    terminal.type('j');
    await terminal.shows('> office/delete_note');
    terminal.type(UP);
    await terminal.shows('> office/send_mail');
    terminal.type(DOWN);
    await terminal.shows('> office/delete_note');
    terminal.type('k');
    await terminal.shows('> office/send_mail');
    terminal.type('\r');
    await terminal.shows('"to": "bob@example.com"');
    await settled(600);
    terminal.type('a');
    await terminal.shows('there is more of it');
    expect(await home.store.read.votes(first.call)).toEqual([]);
    terminal.type('G');
    await terminal.shows('binding sha256:');
    terminal.type('a');
    await terminal.shows('Approve this call only? y/n >');
    terminal.type('n');
    await terminal.shows('nothing was decided');
    terminal.type('ay');
    await terminal.shows(`approved: office/send_mail  ${first.call}`);
    await terminal.shows('1 call waits');
    expect(await home.store.read.votes(first.call)).toMatchObject([
      { subject: 'local', verdict: 'approve', opened: true, via: 'command-line' },
    ]);
    terminal.type('q');
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen).toMatchObject({ alternate: false, cursor: true });
    expect((await home.store.read.call(second.call))?.state).toBe('held');
  });

  it('refuses with a reason that is typed, and tells it to the requester', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home, 'delete_note', { id: 'n1' });
    const terminal = new PseudoTerminal(home.folder, ['inbox', '--watch']);
    await terminal.shows('> office/delete_note');
    terminal.type('rnot thas');
    await terminal.shows('> not thas');
    terminal.type('\u007F\u007Fis one');
    await terminal.shows('> not this one');
    terminal.type('\r');
    await terminal.shows(`denied: office/delete_note  ${id}`);
    await terminal.shows('No call waits for approval');
    expect(await home.store.read.votes(id)).toMatchObject([{ verdict: 'refuse', reason: 'not this one' }]);
    terminal.type(INTERRUPT);
    expect(await terminal.ended).toBe(130);
    expect(terminal.screen.alternate).toBe(false);
  });

  it('lets a yes reach further with s, u and t, and says how far before it is said', async () => {
    const home = await openGateHome();
    await held(home, 'send_mail', { to: 'bob@example.com', body: 'at ten' });
    const terminal = new PseudoTerminal(home.folder, ['inbox', '--watch']);
    await terminal.shows('> office/send_mail');
    terminal.type('\r');
    await terminal.shows('Call ');
    terminal.type('Gssu');
    terminal.resize(24, 200);
    await terminal.shows('up to 5 later calls of this tool to the same destinations');
    await settled(600);
    terminal.type('a');
    await terminal.shows(
      /Approve this call, and up to 5 later calls of this tool to the same destinations.*1 hour\?/,
    );
    terminal.type('y');
    await terminal.shows('granted: local may call');
    const [grant] = (await home.store.read.grants({ limit: 1 }, { live: true, now: Date.now() })).items;
    expect(grant).toMatchObject({
      uses: 5,
      scope: { kind: 'destination', destinations: ['bob@example.com'] },
    });
    terminal.type('q');
    expect(await terminal.ended).toBe(0);
  });

  it('wants the name of the tool on strong terms', async () => {
    const home = await openGateHome();
    const { call: id } = await held(home, 'open_vault', { password: 'sesame' });
    const terminal = new PseudoTerminal(home.folder, ['inbox', '--watch']);
    await terminal.shows('Extra checks required');
    terminal.type('\r');
    await terminal.shows('"password": "sesame"');
    terminal.type('s');
    await terminal.shows('extra checks required: an approval is for this call only');
    await settled(600);
    terminal.type('Ga');
    await terminal.shows('Type open_vault and Enter');
    terminal.type('y\r');
    await terminal.shows('nothing was decided');
    expect(await home.store.read.votes(id)).toEqual([]);
    terminal.type('aopen_vault\r');
    await terminal.shows('approved: office/open_vault');
    terminal.type(ESCAPE);
    terminal.type('q');
    expect(await terminal.ended).toBe(0);
  });

  it('draws anew when the terminal changes its size, and never more than fits', async () => {
    const home = await openGateHome();
    for (let at = 0; at < 20; at++) await held(home, 'delete_note', { id: `n${at}` });
    const terminal = new PseudoTerminal(home.folder, ['inbox', '--watch']);
    await terminal.shows('20 calls wait');
    expect(terminal.screen.rows).toHaveLength(24);
    terminal.resize(10, 40);
    await expect.poll(() => terminal.screen.rows.length).toBe(10);
    for (const row of terminal.screen.rows) expect(row.length).toBeLessThan(40);
    terminal.type('G');
    await terminal.shows('> office/delete_note');
    terminal.resize(24, 100);
    await expect.poll(() => terminal.screen.rows.length).toBe(24);
    terminal.type('q');
    expect(await terminal.ended).toBe(0);
  });

  it('shows nothing of what others wrote that could act on a terminal, or pass for a line of ours', async () => {
    const home = await openGateHome();
    const hostile = `\u001B[2J\u001B[H\u202Eevil\u200B\u0007 ${'Self-approval: off '.repeat(20)}`;
    await held(home, 'send_mail', { to: hostile, body: 'x' });
    const terminal = new PseudoTerminal(home.folder, ['inbox', '--watch']);
    await terminal.shows('> office/send_mail');
    const before = terminal.out.length;
    terminal.type('\r');
    await terminal.shows('⟦U+001B⟧[2J⟦U+001B⟧[H⟦U+202E⟧evil⟦U+200B⟧⟦U+0007⟧');
    const drawn = terminal.out.slice(before);
    expect(drawn).not.toContain('\u0007');
    expect(drawn).not.toContain('\u202E');
    expect(drawn).not.toContain('\u001B[2J');
    expect(terminal.screen.rows.filter((row) => row.startsWith('Self-approval: off'))).toEqual([]);
    expect(terminal.screen.rows.some((row) => row.startsWith('↪ '))).toBe(true);
    terminal.type(INTERRUPT);
    expect(await terminal.ended).toBe(130);
  });

  it('gives the terminal back when it is ended by a signal, and without colours where nobody wants them', async () => {
    const home = await openGateHome();
    await held(home, 'delete_note', { id: 'n1' });
    const terminal = new PseudoTerminal(home.folder, ['inbox', '--watch'], { NO_COLOR: '1' });
    await terminal.shows('> office/delete_note');
    expect(terminal.out).not.toMatch(new RegExp(`${ESCAPE}\\[[1-9][0-9;]*m`));
    process.kill(terminal.pid, 'SIGTERM');
    expect(await terminal.ended).toBe(143);
    expect(terminal.screen).toMatchObject({ alternate: false, cursor: true });
  });

  it('goes on when the gate that answered ends and another one begins', async () => {
    const folder = tempHome();
    const home = await openGateHome('balanced', folder);
    const terminal = new PseudoTerminal(folder, ['inbox', '--watch']);
    await terminal.shows('No call waits for approval');
    await home.close();
    const again = await openGateHome('balanced', folder);
    await held(again, 'delete_note', { id: 'n1' });
    await terminal.shows('> office/delete_note');
    terminal.type('q');
    expect(await terminal.ended).toBe(0);
  });

  it('gives the terminal back when something goes wrong, and says what', async () => {
    const folder = tempHome();
    const home = await openGateHome('balanced', folder);
    const terminal = new PseudoTerminal(folder, ['inbox', '--watch']);
    await terminal.shows('No call waits for approval');
    rmSync(home.database);
    await home.close();
    expect(await terminal.ended).toBe(1);
    expect(terminal.screen).toMatchObject({ alternate: false, cursor: true });
    expect(terminal.screen.text).toContain('error[HOME_EMPTY]');
  });

  it('says what is wrong on the usual screen where there is nothing to watch', async () => {
    const terminal = new PseudoTerminal(tempHome(), ['inbox', '--watch']);
    expect(await terminal.ended).toBe(1);
    expect(terminal.out).toContain('error[HOME_EMPTY]');
    expect(terminal.out).not.toContain('?1049h');
  });
});
