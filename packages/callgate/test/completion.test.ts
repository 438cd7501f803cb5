import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '../src/main.ts';
import { runCallgate, ensureBuilt } from './fixtures/run-callgate.ts';

beforeAll(ensureBuilt);

let script = '';
const folder = mkdtempSync(join(tmpdir(), 'callgate-completion-'));
beforeAll(async () => {
  script = (await runCallgate(['completion', 'bash'])).out;
  writeFileSync(join(folder, 'completion.bash'), script);
  writeFileSync(join(folder, 'my policy.yaml'), '');
});

/** What bash offers after these words, the last of which is being typed. */
const offers = (...words: readonly string[]): readonly string[] =>
  execFileSync(
    'bash',
    [
      '--norc',
      '-c',
      `cd '${folder}'; source completion.bash
COMP_WORDS=(callgate "$@"); COMP_CWORD=$#; _callgate
for reply in "\${COMPREPLY[@]}"; do printf '%s\\n' "$reply"; done`,
      'bash',
      ...words,
    ],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((line) => line !== '');

describe('the completion of bash', () => {
  it('offers every command there is, by its first word', () => {
    const firsts = new Set(COMMANDS.map(({ name }) => name.split(' ')[0]));
    expect(offers('').filter((word) => !word.startsWith('-'))).toEqual([...firsts]);
    expect(offers('appro')).toEqual(['approve']);
  });

  it('offers the commands of a group, and options of the one that was named', () => {
    expect(offers('policy', '')).toEqual([
      'recommend',
      'shadow',
      'history',
      'rollback',
      'compare',
      'activate',
    ]);
    expect(offers('audit', 'ver')).toEqual(['verify']);
    expect(offers('approve', '--')).toEqual([
      '--reason',
      '--grant',
      '--tie',
      '--uses',
      '--for',
      '--yes',
      '--binding',
      '--json',
      '--help',
    ]);
    expect(offers('approve', '--b')).toEqual(['--binding']);
    expect(offers('inbox', '-')).toEqual(['--watch', '--settle', '--reason', '--json', '--help']);
  });

  it('offers the values of an option, and files where a file is wanted', () => {
    expect(offers('approve', 'c1', '--grant', '')).toEqual(['session', 'destination', 'arguments']);
    expect(offers('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(offers('up', '-c', 'my')).toEqual(['my policy.yaml']);
    expect(offers('approve', '--reason', '')).toEqual([]);
  });

  it('leaves what stands after -- to the command that is started', () => {
    expect(offers('run', '--', 'my')).toEqual(['my policy.yaml']);
  });

  it('knows every option of every command', async () => {
    const missing: string[] = [];
    for (const { name, load } of COMMANDS) {
      const { args } = await load();
      const words = offers(...name.split(' '), '-');
      for (const [option, { type }] of Object.entries(args))
        if (type !== 'positional' && !words.includes(`--${option}`) && !words.includes(`--no-${option}`))
          missing.push(`${name} --${option}`);
    }
    expect(missing).toEqual([]);
  });

  it('is taken by bash as it is', () => {
    execFileSync('bash', ['-n', join(folder, 'completion.bash')]);
    expect(script).not.toMatch(/\p{Extended_Pictographic}/u);
  });
});

describe.skipIf(process.platform !== 'linux')('a bash that somebody types into', () => {
  it('completes what is typed when the tab key is pressed', async () => {
    const shell = spawn('script', ['-qec', 'bash --norc -i', '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb', PS1: '> ' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void shell.kill('SIGKILL'));
    let out = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    shell.stdin.write('callgate() { echo "got: $*"; }; source completion.bash; echo rea""dy\n');
    await expect.poll(() => out).toContain('ready');
    shell.stdin.write('callgate policy comp\t--j\t\n');
    await expect.poll(() => out).toContain('got: policy compare --json');
    shell.stdin.write('callgate up -c my\t\n');
    await expect.poll(() => out).toContain('got: up -c my policy.yaml');
    shell.stdin.write('exit\n');
  });
});

describe('callgate completion', () => {
  it('has scripts for zsh and fish with every command in them, and for nothing else', async () => {
    const [zsh, fish, other] = await Promise.all(
      ['zsh', 'fish', 'tcsh'].map((shell) => runCallgate(['completion', shell])),
    );
    for (const { name } of COMMANDS) {
      expect(zsh?.out).toContain(`    '${name}') _arguments `);
      expect(fish?.out).toContain(`__callgate_is ${name}'`);
    }
    expect(other).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Use bash, zsh or fish'),
    });
  });
});
