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
      // no password or token: an address is shown and logged
      url: z
        .string()
        .regex(/^(?:https:\/\/(?![^/]*@)|ssh:\/\/(?![^/]*:[^/]*@)|file:\/\/|[\w.-]+@[\w.-]+:)[^\s]+$/),
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

const failureSchema = z.object({
  stderr: z.string().default(''),
  code: z.union([z.string(), z.number()]).nullish(),
  signal: z.string().nullish(),
});

/** Throws what git itself said. */
const git = async (
  folder: string,
  args: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<string> => {
  try {
    const { stdout } = await run('git', [...SAFE, ...args], {
      cwd: folder,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0', ...env },
      timeout: TIMEOUT_MS,
      maxBuffer: MOST_OUTPUT,
    });
    return stdout.trim();
  } catch (error) {
    const { stderr, code, signal } = failureSchema.parse(error);
    const said = stderr.trim().replaceAll(/\s+/g, ' ');
    throw new Error(said === '' ? `git ${args[0]}: ${code ?? signal}` : said, { cause: error });
  }
};

const isOk = async (done: Promise<unknown>): Promise<boolean> =>
  await done.then(
    () => true,
    () => false,
  );

/** The user's own ssh, else one that asks nobody. */
const sshEnv = async (repository: string): Promise<Record<string, string>> =>
  process.env['GIT_SSH_COMMAND'] !== undefined ||
  process.env['GIT_SSH'] !== undefined ||
  (await isOk(git(repository, ['config', 'core.sshCommand'])))
    ? {}
    : { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' };

const shortHash = (text: string): string => hash('sha256', text, 'hex').slice(0, 16);

/** The commit that the ref names now, with its files in the repository here. */
const fetchCommit = async (repository: string, { url, ref }: GitConfig): Promise<string> => {
  mkdirSync(repository, { recursive: true, mode: 0o700 });
  if (!existsSync(join(repository, 'HEAD'))) await git(repository, ['init', '--quiet', '--bare']);
  // a commit never changes: what is here needs no network
  if (COMMIT.test(ref) && (await isOk(git(repository, ['cat-file', '-e', `${ref}^{commit}`])))) return ref;
  // its own name: another process may fetch another ref into the same repository
  const own = `refs/callgate/${randomBytes(8).toString('hex')}`;
  const options = ['--quiet', '--depth', '1', '--no-tags', '--no-write-fetch-head'];
  try {
    await git(repository, ['fetch', ...options, '--', url, `+${ref}:${own}`], await sshEnv(repository));
    return await git(repository, ['rev-parse', '--verify', `${own}^{commit}`]);
  } finally {
    await git(repository, ['update-ref', '-d', own]);
  }
};

/** All of its files, or none. */
const placeFiles = async (repository: string, commit: string): Promise<void> => {
  const place = join(repository, 'commits', commit);
  if (existsSync(place)) return;
  const draft = `${place}.${randomBytes(6).toString('hex')}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const index = join(draft, '.index');
    await git(draft, ['checkout', '--quiet', commit, '--', '.'], {
      GIT_DIR: repository,
      GIT_WORK_TREE: draft,
      GIT_INDEX_FILE: index,
    });
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

let fetching: Promise<unknown> = Promise.resolve();

/**
 * Fetches a configuration with the system's git, checks its signature where that is asked for, and puts its files into
 * Callgate's folder. Throws CONFIG_GIT, and everything stays as it was.
 */
export const fetchGitConfig = async (home: string, config: GitConfig): Promise<FetchedConfig> => {
  const repository = join(home, 'git', shortHash(config.url));
  try {
    // one at a time: git locks the repository, and the second would fail
    const fetched = fetching.then(() => fetchCommit(repository, config));
    fetching = isOk(fetched);
    const commit = await fetched;
    if (COMMIT.test(config.ref) && commit !== config.ref) throw new Error('another commit was sent');
    if (config.signed) await git(repository, ['verify-commit', commit]);
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
