import { spawn } from 'node:child_process';
import { CallgateError } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import { sandboxMessages } from '@callgate/messages/sandbox';
import type { SandboxBackend } from './sandbox.ts';
import { endProcess } from './wait-for-end.ts';

/** Starts servers as they are: what they claim is only claimed. */
export const createNoBackend = (): SandboxBackend => ({
  name: 'none',
  level: 'declared',
  canPreview: false,
  probe: async () => undefined,
  start: async ({ command, args, cwd, env, preview }) => {
    if (preview === true)
      throw new CallgateError(sandboxErrors.unsupported({ backend: 'none', what: sandboxMessages.preview }));
    const child = spawn(command, [...args], {
      env: { ...env },
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    return {
      child,
      backend: 'none',
      level: 'declared',
      layers: [],
      violations: async () => [],
      close: async () => {
        if (child.pid !== undefined && process.platform !== 'win32')
          try {
            process.kill(-child.pid, 'SIGKILL');
          } catch {
            // it has ended, and nothing of its group is left
          }
        await endProcess(child);
      },
    };
  },
});
