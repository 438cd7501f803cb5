import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CallgateError, isJsonObject, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { contractMessages } from '@callgate/messages/contract';
import { contractErrors } from '@callgate/messages/errors/contract';
import type { StdioEndpoint } from '../dispatch/start-server.ts';

/** What runs inside a sandbox in place of a program that fetches another one first. */
export interface ResolvedCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Where the program was installed; undefined where it was not looked up. */
  readonly folder?: string;
}

const FETCH_MS = 120_000;
const MAX_OUTPUT = 1_048_576;

interface PackageRun {
  /** What to install. */
  readonly spec: string;
  /** The program of it; the package's own where it is not named. */
  readonly program?: string;
  readonly args: readonly string[];
}

const nameOf = (command: string): string => basename(command).replace(/\.(?:cmd|exe|ps1)$/i, '');

/** `npx [-y] [-p PACKAGE] NAME ARGUMENTS`. Undefined where there is more to it. */
export const readNpx = (words: readonly string[]): PackageRun | undefined => {
  let named: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, written] = /^--package=(.+)$/.exec(word) ?? [];
    if (written !== undefined) named = written;
    else if (word === '-p' || word === '--package') {
      at += 1;
      named = words[at];
    } else if (/^(?:-y|--yes|-q|--quiet|--prefer-offline|--prefer-online)$/.test(word)) continue;
    else {
      const rest = words.slice(word === '--' ? at + 1 : at);
      const [first, ...args] = rest;
      if (first === undefined || first.startsWith('-')) return undefined;
      return named === undefined ? { spec: first, args } : { spec: named, program: first, args };
    }
  }
  return undefined;
};

/** `uvx [--from PACKAGE] NAME ARGUMENTS`. Undefined where there is more to it. */
export const readUvx = (words: readonly string[]): PackageRun | undefined => {
  const [first, second, third, ...rest] = words;
  if (first === '--from' && second !== undefined && third !== undefined && !third.startsWith('-'))
    return { spec: second, program: third, args: rest };
  if (first === undefined || first.startsWith('-')) return undefined;
  return { spec: first, program: first.replace(/(?:@|==).*$/, ''), args: words.slice(1) };
};

/** The name in a specification such as `@scope/name@1.2`; undefined for addresses and folders. */
const packageName = (spec: string): string | undefined =>
  /^((?:@[\w.~-]+\/)?[\w.~-]+)(?:@[^/:]*)?$/.exec(spec)?.[1];

/** What a package calls `sh` or `node` is found before the system's: npx has its programs first in the path. */
const OWN_SHELL = { npm_config_script_shell: '/bin/sh' } as const;
/** A builtin of every shell, for the same reason. */
const TELL_PATH = 'echo "$PATH"';

/** With these, what is fetched runs nothing while it is installed. */
const NO_SCRIPTS = { npm_config_ignore_scripts: 'true' } as const;

const run = (
  command: string,
  args: readonly string[],
  { env, cwd, clientFolder }: StdioEndpoint,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const folder = cwd ?? clientFolder;
    execFile(
      command,
      [...args],
      {
        env: { ...env },
        ...(folder === undefined ? {} : { cwd: folder }),
        timeout: FETCH_MS,
        maxBuffer: MAX_OUTPUT,
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else {
          const last = stderr.trim().split('\n').at(-1) ?? '';
          const problem = display(last === '' ? error.message : last, { max: 200 });
          reject(new CallgateError(contractErrors.notFetched({ command: display(command), problem })));
        }
      },
    );
  });

const readJson = async (file: string): Promise<unknown> => {
  try {
    return parseStrict(await readFile(file));
  } catch {
    return undefined;
  }
};

/** The program that npx would run: the only one of the package, or the one named like it. */
const ownProgram = async (folder: string, name: string): Promise<string | undefined> => {
  const about = await readJson(join(folder, 'package.json'));
  const bin = isJsonObject(about) ? about['bin'] : undefined;
  const short = name.replace(/^@[^/]+\//, '');
  if (typeof bin === 'string') return short;
  if (!isJsonObject(bin)) return undefined;
  const [only, ...others] = Object.keys(bin);
  return others.length === 0 ? only : Object.keys(bin).find((each) => each === short);
};

const resolveNpx = async (reach: StdioEndpoint): Promise<ResolvedCommand | undefined> => {
  const wanted = readNpx(reach.args);
  const name = wanted === undefined ? undefined : packageName(wanted.spec);
  if (wanted === undefined || name === undefined || process.platform === 'win32') return undefined;
  const path = await run(reach.command, ['-y', '-p', wanted.spec, '-c', TELL_PATH], {
    ...reach,
    env: { ...reach.env, ...OWN_SHELL },
  });
  for (const place of path
    .trimEnd()
    .split(':')
    .filter((each) => each.endsWith('node_modules/.bin'))) {
    const folder = join(dirname(place), name);
    const program = wanted.program ?? (await ownProgram(folder, name));
    const file =
      program === undefined ? undefined : await realpath(join(place, program)).catch(() => undefined);
    if (file !== undefined) return { command: file, args: wanted.args, folder: await realpath(folder) };
  }
  return undefined;
};

const WHICH = 'import shutil,sys;print(shutil.which(sys.argv[1]) or "")';

/** The Python that answers is one of the environment: what is installed there can run with it. */
const resolveUvx = async (
  reach: StdioEndpoint,
  runsScripts: boolean,
): Promise<ResolvedCommand | undefined> => {
  const wanted = readUvx(reach.args);
  if (wanted?.program === undefined) return undefined;
  if (!runsScripts)
    throw new CallgateError(
      contractErrors.notFetched({ command: display(reach.command), problem: contractMessages.runsOutside }),
    );
  const found = await run(
    reach.command,
    ['--from', wanted.spec, 'python', '-I', '-S', '-c', WHICH, wanted.program],
    reach,
  );
  const command = found.trim();
  return command === '' ? undefined : { command, args: wanted.args, folder: dirname(dirname(command)) };
};

/** Whether what the command starts runs outside of any sandbox around the command. */
export const runsElsewhere = ({ command }: StdioEndpoint): boolean =>
  /^(?:docker|podman|nerdctl)$/.test(nameOf(command));

/**
 * A program that fetches another one cannot do that inside: it is let fetch it first, outside, and what it would start
 * is started. Any other command stays as it is. Without `runsScripts`, nothing of what is fetched runs outside.
 */
export const resolveCommand = async (
  written: StdioEndpoint,
  { runsScripts }: { readonly runsScripts: boolean },
): Promise<ResolvedCommand> => {
  const reach = runsScripts ? written : { ...written, env: { ...written.env, ...NO_SCRIPTS } };
  const name = nameOf(reach.command);
  const resolved =
    name === 'npx'
      ? await resolveNpx(reach)
      : name === 'uvx'
        ? await resolveUvx(reach, runsScripts)
        : undefined;
  return resolved ?? { command: reach.command, args: reach.args };
};
