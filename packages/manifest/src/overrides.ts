import type { HintName } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import type { Override } from '@callgate/core/disclose';
import type { Says, SetDetail } from '@callgate/core/vocabulary';
import { SET_DETAILS } from '@callgate/core/vocabulary';
import { parseCondition } from '@callgate/policy';
import type { ToolDefinition } from './definitions.ts';
import { definitionsOf } from './definitions.ts';
import type { Condition, ConditionalHints, DeclaredTool, Manifest } from './manifest.ts';
import { typedCondition } from './typed-condition.ts';
import { byDocument, listOf, saysOf, tighteningOf } from './set-values.ts';

/** What a read cannot do, whatever the same tool may do with other arguments. */
const OF_A_READ: Says = { readOnly: 'yes', destructive: 'no' };

/** What hints say of each three-valued one: their own word and what the sets mean, the tightest of both. */
export const answersOf = (hints: ConditionalHints): Says => {
  const bySets = SET_DETAILS.flatMap((detail) => {
    const values = hints[detail];
    return values === undefined
      ? []
      : byDocument(detail, listOf(values)).map((group) => saysOf(detail, group));
  });
  const answers: { [H in HintName]?: 'yes' | 'no' } = {};
  for (const name of HINT_NAMES) {
    const own = hints[name];
    const said = [
      ...(own === undefined ? [] : [own ? ('yes' as const) : ('no' as const)]),
      ...bySets.flatMap((says) => says[name] ?? []),
    ];
    const tightest = said.includes(tighteningOf(name)) ? tighteningOf(name) : said[0];
    if (tightest !== undefined) answers[name] = tightest;
  }
  return answers;
};

/**
 * What a condition says: a read with these arguments destroys nothing, even where the worst case does. One that says
 * it is no read says so of that too, so that another condition, met by the same call, does not answer for it.
 */
export const conditionAnswers = (condition: Condition, worst: ConditionalHints): Says => {
  const answers = answersOf(condition.hints);
  if (answers.readOnly === 'yes') return { ...OF_A_READ, ...answers };
  return answers.readOnly === 'no'
    ? { destructive: answersOf(worst).destructive ?? tighteningOf('destructive'), ...answers }
    : answers;
};

export const setsOf = (hints: ConditionalHints): NonNullable<Override['sets']> => {
  const sets: { [D in SetDetail]?: readonly string[] } = {};
  for (const detail of SET_DETAILS) {
    const values = hints[detail];
    if (values !== undefined) sets[detail] = listOf(values);
  }
  return sets;
};

/** The conditions of one tool as an operator says them. Throws a `ConditionError` where one cannot be read. */
export const overridesOfTool = (tool: DeclaredTool): readonly Override[] =>
  (tool.conditions ?? []).map((condition) => ({
    set: { ...conditionAnswers(condition, tool.hints) },
    sets: setsOf(condition.hints),
    when: typedCondition(parseCondition(condition.when), tool.inputSchema),
    reason: `the manifest says so where ${condition.when}`,
  }));

/**
 * What holds for calls that meet a condition, by tool, as the operator's word: it relaxes the worst case for them.
 * Only for a manifest of one's own; what a stranger's says depends on arguments counts for nothing.
 */
export const overridesOf = (manifest: Manifest): Readonly<Record<string, readonly Override[]>> =>
  Object.fromEntries(
    manifest.tools
      .filter((tool) => (tool.conditions ?? []).length > 0)
      .map((tool) => [tool.name, overridesOfTool(tool)]),
  );

/** What a catalogue is made from. */
export interface CatalogueParts {
  readonly definitions: readonly ToolDefinition[];
  readonly operator: Readonly<Record<string, { readonly overrides: readonly Override[] }>>;
}

/**
 * Both halves of a manifest of one's own, for `catalogueFrom` of an adapter.
 *
 * @example
 * const { definitions, operator } = catalogueParts(manifest);
 * const catalogue = catalogueFrom(definitions, { server: 'app', trust: 'owned', operator });
 */
export const catalogueParts = (manifest: Manifest): CatalogueParts => ({
  definitions: definitionsOf(manifest),
  operator: Object.fromEntries(
    Object.entries(overridesOf(manifest)).map(([name, overrides]) => [name, { overrides }]),
  ),
});
