import { systemClock } from '@callgate/gate';
import { MemorySharedState } from '@callgate/gate/store';
import { expect, it } from 'vitest';
import { ResultResources } from './result-resources.ts';

const giving = (...uris: readonly string[]): { readonly content: { type: string; uri: string }[] } => ({
  content: uris.map((uri) => ({ type: 'resource_link', uri })),
});

const processes = (count: number): readonly ResultResources[] => {
  const board = new MemorySharedState(systemClock);
  return Array.from({ length: count }, () => new ResultResources(board, () => systemClock.now()));
};

it('every process knows which servers gave a uri', async () => {
  const [one, other] = processes(2);
  await one?.note('notes', giving('note://1', 'note://2'), 'ann');
  await other?.note('mail', giving('note://2'), 'ann');
  for (const process of [one, other]) {
    expect(await process?.servers('note://1')).toEqual(['notes']);
    expect((await process?.servers('note://2'))?.toSorted()).toEqual(['mail', 'notes']);
    expect(await process?.servers('note://3')).toEqual([]);
  }
});

it('a server that makes up uris all the time keeps none of another from being known', async () => {
  const [one, other] = processes(2);
  for (let at = 0; at < 30; at += 1)
    await one?.note(
      'evil',
      giving(...Array.from({ length: 300 }, (_, index) => `made://${at}/${index}`)),
      `agent ${at}`,
    );
  await one?.note('notes', giving('note://1'), 'ann');
  expect(await other?.servers('made://0/0')).toEqual(['evil']);
  expect(await other?.servers('made://0/299')).toEqual([]);
  expect(await other?.servers('made://29/0')).toEqual([]);
  expect(await other?.servers('note://1')).toEqual(['notes']);
});

it('knows nothing of others where there are none', async () => {
  const alone = new ResultResources(undefined, () => 0);
  await alone.note('notes', giving('note://1'), 'ann');
  expect(await alone.servers('note://1')).toEqual([]);
  expect(alone.isShared).toBe(false);
});

it('a principal that has a server make up uris keeps none that it gave to others from being known', async () => {
  const [one, other] = processes(2);
  for (let at = 0; at < 30; at += 1)
    await one?.note(
      'notes',
      giving(...Array.from({ length: 200 }, (_, index) => `made://${at}/${index}`)),
      'eve',
    );
  await one?.note('notes', giving('note://1'), 'ann');
  expect(await other?.servers('made://0/0')).toEqual(['notes']);
  expect(await other?.servers('made://29/0')).toEqual([]);
  expect(await other?.servers('note://1')).toEqual(['notes']);
});
