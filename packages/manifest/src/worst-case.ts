import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES, describeTool } from '@callgate/core';
import type { Disclosure, FactName, Override } from '@callgate/core/disclose';
import { disclose } from '@callgate/core/disclose';
import type { SetDetail } from '@callgate/core/vocabulary';
import { SET_DETAILS } from '@callgate/core/vocabulary';
import { definitionOf } from './definitions.ts';
import type { Condition, DeclaredTool } from './manifest.ts';
import { conditionAnswers, setsOf } from './overrides.ts';
import { keyOfValue, listOf, tighteningOf } from './set-values.ts';

/** What is believed of a tool of one's own, with what one says of some of its calls. */
export const disclosureOf = (tool: DeclaredTool, overrides: readonly Override[] = []): Disclosure => {
  const { name, annotations, _meta } = definitionOf(tool);
  const described = describeTool({
    server: 'manifest',
    trust: 'owned',
    // what is believed does not depend on schemas, which may be large
    definition: { name, annotations, _meta },
    overrides,
  });
  return disclose(described, 'all', described.overrides, []);
};

const FACTS: readonly (readonly [FactName, string])[] = [
  ['mutates', 'these calls would change things'],
  ['destroys', 'these calls would destroy'],
  ['irreversible', 'what these calls do could not be undone'],
  ['outward', 'these calls would reach outside'],
  ['returnsUntrusted', 'these calls would return untrusted content'],
  ['readsPrivate', 'these calls would read private data'],
];

const RANK = { no: 0, unknown: 1, yes: 2 } as const;

const careOf = (hint: HintName, answer: 'yes' | 'no' | 'unknown'): number =>
  answer === 'unknown' ? 1 : answer === HINTS[hint].relaxing ? 0 : 2;

/** A place where a condition is less safe than the worst case. */
export interface Excess {
  /** The hint or set it is about. */
  readonly key: string;
  readonly message: string;
}

const stepOf = (detail: SetDetail, value: string): number => {
  const key = keyOfValue(detail, value);
  return key === undefined ? -1 : Object.keys(key.values).indexOf(value);
};

const setExcess = (
  detail: SetDetail,
  values: readonly string[],
  worst: readonly string[] | undefined,
): Excess | undefined => {
  if (worst === undefined) return { key: detail, message: `the worst case says nothing about \`${detail}\`` };
  const above = values.find((value) => {
    const key = keyOfValue(detail, value);
    return key === undefined
      ? !worst.includes(value)
      : !worst.some(
          (declared) =>
            keyOfValue(detail, declared) === key && stepOf(detail, declared) >= stepOf(detail, value),
        );
  });
  return above === undefined
    ? undefined
    : { key: detail, message: `\`${detail}: ${above}\` is beyond the worst case, ${worst.join(', ')}` };
};

/** Everything in which a condition is less safe than the worst case: hint by hint, set by set, and in what follows from them. */
export const excessOf = (tool: DeclaredTool, condition: Condition): readonly Excess[] => {
  const found: Excess[] = [];
  const worst = disclosureOf(tool);
  const answers = conditionAnswers(condition, tool.hints);
  for (const hint of HINT_NAMES) {
    const answer = answers[hint];
    if (answer === undefined || careOf(hint, answer) <= careOf(hint, worst.beliefs[hint].value)) continue;
    const value = tighteningOf(hint) === 'yes';
    const known = worst.beliefs[hint].value;
    found.push({
      key: hint,
      message: `\`${hint}: ${String(value)}\` is beyond the worst case, which ${known === 'unknown' ? 'says nothing about it' : `says ${String(!value)}`}`,
    });
  }
  for (const detail of SET_DETAILS) {
    const values = condition.hints[detail];
    if (values === undefined) continue;
    const declared = tool.hints[detail];
    const excess = setExcess(detail, listOf(values), declared === undefined ? undefined : listOf(declared));
    if (excess !== undefined) found.push(excess);
  }
  if (found.length > 0) return found;
  const then = disclosureOf(tool, [{ set: { ...answers }, sets: setsOf(condition.hints) }]);
  for (const [fact, words] of FACTS)
    if (RANK[then.facts[fact].value] > RANK[worst.facts[fact].value])
      found.push({ key: fact, message: `${words}, which the worst case does not say` });
  return found;
};
