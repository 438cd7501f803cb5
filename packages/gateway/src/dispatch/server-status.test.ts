import { expect, it } from 'vitest';
import type { ServerStatus } from './server-status.ts';
import { serverStatusText } from './server-status.ts';

const status = (more: Partial<ServerStatus>): ServerStatus => ({
  server: 's',
  state: 'unavailable',
  tools: 0,
  reason: null,
  lastLine: null,
  retryAt: null,
  downSince: null,
  help: null,
  restarts: 0,
  lastError: null,
  ...more,
});

it.each([
  [{ state: 'ready', tools: 1 }, 'Ready, 1 tool'],
  [{ state: 'ready', tools: 2 }, 'Ready, 2 tools'],
  [{ state: 'starting' }, 'Starting'],
  [{ state: 'starting', downSince: 0 }, 'Starting'],
  [{ state: 'starting', downSince: -41_000 }, 'Starting, no answer for 42 s'],
  [
    { state: 'starting', downSince: 1000, lastError: { message: 'it ended (status 3)', at: 1000 } },
    'Starting again. Before: it ended (status 3)',
  ],
  [{ retryAt: 4500, reason: 'no such command' }, 'Unavailable, retrying in 4 s: no such command'],
  [{ retryAt: 900 }, 'Unavailable, retrying now'],
  [
    { state: 'sign-in', retryAt: 3000 },
    'Server requires sign-in (401), retrying in 2 s. Give its credentials in a header',
  ],
  [
    { state: 'crash-loop', retryAt: 2000, reason: 'it ended (status 1)', lastLine: 'boom' },
    'Crash loop, retrying in 1 s: it ended (status 1). Last line of stderr: boom',
  ],
] satisfies [Partial<ServerStatus>, string][])('%j reads as it is', (more, text) => {
  expect(serverStatusText(status(more), 1000)).toBe(text);
});
