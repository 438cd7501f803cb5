import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { createNoBackend } from '../create-no-backend.ts';
import type { SandboxBackend, SandboxedServer, SandboxRequest } from '../sandbox.ts';
import { resolveSandboxPaths } from '../sandbox-paths.ts';
import { createScratchFolder } from '../scratch-folder.ts';
import { nodePermissionFlags } from './node-permission-flags.ts';

const isNode = (command: string): boolean => /^node(?:\.exe)?$/iu.test(basename(command));

const startPermitted = async (request: SandboxRequest): Promise<SandboxedServer | undefined> => {
  if (!isNode(request.command) || request.preview === true) return undefined;
  const env = { ...request.env };
  const { stdout: version } = await promisify(execFile)(request.command, ['--version'], { env });
  const paths = resolveSandboxPaths(request);
  const scratch = await createScratchFolder(tmpdir());
  const temporary = join(scratch.path, 'temporary');
  await mkdir(temporary);
  const flags = nodePermissionFlags({
    version,
    writable: [temporary, ...(request.class.writes ? paths.roots : [])],
    // it knows all of the network or nothing
    network: request.class.network || request.allow.length > 0,
  });
  if (flags === undefined) {
    await scratch.remove();
    return undefined;
  }
  const server = await createNoBackend().start({
    ...request,
    args: [...flags, ...request.args],
    env: { ...env, TMPDIR: temporary },
  });
  return {
    ...server,
    backend: 'node',
    level: 'seat-belt',
    close: async () => {
      await server.close();
      await scratch.remove();
    },
  };
};

/** Node's own permissions: against mistakes of a server, not against one that lies. Others than Node's start as they are. */
export const createNodeBackend = (): SandboxBackend => ({
  name: 'node',
  level: 'seat-belt',
  canPreview: false,
  probe: async () => undefined,
  start: async (request) => (await startPermitted(request)) ?? createNoBackend().start(request),
});
