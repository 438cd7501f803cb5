import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { NO_OBLIGATIONS } from '@callgate/core/decide';
import type { FinishedCall, PendingCall, StoppedCall } from '@callgate/gate';
import { beforeAll, expect, it } from 'vitest';
import { pendingResult, stoppedResult, indeterminateResult } from '../../gateway/src/confirm/gate-results.ts';
import { runCallgateIn } from './gate-home.ts';
import { ensureBuilt } from './fixtures/run-callgate.ts';

beforeAll(ensureBuilt);

const quarantined = { id: 'quarantined', layer: 'user', outcome: 'block', reason: 'r', counted: 'matches' };
const decision = { reasons: ['r'], rules: [quarantined], obligations: NO_OBLIGATIONS };

const textOf = ({ content }: JsonObject): string => JSON.stringify(content);

/** The commands that an agent is told to pass on to its person. */
const commandsIn = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/`callgate ([^`]+)`/g)].map(([, words = '']) => words.split(' '));

const WRONG_USE = /error\[(?:OPTION|ARGUMENT|COMMAND)_/;

it.each([
  [
    'a call that waits',
    pendingResult({ call: 'c1', waiting: 'people', decision, expiresAt: 0 } as unknown as PendingCall, {
      approveAt: { isCommand: true },
    }),
  ],
  [
    'a call of which nobody knows',
    indeterminateResult({ call: 'c1', answer: { type: 'unknown', message: 'm' } } as unknown as FinishedCall),
  ],
  [
    'a tool that is set apart',
    stoppedResult({
      state: 'blocked',
      code: 'C',
      reasons: [],
      call: 'c1',
      decision,
    } as unknown as StoppedCall),
  ],
])('the command that an agent passes on about %s is whole', async (_, result) => {
  const commands = commandsIn(textOf(result));
  expect(commands).not.toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'callgate-words-'));
  for (const words of commands) expect((await runCallgateIn(folder, words)).err).not.toMatch(WRONG_USE);
  expect((await runCallgateIn(folder, ['inbox', 'c1', '--settle', 'happened'])).err).toMatch(WRONG_USE);
});
