import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { CallgateError } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import { sandboxMessages } from '@callgate/messages/sandbox';
import { existingPaths } from '../existing-path.ts';
import type { SandboxBackend } from '../sandbox.ts';
import { tryOut } from '../try-out.ts';
import { findLandlockLauncher } from '../landlock/create-landlock-backend.ts';
import { readSandboxArch } from '../read-sandbox-arch.ts';
import { findBubblewrapPrograms } from './bubblewrap-programs.ts';
import type { WorkingBubblewrap } from './start-bubblewrap.ts';
import { startBubblewrap } from './start-bubblewrap.ts';

/** Paths that options of `mount` can hold as they are. */
const isPlain = (path: string): boolean => /^[\w./+-]+$/u.test(path);

const findWorking = async (): Promise<WorkingBubblewrap | string> => {
  if (process.platform !== 'linux') return sandboxMessages.notLinux;
  const arch = readSandboxArch();
  if (arch === undefined) return sandboxMessages.architecture({ arch: process.arch });
  const programs = findBubblewrapPrograms();
  if (typeof programs === 'string') return programs;
  const { stdout: usage } = await promisify(execFile)(programs.bwrap, ['--help']);
  const launcher = await findLandlockLauncher();
  let why: string = sandboxMessages.noFolder;
  const folders = existingPaths([tmpdir(), '/var/tmp', '/dev/shm']);
  for (const canCopyHome of [true, false])
    for (const { path: folder } of folders.filter(({ path }) => isPlain(path))) {
      const working = {
        programs,
        arch,
        folder,
        canCopyHome,
        canDisableNamespaces: usage.includes('--disable-userns'),
        ...(typeof launcher === 'string' ? {} : { perl: launcher.perl }),
      };
      const problem = await tryOut(folder, (request) => startBubblewrap(working, request));
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
