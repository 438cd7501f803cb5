import type { JsonObject } from '@callgate/core';
import { describeTool } from '@callgate/core';
import { digestDefinition, disclose } from '@callgate/core/disclose';
import { describe, expect, it } from 'vitest';
import { findDifferingHints, draftPack, packText } from './draft-pack.ts';
import { findJudgement, matchPack, findMatchingPack } from './match-pack.ts';
import type { Pack } from './pack-schema.ts';
import type { PackFile } from './read-packs.ts';
import { readPack } from './read-packs.ts';
import { convertPackToReviews } from './convert-pack-to-reviews.ts';

const look: JsonObject = { name: 'look', description: 'Looks at a thing' };
const wipe: JsonObject = { name: 'wipe', description: 'Wipes a thing' };
const turn: JsonObject = { name: 'turn', description: 'Turns a thing' };

const judged = (definition: JsonObject, set: Pack['tools'][string]['set']): Pack['tools'][string] => ({
  definition: digestDefinition(definition).digest,
  set,
  why: 'Somebody looked.',
});

const PACK: Pack = {
  version: 1,
  server: 'npm:things',
  serverVersion: '1.0.0',
  reviewed: { by: 'somebody', at: '2026-01-31T12:00:00Z' },
  tools: {
    look: judged(look, { readOnly: 'yes', openWorld: 'no' }),
    wipe: { ...judged(wipe, { readOnly: 'no', destructive: 'no' }), doubt: 'It may wipe more.' },
  },
};

const fileOf = (name: string, pack: Pack): PackFile => ({
  name,
  path: `${name}.yaml`,
  text: packText(pack),
  outcome: { ok: true, pack },
});

const readOnlyOf = (definition: JsonObject): string => {
  const tool = describeTool({
    server: 's',
    definition,
    reviews: convertPackToReviews(PACK, { name: 'things' }),
  });
  const { value, ground } = disclose(tool, 'all', [], []).beliefs.readOnly;
  return `${value} by ${ground}`;
};

describe('the reviews of a pack', () => {
  it('carry who judged, when and why, with the doubt', () => {
    expect(convertPackToReviews(PACK, { name: 'things' })[1]).toEqual({
      definition: digestDefinition(wipe).digest,
      set: { readOnly: 'no', destructive: 'no' },
      by: 'pack things',
      at: '2026-01-31T12:00:00Z',
      reason: 'Somebody looked. In doubt: It may wipe more.',
    });
  });

  it('ground a belief about the definition that was judged and about no other', () => {
    expect(readOnlyOf(look)).toBe('yes by review');
    expect(readOnlyOf({ ...look, description: 'Looks at a thing.' })).toBe('no by default');
    expect(readOnlyOf({ ...look, annotations: {} })).toBe('no by default');
    expect(readOnlyOf(turn)).toBe('no by default');
  });
});

it('an operator relaxes further what they take out of a pack, and nothing else', () => {
  const believed = (except: readonly string[]): string => {
    const overrides = [{ set: { readOnly: 'yes' } as const }];
    const tool = describeTool({
      server: 's',
      definition: wipe,
      overrides,
      reviews: convertPackToReviews(PACK, { except }),
    });
    return disclose(tool, 'all', overrides, []).beliefs.readOnly.value;
  };
  expect(believed([])).toBe('no');
  expect(believed(['look'])).toBe('no');
  expect(believed(['wi*'])).toBe('yes');
});

describe('a pack and what a server lists', () => {
  const changed = { ...wipe, description: 'Wipes everything' };

  it('go together tool by tool', () => {
    expect(matchPack(PACK, [look, changed, turn])).toEqual({
      judged: ['look'],
      changed: ['wipe'],
      unknown: ['turn'],
      gone: [],
    });
    expect(matchPack(PACK, [look]).gone).toEqual(['wipe']);
    expect(findJudgement(PACK, changed)).toBeUndefined();
    expect(findJudgement(PACK, wipe)?.doubt).toBe('It may wipe more.');
  });

  it('are not mixed up by names that objects have of themselves', () => {
    const odd = { name: 'constructor' };
    expect(findJudgement(PACK, odd)).toBeUndefined();
    expect(matchPack(PACK, [odd]).unknown).toEqual(['constructor']);
  });

  it('are found for each other by what was judged, most first', () => {
    const older: Pack = { ...PACK, tools: { look: judged(look, { readOnly: 'yes' }) } };
    const packs = [fileOf('older', older), fileOf('things', PACK)];
    expect(findMatchingPack({ tools: [look, wipe] }, packs)?.name).toBe('things');
    expect(findMatchingPack({ tools: [look] }, packs)?.name).toBe('older');
    expect(findMatchingPack({ tools: [changed, turn] }, packs)).toBeUndefined();
  });
});

describe('a draft', () => {
  const draft = draftPack({
    server: 'npm:things',
    serverVersion: '1.0.0',
    reviewed: PACK.reviewed,
    listed: { tools: [{ name: 'get_thing', description: 'Returns a thing' }, { name: 'delete_thing' }] },
  });

  it('holds what is suggested and is no pack before somebody judged it', () => {
    expect(draft.tools['get_thing']?.set).toMatchObject({ readOnly: 'yes' });
    expect(draft.tools['get_thing']?.set).not.toHaveProperty('destructive');
    expect(draft.tools['delete_thing']?.set).toMatchObject({ readOnly: 'no', destructive: 'yes' });
    const outcome = readPack(packText(draft), 'draft');
    expect(outcome.ok ? [] : outcome.problems.map(({ message }) => message)).toEqual([
      '`why` must say what the tool does, as you judge it',
      '`why` must say what the tool does, as you judge it',
    ]);
  });

  it('is written so that it reads back the same', () => {
    const outcome = readPack(packText(PACK), 'p');
    expect(outcome.ok && outcome.pack).toEqual(PACK);
  });
});

it('a pack and a suggestion differ where both speak and say another thing', () => {
  const said = { confidence: 1, because: [] };
  expect(
    findDifferingHints(
      { set: { readOnly: 'no', openWorld: 'no', secret: 'yes' } },
      {
        readOnly: { value: 'yes', ...said },
        openWorld: { value: 'no', ...said },
        idempotent: { value: 'no', ...said },
      },
    ),
  ).toEqual(['readOnly']);
});
