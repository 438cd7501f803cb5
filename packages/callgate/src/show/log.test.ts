import { expect, it } from 'vitest';
import { readableLine } from './log.ts';

const TIME = '2026-11-17T08:30:05.123Z';

it('reads well on a terminal: time, what, which server, code', () => {
  const entry = { code: 'SERVER_UNREACHED', message: 'Unavailable, retrying in 1 s', server: 'files' };
  expect(readableLine({ ...entry, level: 'warning' }, TIME)).toBe(
    '08:30:05 warning: files: Unavailable, retrying in 1 s (SERVER_UNREACHED)',
  );
  expect(readableLine({ level: 'info', code: 'LISTENING', message: 'http://127.0.0.1:1/mcp' }, TIME)).toBe(
    '08:30:05 http://127.0.0.1:1/mcp (LISTENING)',
  );
});

it('shows the name of a server with its control characters named', () => {
  const entry = { level: 'error', code: 'X', message: 'm', server: 'a\u001b[2J' } as const;
  expect(readableLine(entry, TIME)).toBe('08:30:05 error: a⟦U+001B⟧[2J: m (X)');
});
