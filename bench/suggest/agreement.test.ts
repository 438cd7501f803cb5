import { expect, test } from 'vitest';
import { measureAgreement } from './agreement.ts';

const times = <T>(many: number, one: T): readonly T[] => Array.from({ length: many }, () => one);

test('kappa takes off what two readers would agree on by chance', () => {
  const { same, kappa } = measureAgreement([
    ...times(20, ['yes', 'yes'] as const),
    ...times(5, ['yes', 'no'] as const),
    ...times(10, ['no', 'yes'] as const),
    ...times(15, ['no', 'no'] as const),
  ]);
  expect(same).toEqual({ part: 35, whole: 50 });
  expect(kappa).toBeCloseTo(0.4);
});

test('an answer left open by both is the same answer, by one it is another', () => {
  const { same } = measureAgreement([
    [undefined, undefined],
    ['yes', undefined],
    ['no', 'no'],
  ]);
  expect(same).toEqual({ part: 2, whole: 3 });
});
