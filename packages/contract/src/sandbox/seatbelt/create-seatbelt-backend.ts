import { mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallgateError } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import { sandboxMessages } from '@callgate/messages/sandbox';
import { createNoBackend } from '../create-no-backend.ts';
import { findProgram } from '../find-program.ts';
import type { SandboxBackend, SandboxedServer, SandboxRequest } from '../sandbox.ts';
import { resolveSandboxPaths } from '../sandbox-paths.ts';
import { createScratchFolder } from '../scratch-folder.ts';
import { tryOut } from '../try-out.ts';
import { seatbeltProfile } from './seatbelt-profile.ts';

const PROGRAM = 'sandbox-exec';

const refuse = (what: string): never => {
  throw new CallgateError(sandboxErrors.unsupported({ backend: 'seatbelt', what }));
};

const startSeatbelt = async (program: string, request: SandboxRequest): Promise<SandboxedServer> => {
  if (request.preview === true) refuse(sandboxMessages.preview);
  if (!request.class.network && request.allow.length > 0) refuse(sandboxMessages.allow);
  const paths = resolveSandboxPaths(request);
  const scratch = await createScratchFolder(await realpath(tmpdir()));
  const temporary = join(scratch.path, 'temporary');
  await mkdir(temporary);
  const profile = seatbeltProfile({
    writable: [temporary, ...(request.class.writes ? paths.roots : [])],
    hidden: paths.secrets.map(({ path }) => path).filter((path) => !paths.roots.includes(path)),
    network: request.class.network,
  });
  const server = await createNoBackend().start({
    ...request,
    command: program,
    args: ['-p', profile, request.command, ...request.args],
    env: { ...request.env, TMPDIR: temporary, XDG_CACHE_HOME: temporary, npm_config_cache: temporary },
  });
  return {
    ...server,
    backend: 'seatbelt',
    level: 'seat-belt',
    close: async () => {
      await server.close();
      await scratch.remove();
    },
  };
};

const findSandboxExec = (): string | undefined =>
  process.platform === 'darwin' ? findProgram(PROGRAM) : undefined;

/** `sandbox-exec` of macOS. A seat-belt until its profile has been tried by a lying server on a Mac. */
export const createSeatbeltBackend = (): SandboxBackend => ({
  name: 'seatbelt',
  level: 'seat-belt',
  canPreview: false,
  probe: async () => {
    if (process.platform !== 'darwin') return sandboxMessages.notMac;
    const program = findSandboxExec();
    return program === undefined
      ? sandboxMessages.missingProgram({ program: PROGRAM })
      : tryOut(await realpath(tmpdir()), (request) => startSeatbelt(program, request));
  },
  start: async (request) => {
    const program = findSandboxExec();
    if (program === undefined)
      throw new CallgateError(sandboxErrors.start({ backend: 'seatbelt', why: sandboxMessages.notMac }));
    return startSeatbelt(program, request);
  },
});
