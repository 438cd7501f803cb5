import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GitConfig } from './git-config.ts';
import { fetchGitConfig, readGitConfig } from './git-config.ts';
import { homePaths } from './home-paths.ts';
import { loadGatewaySetup } from './load-gateway-setup.ts';

interface Repository {
  readonly folder: string;
  readonly home: string;
  readonly git: GitConfig;
  /** Returns the commit. */
  commit(files: Readonly<Record<string, string>>, ...args: readonly string[]): string;
  run(...args: readonly string[]): string;
}

const repository = (): Repository => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [origin, home] = [join(folder, 'origin'), join(folder, 'home')];
  for (const each of [origin, home]) mkdirSync(each, { mode: 0o700 });
  const run = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd: origin,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  run('init', '--quiet', '--initial-branch', 'main');
  run('config', 'uploadpack.allowAnySHA1InWant', 'true');
  return {
    folder,
    home,
    git: { url: `file://${origin}`, ref: 'main', path: 'gates/callgate.yaml', signed: false },
    run,
    commit: (files, ...args) => {
      mkdirSync(join(origin, 'gates'), { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(origin, name), text);
      run('add', '.');
      run('commit', '--quiet', '--message', 'change', ...args);
      return run('rev-parse', 'HEAD');
    },
  };
};

const CONFIG = 'gates/callgate.yaml';

describe('a configuration in a git repository', () => {
  it('is there with its files, at a path that stays while the branch moves', async () => {
    const { home, git, commit } = repository();
    const one = commit({ [CONFIG]: 'one', 'gates/policy.yaml': 'rules' });
    const first = await fetchGitConfig(home, git);
    expect(first.commit).toBe(one);
    expect(readFileSync(first.path, 'utf8')).toBe('one');
    expect(readFileSync(join(first.path, '../policy.yaml'), 'utf8')).toBe('rules');
    const two = commit({ [CONFIG]: 'two' });
    const second = await fetchGitConfig(home, git);
    expect(second).toEqual({ path: first.path, commit: two });
    expect(readFileSync(first.path, 'utf8')).toBe('two');
  });

  it('is of its own ref where several refs of one repository are fetched at once', async () => {
    const { home, git, commit, run } = repository();
    const main = commit({ [CONFIG]: 'main' });
    run('checkout', '--quiet', '-b', 'staging');
    const staging = commit({ [CONFIG]: 'staging' });
    run('tag', '--annotate', '--message', 'release', 'v1');
    const wanted = { main, staging, v1: staging };
    const refs = Object.keys(wanted).flatMap((ref) => [ref, ref]);
    const fetched = await Promise.all(refs.map((ref) => fetchGitConfig(home, { ...git, ref })));
    expect(fetched.map(({ commit: each }) => each)).toEqual(
      Object.values(wanted).flatMap((each) => [each, each]),
    );
    const [folder] = readdirSync(join(home, 'git'));
    const inside = join(home, 'git', folder ?? '');
    expect(run('--git-dir', inside, 'for-each-ref')).toBe('');
    // shared by everybody who fetches into the repository
    expect(existsSync(join(inside, 'FETCH_HEAD'))).toBe(false);
  });

  it("is fetched by the user's own ssh, and a failure says what git said and not its command line", async () => {
    const { home, git, folder } = repository();
    const ssh = join(folder, 'ssh');
    writeFileSync(ssh, '#!/bin/sh\necho "own ssh: $*" >&2\nexit 1\n', { mode: 0o755 });
    writeFileSync(join(folder, 'gitconfig'), `[core]\n\tsshCommand = ${ssh} configured\n`);
    const remote = { ...git, url: 'ssh://git@example.invalid/gates.git' };
    for (const [name, value, said] of [
      ['GIT_SSH_COMMAND', `${ssh} named`, 'own ssh: named'],
      ['GIT_CONFIG_GLOBAL', join(folder, 'gitconfig'), 'own ssh: configured'],
    ] as const) {
      for (const other of ['GIT_SSH_COMMAND', 'GIT_SSH']) vi.stubEnv(other, undefined);
      vi.stubEnv(name, value);
      const error: unknown = await fetchGitConfig(home, remote).catch((thrown: unknown) => thrown);
      vi.unstubAllEnvs();
      expect(error).toMatchObject({ code: 'CONFIG_GIT' });
      expect(String(error)).toContain(said);
      expect(String(error)).not.toMatch(/Command failed|core\.hooksPath|--no-tags/);
    }
  });

  it('is loaded with its policy through the file that names it', async () => {
    const { home, folder, git, commit } = repository();
    commit({
      [CONFIG]: 'servers: {notes: {command: notes-server}}\npolicy: policy.yaml\n',
      'gates/policy.yaml': 'extends: strict\n',
    });
    const path = join(folder, 'callgate.yaml');
    writeFileSync(path, `config:\n  git: ${JSON.stringify(git)}\n`);
    const { value, files } = await loadGatewaySetup({ path, own: true }, homePaths({ CALLGATE_HOME: home }));
    expect(value.git).toEqual(git);
    expect(value.policy.rules.map(({ id }) => id)).toContain('inside-read');
    expect(files).toContain(path);
    expect(files.filter((each) => each.endsWith('policy.yaml'))).toHaveLength(1);
  });

  it('stays at the named commit, also where the repository is gone', async () => {
    const { home, git, commit, folder } = repository();
    const one = commit({ [CONFIG]: 'one' });
    commit({ [CONFIG]: 'two' });
    const pinned = { ...git, ref: one };
    const { path } = await fetchGitConfig(home, pinned);
    expect(readFileSync(path, 'utf8')).toBe('one');
    rmSync(join(folder, 'origin'), { recursive: true });
    expect((await fetchGitConfig(home, pinned)).commit).toBe(one);
    await expect(fetchGitConfig(home, git)).rejects.toMatchObject({ code: 'CONFIG_GIT' });
    expect(readFileSync(path, 'utf8')).toBe('one');
  });

  it('is not taken without a signature that counts here, where one is asked for', async () => {
    const { home, git, commit, run, folder } = repository();
    const signed = { ...git, signed: true };
    commit({ [CONFIG]: 'one' });
    await expect(fetchGitConfig(home, signed)).rejects.toMatchObject({ code: 'CONFIG_GIT' });
    const key = join(folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    run('config', 'gpg.format', 'ssh');
    run('config', 'user.signingkey', `${key}.pub`);
    commit({ [CONFIG]: 'two' }, '--gpg-sign');
    await expect(fetchGitConfig(home, signed)).rejects.toMatchObject({ code: 'CONFIG_GIT' });
    writeFileSync(join(folder, 'allowed'), `ann@example.com ${readFileSync(`${key}.pub`, 'utf8')}`);
    writeFileSync(
      join(folder, 'gitconfig'),
      `[gpg "ssh"]\n\tallowedSignersFile = ${join(folder, 'allowed')}\n`,
    );
    const before = process.env['GIT_CONFIG_GLOBAL'];
    process.env['GIT_CONFIG_GLOBAL'] = join(folder, 'gitconfig');
    try {
      const { path } = await fetchGitConfig(home, signed);
      expect(readFileSync(path, 'utf8')).toBe('two');
    } finally {
      if (before === undefined) delete process.env['GIT_CONFIG_GLOBAL'];
      else process.env['GIT_CONFIG_GLOBAL'] = before;
    }
  });

  it('reaches nothing outside of the repository: links in it are texts, and its hooks do not run', async () => {
    const { home, git, commit, folder } = repository();
    writeFileSync(join(folder, 'secret'), 'secret');
    mkdirSync(join(folder, 'origin/gates'), { recursive: true });
    symlinkSync(join(folder, 'secret'), join(folder, 'origin', CONFIG));
    writeFileSync(join(folder, 'origin/.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${folder}/ran\n`, {
      mode: 0o755,
    });
    commit({});
    const { path } = await fetchGitConfig(home, git);
    expect(readFileSync(path, 'utf8')).toBe(join(folder, 'secret'));
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it.each([
    ['a path outside', 'path: ../../etc/passwd'],
    ['an option for a ref', 'ref: --upload-pack=x'],
    ['a command for an address', 'url: "ext::sh -c x"'],
    ['a token in an address', 'url: https://token@example.com/gates.git'],
    ['a password in an address', 'url: https://ann:secret@example.com/gates.git'],
    ['a password for ssh', 'url: ssh://ann:secret@example.com/gates.git'],
    ['a key beside it', 'servers: {}'],
  ])('refuses %s', (_, line) => {
    const { folder } = repository();
    const path = join(folder, 'callgate.yaml');
    const lines = new Map([
      ['url', 'url: https://example.com/gates.git'],
      ['ref', 'ref: main'],
    ]);
    lines.set(line.replace(/:.*/, ''), line);
    const inner = [...lines.values()].map((each) => `    ${each}`).join('\n');
    writeFileSync(path, `config:\n  git:\n${inner}\n`);
    expect(() => readGitConfig(path)).toThrow(expect.objectContaining({ code: 'CONFIG_GIT' }));
  });

  it('is named by a file that says nothing else; other files are configurations', () => {
    const { folder } = repository();
    const path = join(folder, 'callgate.yaml');
    expect(readGitConfig(path)).toBeUndefined();
    writeFileSync(path, 'servers: {}\n');
    expect(readGitConfig(path)).toBeUndefined();
    writeFileSync(path, 'config: {git: {url: "git@example.com:a/b.git", ref: main, signed: true}}\n');
    expect(readGitConfig(path)).toEqual({
      url: 'git@example.com:a/b.git',
      ref: 'main',
      path: 'callgate.yaml',
      signed: true,
    });
  });
});
