import { HINTS, HINT_NAMES } from '@callgate/core';
import { reads } from '@callgate/core/decide';
import type { Override } from '@callgate/core/disclose';
import { ConditionError, didYouMean, parseCondition } from '@callgate/policy';
import type { Path } from '@callgate/policy/yaml';
import type { ServerConfig } from './config.ts';
import type { OverrideEntry, ServerEntry } from './file-schema.ts';
import type { Problems } from './problems.ts';

/** A hint by its name or by its annotation key; hints of one's own are known to the policy only. */
const hintName = (written: string): string =>
  HINT_NAMES.find((name) => name === written || HINTS[name].key === written) ?? written;

const answersOf = (
  set: NonNullable<OverrideEntry['set']>,
  at: Path,
  problems: Problems,
): Record<string, 'yes' | 'no'> => {
  const answers: Record<string, 'yes' | 'no'> = {};
  for (const [written, word] of Object.entries(set)) {
    const name = hintName(written);
    const near = HINT_NAMES.some((hint) => hint === name) ? undefined : didYouMean(name, [...HINT_NAMES]);
    if (near !== undefined)
      problems.key('error', at, written, {
        code: 'CONFIG_HINT',
        message: `there is no hint \`${written}\``,
        help: near,
      });
    answers[name] = word === true || word === 'yes' ? 'yes' : 'no';
  }
  return answers;
};

const conditionOf = (when: string | undefined, at: Path, problems: Problems): Pick<Override, 'when'> => {
  if (when === undefined) return {};
  try {
    const condition = parseCondition(when);
    if (reads(condition).fields.size === 0) return { when: condition };
    problems.error(
      at,
      'CONFIG_CONDITION',
      'a condition of an override reads arguments only',
      'put conditions on the session or the principal into the policy',
    );
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    problems.error(at, 'CONFIG_CONDITION', error.message, error.help);
  }
  return {};
};

const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

const overrideOf = (entry: OverrideEntry, at: Path, problems: Problems): Override => ({
  set: answersOf(entry.set ?? {}, [...at, 'set'], problems),
  ...(entry.sets === undefined
    ? {}
    : {
        sets: Object.fromEntries(
          Object.entries(entry.sets).map(([name, value]) => [name, listOf(value ?? [])]),
        ),
      }),
  ...(entry.roles === undefined ? {} : { roles: entry.roles }),
  ...(entry.directory === undefined ? {} : { directory: entry.directory }),
  ...(entry.definition === undefined ? {} : { definition: entry.definition }),
  ...(entry.reason === undefined ? {} : { reason: entry.reason }),
  ...conditionOf(entry.when, [...at, 'when'], problems),
});

/** What the operator says of tools, one entry a pattern. */
export const readOverrides = (
  entries: ServerEntry['overrides'],
  at: Path,
  problems: Problems,
): ServerConfig['overrides'] => {
  if (entries === undefined) return [];
  if (!Array.isArray(entries))
    return Object.entries(entries).map(([tools, set]) => ({
      tools,
      override: { set: answersOf(set, [...at, tools], problems) },
    }));
  return entries.flatMap((entry, index) => {
    const override = overrideOf(entry, [...at, index], problems);
    return listOf(entry.tools ?? '*').map((tools) => ({ tools, override }));
  });
};
