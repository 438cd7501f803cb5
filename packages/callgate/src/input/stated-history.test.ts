import { loadPolicy } from '@callgate/policy';
import { expect, it } from 'vitest';
import { readStatedHistory } from './stated-history.ts';

const loaded = loadPolicy([
  {
    name: 'p.yaml',
    text: `extends: balanced
rules:
  - {id: before, when: '!after("review/ok")', then: confirm, reason: r}
  - {id: many, when: 'count("a/*", "1d") > 5', then: block, reason: r}
`,
  },
]);
if (!loaded.ok) throw new Error('the policy is wrong');
const { policy } = loaded;

const AFTER = 'after("review/ok")';
const COUNT = 'count("a/*", "1d")';

it('is stated by counters, however they are written', () => {
  expect(readStatedHistory(policy, { "after( 'review/ok' )": true, "count('a/*','24h')": 3 }, 1000)).toEqual({
    history: { [AFTER]: { most: 1000, ran: 1000 }, [COUNT]: { most: 3, ran: 3, first: 1000 } },
  });
});

it.each([`!${AFTER}`, `${AFTER} && ${COUNT} > 1`, `${COUNT} < 5`, `5 < ${COUNT}`, `${COUNT} >= 2`])(
  'is not stated by %s, which says more than a counter',
  (written) => {
    for (const said of [true, 3])
      expect(() => readStatedHistory(policy, { [written]: said }, 1000)).toThrow('history: ');
  },
);
