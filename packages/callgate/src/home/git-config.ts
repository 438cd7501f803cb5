import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { CallgateError, display } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';
import { parseYaml } from '@callgate/policy/yaml';
import { z } from 'zod';

const run = promisify(execFile);

const TIMEOUT_MS = 60_000;
const MOST_OUTPUT = 1_048_576;
const COMMIT = /^[0-9a-f]{40}$|^[0-9a-f]{64}$/;

const isInside = (path: string): boolean => !isAbsolute(path) && !normalize(path).startsWith('..');

/** A file that says where the configuration is, and nothing else. */
const pointerSchema = z.strictObject({
  config: z.strictObject({
    git: z.strictObject({
      url: z.string().regex(/^(?:https:\/\/|ssh:\/\/|file:\/\/|[\w.-]+@[\w.-]+:)[^\s]+$/),
      ref: z.string().regex(/^[\w][\w./-]*$/),
      path: z.string().min(1).refine(isInside).default('callgate.yaml'),
      signed: z.boolean().default(false),
    }),
  }),
});

export type GitConfig = z.infer<typeof pointerSchema>['config']['git'];

/** Undefined where the file is a configuration itself. Throws CONFIG_GIT where it says half of both. */
export const readGitConfig = (path: string): GitConfig | undefined => {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  if (!/^config\s*:/m.test(text)) return undefined;
  const parsed = parseYaml(path, text, { code: 'CONFIG_GIT' });
  const read = parsed.ok ? pointerSchema.safeParse(parsed.content) : undefined;
  if (read?.success === true) return read.data.config.git;
  throw new CallgateError(homeErrors.git.pointer({ path: display(path) }));
};

/** Nothing of the repository runs: no hooks, and links in it become texts. */
const SAFE = [
  'core.hooksPath=/dev/null',
  'core.symlinks=false',
  'core.fsmonitor=false',
  'protocol.allow=never',
  'protocol.https.allow=always',
  'protocol.ssh.allow=always',
  'protocol.file.allow=always',
].flatMap((setting) => ['-c', setting]);

const git = async (folder: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await run('git', [...SAFE, ...args], {
    cwd: folder,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' },
    timeout: TIMEOUT_MS,
    maxBuffer: MOST_OUTPUT,
  });
  return stdout.trim();
};

const shortHash = (text: string): string => hash('sha256', text, 'hex').slice(0, 16);

/** The commit that the ref names now, with its files in the repository here. */
const fetchCommit = async (repository: string, { url, ref }: GitConfig): Promise<string> => {
  mkdirSync(repository, { recursive: true, mode: 0o700 });
  if (!existsSync(join(repository, 'HEAD'))) await git(repository, 'init', '--quiet', '--bare');
  const isHere = async (commit: string): Promise<boolean> =>
    await git(repository, 'cat-file', '-e', `${commit}^{commit}`).then(
      () => true,
      () => false,
    );
  // a commit never changes: what is here needs no network
  if (COMMIT.test(ref) && (await isHere(ref))) return ref;
  await git(repository, 'fetch', '--quiet', '--depth', '1', '--no-tags', '--', url, ref);
  return await git(repository, 'rev-parse', '--verify', 'FETCH_HEAD^{commit}');
};

/** All of its files, or none. */
const placeFiles = async (repository: string, commit: string): Promise<void> => {
  const place = join(repository, 'commits', commit);
  if (existsSync(place)) return;
  const draft = `${place}.${randomBytes(6).toString('hex')}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const index = join(draft, '.index');
    await run(
      'git',
      [...SAFE, '--git-dir', repository, '--work-tree', draft, 'checkout', '--quiet', commit, '--', '.'],
      {
        cwd: draft,
        env: { ...process.env, GIT_INDEX_FILE: index },
        timeout: TIMEOUT_MS,
      },
    );
    rmSync(index, { force: true });
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
};

export interface FetchedConfig {
  /** Of the configuration; the same for every commit, so that who follows the file sees another commit. */
  readonly path: string;
  readonly commit: string;
}

/**
 * Fetches a configuration with the system's git, checks its signature where that is asked for, and puts its files into
 * Callgate's folder. Throws CONFIG_GIT, and everything stays as it was.
 */
export const fetchGitConfig = async (home: string, config: GitConfig): Promise<FetchedConfig> => {
  const repository = join(home, 'git', shortHash(config.url));
  try {
    const commit = await fetchCommit(repository, config);
    if (COMMIT.test(config.ref) && commit !== config.ref) throw new Error('another commit was sent');
    if (config.signed) await git(repository, 'verify-commit', commit);
    await placeFiles(repository, commit);
    const current = join(repository, `current-${shortHash(`${config.ref} ${config.signed}`)}`);
    const next = `${current}.${randomBytes(6).toString('hex')}`;
    symlinkSync(join('commits', commit), next);
    renameSync(next, current);
    return { path: join(current, config.path), commit };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CallgateError(
      homeErrors.git.fetch({
        url: display(config.url),
        ref: display(config.ref),
        why: display(why, { max: 300 }),
      }),
      { cause: error },
    );
  }
};
