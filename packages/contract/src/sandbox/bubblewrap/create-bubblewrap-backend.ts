import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { CallgateError, display } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import { sandboxMessages } from '@callgate/messages/sandbox';
import { existingPaths } from '../existing-path.ts';
import type { SandboxBackend } from '../sandbox.ts';
import type { SandboxArch } from '../seccomp/syscall-numbers.ts';
import { findBubblewrapPrograms } from './bubblewrap-programs.ts';
import type { WorkingBubblewrap } from './start-bubblewrap.ts';
import { startBubblewrap } from './start-bubblewrap.ts';

const readArch = (arch: string): SandboxArch | undefined =>
  arch === 'x64' || arch === 'arm64' ? arch : undefined;

const TRIAL = 'if (echo > "$1/trial") 2>/dev/null; then echo through; else echo held; fi';

/** Undefined where a sandbox of this kind holds. */
const tryOut = async (working: WorkingBubblewrap): Promise<string | undefined> => {
  const root = await mkdtemp(join(working.folder, 'callgate-trial-'));
  try {
    const server = await startBubblewrap(working, {
      command: working.programs.sh,
      args: ['-c', TRIAL, 'sh', root],
      cwd: '/',
      env: {},
      class: { writes: false, network: false },
      roots: [root],
      hidden: [],
      allow: [],
    });
    try {
      const [output, errors] = await Promise.all([text(server.child.stdout), text(server.child.stderr)]);
      if (output.trim() === 'held') return undefined;
      return output.trim() === 'through'
        ? sandboxMessages.leaks({ what: root })
        : sandboxMessages.failed({
            program: 'bwrap',
            output: display(errors.trim(), { max: 300 }) || sandboxMessages.noOutput,
          });
    } finally {
      await server.close();
    }
  } catch (error) {
    if (error instanceof CallgateError) return error.message;
    throw error;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

/** Paths that options of `mount` can hold as they are. */
const isPlain = (path: string): boolean => /^[\w./+-]+$/u.test(path);

const findWorking = async (): Promise<WorkingBubblewrap | string> => {
  if (process.platform !== 'linux') return sandboxMessages.notLinux;
  const arch = readArch(process.arch);
  if (arch === undefined) return sandboxMessages.architecture({ arch: process.arch });
  const programs = findBubblewrapPrograms();
  if (typeof programs === 'string') return programs;
  const { stdout: usage } = await promisify(execFile)(programs.bwrap, ['--help']);
  let why: string = sandboxMessages.noFolder;
  const folders = await existingPaths([tmpdir(), '/var/tmp', '/dev/shm']);
  for (const { path: folder } of folders.filter(({ path }) => isPlain(path))) {
    const working = { programs, arch, folder, canDisableNamespaces: usage.includes('--disable-userns') };
    const problem = await tryOut(working);
    if (problem === undefined) return working;
    why = problem;
  }
  return why;
};

/** Namespaces with a filter of system calls: what a class does not allow cannot last and cannot be sent. */
export const createBubblewrapBackend = (): SandboxBackend => {
  let working: Promise<WorkingBubblewrap | string> | undefined;
  const find = (): Promise<WorkingBubblewrap | string> => (working ??= findWorking());
  return {
    name: 'bubblewrap',
    level: 'enforced',
    canPreview: true,
    probe: async () => {
      const found = await find();
      return typeof found === 'string' ? found : undefined;
    },
    start: async (request) => {
      const found = await find();
      if (typeof found === 'string')
        throw new CallgateError(sandboxErrors.start({ backend: 'bubblewrap', why: found }));
      return startBubblewrap(found, request);
    },
  };
};
