import { describe, expect, it } from 'vitest';
import { findHost } from './find-host.ts';
import type { RunningProcess } from './running-process.ts';
import { ancestorsOf, programName } from './running-process.ts';

const OWN = ['run', '--name', 'files', '--', 'npx', '-y', 'server files', '/data'];
const TAIL = OWN.join(' ');

/** Parents from the nearest on, as `program: command`. */
const chain = (...parents: readonly string[]): readonly RunningProcess[] =>
  parents.map((text, at) => {
    const [program = '', command = ''] = text.split(': ');
    const pid = program === 'init' ? 1 : 100 - at;
    return { pid, parent: pid - 1, start: 100 - at, program, command };
  });

const hostOf = (...parents: readonly string[]): string | undefined =>
  findHost(chain(...parents), OWN)?.[0].program;

describe('the host is found behind', () => {
  it.each([
    ['nothing', ['cursor: /opt/cursor', 'gnome-shell: gnome-shell']],
    ['npx as it starts', [`node: node /usr/bin/npx callgate ${TAIL}`, 'cursor: cursor', 'gnome-shell: x']],
    ['npx as it names itself', ['node: npm exec callgate run --na', 'cursor: cursor', 'gnome-shell: x']],
    [
      'npx and both shells',
      ['dash: sh -c callgate', 'node: npm exec x', 'bash: /bin/sh -c npx', 'cursor: c', 'x: x'],
    ],
    ['a login shell with a command', [`zsh: /bin/zsh -lc callgate ${TAIL}`, 'cursor: c', 'x: x']],
    ['a script', ['bash: bash /home/ann/start.sh', 'cursor: c', 'x: x']],
    ['cmd', [`cmd: C:\\Windows\\cmd.exe /d /s /c "npx callgate ${TAIL}"`, 'cursor: c', 'explorer: x']],
    ['powershell', ['powershell: powershell -File start.ps1', 'cursor: c', 'explorer: x']],
    ['a program that ends in our words', [`disclaimer: /x/disclaimer callgate ${TAIL}`, 'cursor: c', 'x: x']],
    [
      'quotation marks',
      ['op: op run -- "callgate" run --name "files" -- npx -y "server files" /data', 'cursor: c', 'x: x'],
    ],
  ])('%s', (_, parents) => {
    expect(hostOf(...parents)).toBe('cursor');
  });
});

describe('a host is', () => {
  it.each([
    [
      'a program whose configuration has our words in it',
      ['node: node host.js [run --name files] x', 'x: x'],
    ],
    ['a shell where somebody types', ['bash: -bash', 'sshd: sshd']],
    ['a shell without a word', ['zsh: /bin/zsh -i', 'terminal: terminal']],
    ['a program that Bun runs', ['bun: bun agent.ts', 'bash: bash']],
  ])('%s', (_, parents) => {
    expect(hostOf(...parents)).toBe(parents[0]?.split(':')[0]);
  });

  it('told together with those that started it, but for who takes in orphans', () => {
    const found = findHost(
      chain('python: python agent.py', 'bash: bash', 'tmux: tmux', 'systemd: systemd', 'init: init'),
      OWN,
    );
    expect(found?.map(({ program }) => program)).toEqual(['python', 'bash', 'tmux']);
  });

  it('a known one where a desktop or a service manager started it', () => {
    expect(hostOf('claude: /Applications/Claude.app/Contents/MacOS/Claude', 'init: launchd')).toBe('claude');
    expect(hostOf('code: /usr/share/code/code', 'systemd: systemd --user', 'init: init')).toBe('code');
    expect(hostOf('cursor: cursor')).toBe('cursor');
  });
});

describe('a program that hands the pipe it was given on to Callgate', () => {
  const reading = (...inputs: readonly (string | undefined)[]): readonly RunningProcess[] =>
    chain('python3: python3 wrap.py', 'agent: agent', 'bash: -bash').map((each, at) => {
      const input = inputs[at];
      return input === undefined ? each : { ...each, input };
    });
  const found = (own: string | undefined, ...inputs: readonly (string | undefined)[]): unknown =>
    findHost(reading(...inputs), OWN, own)?.map(({ program }) => program);

  it('is not the host, and stays among those that may be one', () => {
    expect(found('pipe:[1]', 'pipe:[1]', 'pipe:[2]')).toEqual(['agent', 'python3', 'bash']);
  });

  it.each([
    ['another pipe', 'pipe:[1]', 'pipe:[2]'],
    ['no pipe', 'pipe:[1]', undefined],
    ['a pipe, where that of Callgate cannot be seen', undefined, 'pipe:[1]'],
    ['nothing that can be seen', undefined, undefined],
  ])('is told from a host, which reads from %s', (_, own, input) => {
    expect(found(own, input, undefined)).toEqual(['python3', 'agent', 'bash']);
  });

  it('leads to nobody where only an orphan is behind it', () => {
    const orphan = chain('python3: python3 wrap.py', 'init: init').map((each) => ({
      ...each,
      input: 'pipe:[1]',
    }));
    expect(findHost(orphan, OWN, 'pipe:[1]')).toBeUndefined();
  });
});

describe('nobody can tell the host', () => {
  it.each([
    ['of an orphan', ['init: init']],
    ['of an orphan that a user’s service manager took in', ['systemd: systemd --user', 'init: init']],
    ['of an orphan behind a shell', [`dash: sh -c callgate ${TAIL}`, 'init: init']],
    ['that is an orphan itself', ['python: python fake.py', 'init: init']],
    ['that a timer started', ['node: node agent.js', 'cron: cron', 'init: init']],
    ['whose parents cannot be seen', ['node: node agent.js']],
    ['where there is nobody', []],
    ['where there are only shells', ['dash: sh -c x', 'dash: sh -c y']],
  ])('%s', (_, parents) => {
    expect(hostOf(...parents)).toBeUndefined();
  });
});

describe('ancestors', () => {
  const processes = new Map<number, RunningProcess>(
    [
      [1, 0, 1],
      [10, 1, 5],
      [20, 10, 7],
      [30, 20, 9],
      [40, 41, 3],
      [41, 40, 3],
      [50, 30, 8],
      [60, 99, 8],
    ].map(([pid = 0, parent = 0, start = 0]) => [pid, { pid, parent, start, program: 'x', command: 'x' }]),
  );
  const of = (pid: number): readonly number[] =>
    ancestorsOf(pid, (id) => processes.get(id)).map((each) => each.pid);

  it('are the parents of parents', () => {
    expect(of(30)).toEqual([20, 10, 1]);
    expect(of(77)).toEqual([]);
  });

  it('end at a parent that is gone or whose id a younger process has', () => {
    expect(of(60)).toEqual([]);
    expect(of(50)).toEqual([]);
  });

  it('end', () => {
    expect(of(40)).toHaveLength(64);
  });
});

it('the name of a program has no folder, no ending and no case', () => {
  expect(['/usr/bin/node', 'C:\\x\\Node.EXE', '-zsh', '/opt/Cursor (deleted)'].map(programName)).toEqual([
    'node',
    'node',
    'zsh',
    'cursor',
  ]);
});
