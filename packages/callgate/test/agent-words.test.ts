import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { NO_OBLIGATIONS } from '@callgate/core/decide';
import type { Finished, HeldCall, Stopped } from '@callgate/gate';
import { beforeAll, expect, it } from 'vitest';
import { pendingResult, stoppedResult, unknownResult } from '../../gateway/src/confirm/words.ts';
import { callgateIn } from './desk-home.ts';
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
    pendingResult({ call: 'c1', waiting: 'people', decision, expiresAt: 0 } as unknown as HeldCall, {
      approveAt: { isCommand: true },
    }),
  ],
  [
    'a call of which nobody knows',
    unknownResult({ call: 'c1', answer: { type: 'unknown', message: 'm' } } as unknown as Finished),
  ],
  [
    'a tool that is set apart',
    stoppedResult({ state: 'blocked', code: 'C', reasons: [], call: 'c1', decision } as unknown as Stopped),
  ],
])('the command that an agent passes on about %s is whole', async (_, result) => {
  const commands = commandsIn(textOf(result));
  expect(commands).not.toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'callgate-words-'));
  for (const words of commands) expect((await callgateIn(folder, words)).err).not.toMatch(WRONG_USE);
  expect((await callgateIn(folder, ['inbox', 'c1', '--settle', 'happened'])).err).toMatch(WRONG_USE);
});
