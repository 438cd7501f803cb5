import { CallgateError } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import { sandboxMessages } from '@callgate/messages/sandbox';
import type { SandboxBackend } from './sandbox.ts';
import { spawnWithPipes } from './spawn-with-pipes.ts';
import { endProcessGroup } from './end-process-group.ts';

/** Starts servers as they are: what they claim is only claimed. */
export const createNoBackend = (): SandboxBackend => ({
  name: 'none',
  level: 'declared',
  canPreview: false,
  probe: async () => undefined,
  start: async ({ command, args, cwd, env, preview }) => {
    if (preview === true)
      throw new CallgateError(sandboxErrors.unsupported({ backend: 'none', what: sandboxMessages.preview }));
    const child = spawnWithPipes(command, args, {
      env: { ...env },
      ...(cwd === undefined ? {} : { cwd }),
      detached: process.platform !== 'win32',
    });
    return {
      child,
      backend: 'none',
      level: 'declared',
      layers: [],
      violations: async () => [],
      close: () => endProcessGroup(child),
    };
  },
});
