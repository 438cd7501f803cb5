import type { HintName } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import type { Override } from '@callgate/core/disclose';
import type { HintValues, SetDetail } from '@callgate/core/vocabulary';
import { SET_DETAILS } from '@callgate/core/vocabulary';
import { conversionMessages } from '@callgate/messages/conversion';
import { parseCondition } from '@callgate/policy';
import type { ToolDefinition } from './tool-definition.ts';
import { definitionsOf } from './tool-definition.ts';
import type { HintCondition, ConditionalHints, ManifestTool, Manifest } from './manifest.ts';
import { addTypeTests } from './typed-condition.ts';
import { groupByDocument, toValueList, readValueAnswers, getTighteningAnswer } from './set-values.ts';

/** What a read cannot do, whatever the same tool may do with other arguments. */
const OF_A_READ: HintValues = { readOnly: 'yes', destructive: 'no' };

/** What hints say of each three-valued one: their own word and what the sets mean, the tightest of both. */
export const readHintAnswers = (hints: ConditionalHints): HintValues => {
  const bySets = SET_DETAILS.flatMap((detail) => {
    const values = hints[detail];
    return values === undefined
      ? []
      : groupByDocument(detail, toValueList(values)).map((group) => readValueAnswers(detail, group));
  });
  const answers: { [H in HintName]?: 'yes' | 'no' } = {};
  for (const name of HINT_NAMES) {
    const own = hints[name];
    const said = [
      ...(own === undefined ? [] : [own ? ('yes' as const) : ('no' as const)]),
      ...bySets.flatMap((says) => says[name] ?? []),
    ];
    const tightest = said.includes(getTighteningAnswer(name)) ? getTighteningAnswer(name) : said[0];
    if (tightest !== undefined) answers[name] = tightest;
  }
  return answers;
};

/**
 * What a condition says: a read with these arguments destroys nothing, even where the worst case does. One that says
 * it is no read says so of that too, so that another condition, met by the same call, does not answer for it.
 */
export const readConditionAnswers = (condition: HintCondition, worst: ConditionalHints): HintValues => {
  const answers = readHintAnswers(condition.hints);
  if (answers.readOnly === 'yes') return { ...OF_A_READ, ...answers };
  return answers.readOnly === 'no'
    ? { destructive: readHintAnswers(worst).destructive ?? getTighteningAnswer('destructive'), ...answers }
    : answers;
};

export const readHintSets = (hints: ConditionalHints): NonNullable<Override['sets']> => {
  const sets: { [D in SetDetail]?: readonly string[] } = {};
  for (const detail of SET_DETAILS) {
    const values = hints[detail];
    if (values !== undefined) sets[detail] = toValueList(values);
  }
  return sets;
};

/** The conditions of one tool as an operator says them. Throws a `ConditionError` where one cannot be read. */
export const makeToolOverrides = (tool: ManifestTool): readonly Override[] =>
  (tool.conditions ?? []).map((condition) => ({
    set: { ...readConditionAnswers(condition, tool.hints) },
    sets: readHintSets(condition.hints),
    when: addTypeTests(parseCondition(condition.when), tool.inputSchema),
    reason: conversionMessages.overrideReason({ condition: condition.when }),
  }));

/**
 * What holds for calls that meet a condition, by tool, as the operator's word: it relaxes the worst case for them.
 * Only for a manifest of one's own; what a stranger's says depends on arguments counts for nothing.
 */
export const overridesOf = (manifest: Manifest): Readonly<Record<string, readonly Override[]>> =>
  Object.fromEntries(
    manifest.tools
      .filter((tool) => (tool.conditions ?? []).length > 0)
      .map((tool) => [tool.name, makeToolOverrides(tool)]),
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
