import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECENT_PROTOCOLS } from './agents.ts';
import type { Arena } from './arena.ts';
import { UPSTREAM_KINDS, arena } from './arena.ts';
import { CANARIES } from './secrets.ts';

/** What the judge finds after something was done that must not be. */
const verdict = async (wrong: (place: Arena, line: string) => void): Promise<readonly string[]> => {
  const place = await arena(UPSTREAM_KINDS[0] ?? { transport: 'stdio', era: 'legacy' });
  const agent = await place.agent(
    RECENT_PROTOCOLS[0] ?? { transport: 'stdio', version: '2025-11-25', era: 'legacy' },
  );
  await agent.call('read_note', { id: 'x' });
  const lines = readFileSync(join(place.upstream.folder, 'received.log'), 'utf8').trimEnd().split('\n');
  wrong(place, lines.find((line) => line.includes('"tools/call"')) ?? '');
  return await place.close();
};

const arrives = ({ upstream: { folder } }: Arena, line: string, at = Date.now()): void => {
  appendFileSync(join(folder, 'received.log'), `${line}\n`);
  appendFileSync(join(folder, 'arrivals.log'), `${at}\n`);
};

describe('the judge', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await verdict(() => {})).toEqual([]);
  });

  it.each([
    ['arrived twice', (line: string) => line],
    ['arrived with other arguments', (line: string) => line.replace('"x"', '"y"')],
    ['arrived under another name', (line: string) => line.replace('read_note', 'big')],
    [
      'was meant for people to read as something else',
      (line: string) => line.replace('tools/call', 'prompts/get'),
    ],
  ])('finds a call that %s', async (_, changed) => {
    const faults = await verdict((place, line) => arrives(place, changed(line)));
    expect(faults).toEqual([expect.stringContaining('without an intent of its own')]);
  });

  it('finds a method that is not on the list', async () => {
    const faults = await verdict((place) => arrives(place, '{"jsonrpc":"2.0","id":9,"method":"tools/evil"}'));
    expect(faults).toEqual([expect.stringContaining('not on the list')]);
  });

  it.each(Object.entries(CANARIES))('finds the %s where it does not belong', async (name, secret) => {
    const inFile = await verdict((place) => appendFileSync(join(place.at.folder, 'some.log'), secret));
    expect(inFile).toEqual([expect.stringContaining(`${name} is in`)]);
  });
});
