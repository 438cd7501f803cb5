import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { closeInherited } from '../close-inherited.ts';
import type { NetworkNamespaces } from '../network/listen-inside.ts';
import { spawnWithPipes } from '../spawn-with-pipes.ts';
import { endSandbox } from '../end-process.ts';
import type { BubblewrapPrograms } from './bubblewrap-programs.ts';
import { OVERLAY_SCRIPT } from './overlay-script.ts';

export interface BubblewrapStart {
  readonly programs: BubblewrapPrograms;
  readonly copies: readonly { readonly path: string; readonly parts: string }[];
  readonly options: readonly string[];
  readonly filter: Uint8Array;
  readonly command: readonly string[];
  /** Runs it all. */
  readonly watcher: readonly string[];
  /** Runs when the namespaces exist, before the server does. A text ends it all. */
  readonly prepare: (namespaces: NetworkNamespaces) => Promise<string | undefined>;
}

export interface BubblewrapProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly insidePid: number;
}

const ARGUMENTS = 3;
const FILTER = 4;
const STATUS = 5;
const GO = 6;

const PIPES = ['pipe', 'pipe', 'pipe', 'pipe'] as const;

const statusSchema = z.object({ 'child-pid': z.number().int().positive() });

const pipesOf = ({ stdio }: ChildProcess): readonly (Readable | Writable | null | undefined)[] => stdio;

const send = (child: ChildProcess, at: number, content: string | Uint8Array): void => {
  const pipe = pipesOf(child)[at];
  if (!(pipe instanceof Writable)) throw new Error('a pipe to the sandbox is missing');
  // whatever made the process end early is told by its exit
  pipe.on('error', () => undefined);
  pipe.end(content);
};

/** The number of the first process inside; a text says why there is none. */
const readInsidePid = async (child: ChildProcessWithoutNullStreams): Promise<number | string> => {
  const status = pipesOf(child)[STATUS];
  if (!(status instanceof Readable)) throw new Error('a pipe of the sandbox is missing');
  let text = '';
  const gone = Promise.race([once(child, 'exit'), once(child, 'error')]);
  status.on('error', () => undefined);
  status.setEncoding('utf8');
  const told = new Promise<number>((resolve) => {
    status.on('data', (more: string) => {
      text += more;
      const [line, ...rest] = text.split('\n');
      if (rest.length > 0) resolve(statusSchema.parse(JSON.parse(line ?? ''))['child-pid']);
    });
  });
  const found = await Promise.race([told, gone]);
  if (typeof found === 'number') return found;
  const [first]: readonly unknown[] = found;
  if (first instanceof Error) return first.message;
  return '';
};

/** What is said until the server runs: told if it never does, else left for those who read from the server. */
const listenEarly = ({ stderr }: ChildProcessWithoutNullStreams) => {
  let early = Buffer.alloc(0);
  const hear = (): void => {
    for (let chunk: unknown = stderr.read(); chunk instanceof Buffer; chunk = stderr.read())
      early = Buffer.concat([early, chunk]);
  };
  stderr.on('readable', hear);
  return {
    giveBack: (): void => {
      stderr.off('readable', hear);
      if (early.length > 0) stderr.unshift(early);
    },
    async readAll(): Promise<string> {
      if (!stderr.readableEnded) await once(stderr, 'end').catch(() => undefined);
      return early.toString().trim();
    },
  };
};

/** Starts a command in a sandbox. A text says why it did not start. */
export const spawnBubblewrap = async ({
  programs,
  copies,
  options,
  filter,
  command,
  watcher,
  prepare,
}: BubblewrapStart): Promise<BubblewrapProcess | string> => {
  const { bwrap, unshare, mount, sh } = programs;
  const [program = unshare, ...words] = [...watcher, unshare];
  const child = spawnWithPipes(
    program,
    [
      ...words,
      '--user',
      '--map-root-user',
      '--mount',
      '--propagation',
      'private',
      '--',
      sh,
      '-c',
      OVERLAY_SCRIPT,
      'sh',
      mount,
      String(copies.length),
      ...copies.flatMap(({ path, parts }) => [path, parts]),
      bwrap,
      '--args',
      String(ARGUMENTS),
      '--seccomp',
      String(FILTER),
      '--json-status-fd',
      String(STATUS),
      '--block-fd',
      String(GO),
      '--',
      ...command,
    ],
    {
      // the server gets its own by an option
      env: {},
      more: [...PIPES, ...closeInherited(3 + PIPES.length)],
      detached: true,
    },
  );
  send(child, ARGUMENTS, options.map((option) => `${option}\0`).join(''));
  send(child, FILTER, filter);
  const early = listenEarly(child);
  const insidePid = await readInsidePid(child);
  if (typeof insidePid === 'string') return insidePid || early.readAll();
  const problem = await prepare({ insidePid, outsidePid: child.pid ?? 0 });
  if (problem !== undefined) {
    await endSandbox(child, insidePid);
    return problem;
  }
  early.giveBack();
  send(child, GO, '1');
  return { child, insidePid };
};
