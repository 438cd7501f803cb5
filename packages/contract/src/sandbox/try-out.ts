import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CallgateError, display } from '@callgate/core';
import { sandboxMessages } from '@callgate/messages/sandbox';
import type { SandboxedServer, SandboxRequest } from './sandbox.ts';

const TRIAL = String.raw`if (echo > "$1/trial") 2>/dev/null; then echo through; else echo held; fi`;

/** Runs a tiny sandbox that must not write to a folder. Undefined where it holds, else why not. */
export const tryOut = async (
  parent: string,
  start: (request: SandboxRequest) => Promise<SandboxedServer>,
): Promise<string | undefined> => {
  const root = await mkdtemp(join(parent, 'callgate-trial-'));
  try {
    const server = await start({
      command: '/bin/sh',
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
            program: server.backend,
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
