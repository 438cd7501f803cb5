import { describe, expect, it } from 'vitest';
import { readModelCatalogue } from './model-catalogue-schema.ts';
import { findModel, findHintedModels } from './model.ts';

const SMALL = {
  name: 'small-1',
  aliases: ['Haiku'],
  intelligence: 0.3,
  tokensPerSecond: 200,
  cost: { input: 1, output: 5 },
  context: 200_000,
  data: 'none',
};
const BIG = {
  name: 'big-1',
  intelligence: 0.95,
  tokensPerSecond: 50,
  cost: { input: 5, output: 25 },
  context: 200_000,
};

describe('a catalogue of models', () => {
  it('measures speed by the fastest, and takes what nobody said of data for the worst', () => {
    const [small, big] = readModelCatalogue([SMALL, BIG]);
    expect(small).toMatchObject({ speed: 1, data: 'none', contextTokens: 200_000, region: null });
    expect(big).toMatchObject({ speed: 0.25, data: 'trains', aliases: [], tokensPerSecond: 50 });
  });

  it.each([
    ['no list', SMALL],
    ['an empty one', []],
    ['an intelligence beyond 1', [{ ...SMALL, intelligence: 1.1 }]],
    ['a price below 0', [{ ...SMALL, cost: { input: -1, output: 1 } }]],
    ['an unknown member', [{ ...SMALL, price: 1 }]],
    ['no speed', [{ ...SMALL, tokensPerSecond: undefined }]],
    ['two speeds', [{ ...SMALL, speed: 1 }]],
    ['speeds that do not compare', [SMALL, { ...BIG, tokensPerSecond: undefined, speed: 0.5 }]],
    ['one name twice', [SMALL, { ...BIG, name: 'SMALL-1' }]],
    ['an alias that is a name', [SMALL, { ...BIG, aliases: ['small-1'] }]],
  ])('is refused with %s', (_, data) => {
    expect(() => readModelCatalogue(data)).toThrow(expect.objectContaining({ code: 'MODEL_CATALOGUE' }));
  });

  it('finds a model by name or alias, whatever the case', () => {
    const catalogue = readModelCatalogue([SMALL, BIG]);
    expect(findModel(catalogue, 'haiku')?.name).toBe('small-1');
    expect(findModel(catalogue, 'BIG-1')?.name).toBe('big-1');
    expect(findModel(catalogue, 'big')).toBeUndefined();
  });
});

describe('hints by name', () => {
  const catalogue = readModelCatalogue([SMALL, BIG]);
  const names = (...hints: string[]): string[] => findHintedModels(catalogue, hints).map(({ name }) => name);

  it('are parts of names and aliases, and the first that means any model counts', () => {
    expect(names('big')).toEqual(['big-1']);
    expect(names('aik')).toEqual(['small-1']);
    expect(names('-1')).toEqual(['small-1', 'big-1']);
    expect(names('gpt', 'big', 'small')).toEqual(['big-1']);
    expect(names('small', 'big')).toEqual(['small-1']);
    expect(names('gpt', '')).toEqual([]);
  });
});
