import { describe, expect, it } from 'vitest';
import { ALWAYS, DiagramTooLarge, Diagrams, NEVER } from './diagrams.ts';
import { seededRandom } from './seeded-random.ts';

describe('a diagram', () => {
  it('has one node for one function, however it is put together', () => {
    const diagrams = new Diagrams();
    const a = diagrams.where(diagrams.addVariable('a', [0, 1, 1]), (value) => value === 1);
    const b = diagrams.where(diagrams.addVariable('b', [0, 1]), (value) => value === 1);
    expect(diagrams.not(diagrams.or(a, b))).toBe(diagrams.and(diagrams.not(a), diagrams.not(b)));
    expect(diagrams.without(a, b)).toBe(diagrams.and(a, diagrams.not(b)));
    expect(diagrams.without(ALWAYS, b)).toBe(diagrams.not(b));
    expect([diagrams.any([]), diagrams.all([])]).toEqual([NEVER, ALWAYS]);
    expect(diagrams.or(a, ALWAYS)).toBe(ALWAYS);
  });

  it('agrees with evaluating what it was made of, under every assignment', () => {
    const random = seededRandom(3);
    const diagrams = new Diagrams();
    const variables = Array.from({ length: 6 }, (_, at) => diagrams.addVariable(`v${at}`, [0, 1, 2]));
    type Made = { readonly guard: number; readonly isTrue: (values: readonly number[]) => boolean };
    let made: Made[] = variables.map((variable, at) => ({
      guard: diagrams.where(variable, (value) => value !== 1),
      isTrue: (values) => values[at] !== 1,
    }));
    for (let round = 0; round < 200; round += 1) {
      const [a, b] = [random.pick(made), random.pick(made)];
      const next: readonly Made[] = [
        { guard: diagrams.and(a.guard, b.guard), isTrue: (values) => a.isTrue(values) && b.isTrue(values) },
        { guard: diagrams.or(a.guard, b.guard), isTrue: (values) => a.isTrue(values) || b.isTrue(values) },
        {
          guard: diagrams.without(a.guard, b.guard),
          isTrue: (values) => a.isTrue(values) && !b.isTrue(values),
        },
        { guard: diagrams.not(a.guard), isTrue: (values) => !a.isTrue(values) },
      ];
      made = [...made.slice(-20), random.pick(next)];
    }
    for (let number = 0; number < 3 ** 6; number += 1) {
      const values = variables.map((_, at) => Math.floor(number / 3 ** at) % 3);
      const assignment = new Map(variables.map((variable, at) => [variable, values[at] ?? 0]));
      for (const { guard, isTrue } of made) expect(diagrams.isTrue(guard, assignment)).toBe(isTrue(values));
    }
  });

  it('finds the values that cost least, and none where there are none', () => {
    const diagrams = new Diagrams();
    const [a, b] = [diagrams.addVariable('a', [0, 5]), diagrams.addVariable('b', [0, 3, 1])];
    const guard = diagrams.or(
      diagrams.where(a, (value) => value === 1),
      diagrams.where(b, (value) => value > 0),
    );
    expect(diagrams.cheapest(guard)).toEqual(
      new Map([
        [a, 0],
        [b, 2],
      ]),
    );
    const rest = diagrams.without(
      guard,
      diagrams.cube(
        new Map([
          [a, 0],
          [b, 2],
        ]),
      ),
    );
    expect(diagrams.cheapest(rest)).toEqual(
      new Map([
        [a, 0],
        [b, 1],
      ]),
    );
    expect(diagrams.cheapest(NEVER)).toBeUndefined();
  });

  it('keeps functions apart when it grows', () => {
    const diagrams = new Diagrams();
    const variables = Array.from({ length: 14 }, (_, at) => diagrams.addVariable(`v${at}`, [0, 1]));
    const numbers = Array.from({ length: 6000 }, (_, number) =>
      diagrams.cube(new Map(variables.map((variable, at) => [variable, (number >> at) & 1]))),
    );
    expect(diagrams.size).toBeGreaterThan(6000);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('is given up where it becomes too large', () => {
    const diagrams = new Diagrams(4);
    const variables = Array.from({ length: 4 }, (_, at) => diagrams.addVariable(`v${at}`, [0, 1]));
    expect(() =>
      diagrams.all(variables.map((variable) => diagrams.where(variable, (value) => value === 1))),
    ).toThrow(DiagramTooLarge);
  });
});
