import { HINTS, HINT_NAMES } from '@callgate/core';
import { reads } from '@callgate/core/decide';
import type { Override } from '@callgate/core/disclose';
import { ConditionError, didYouMean, parseCondition } from '@callgate/policy';
import type { Path } from '@callgate/policy/yaml';
import type { ServerConfig } from './config.ts';
import type { OverrideEntry, ServerEntry } from './file-schema.ts';
import type { Reading } from './reading.ts';

/** A hint by its name or by its annotation key; hints of one's own are known to the policy only. */
const hintName = (written: string): string =>
  HINT_NAMES.find((name) => name === written || HINTS[name].key === written) ?? written;

const answersOf = (
  set: NonNullable<OverrideEntry['set']>,
  at: Path,
  reading: Reading,
): Record<string, 'yes' | 'no'> => {
  const answers: Record<string, 'yes' | 'no'> = {};
  for (const [written, answer] of Object.entries(set)) {
    const name = hintName(written);
    const near = HINT_NAMES.some((hint) => hint === name) ? undefined : didYouMean(name, [...HINT_NAMES]);
    if (near !== undefined)
      reading.key('error', at, written, {
        code: 'CONFIG_HINT',
        message: `there is no hint \`${written}\``,
        help: near,
      });
    answers[name] = answer;
  }
  return answers;
};

const conditionOf = (when: string | undefined, at: Path, reading: Reading): Pick<Override, 'when'> => {
  if (when === undefined) return {};
  try {
    const condition = parseCondition(when);
    if (reads(condition).fields.size === 0) return { when: condition };
    reading.error(
      at,
      'CONFIG_CONDITION',
      'a condition of an override reads arguments only',
      'put conditions on the session or the principal into the policy',
    );
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    reading.error(at, 'CONFIG_CONDITION', error.message, error.help);
  }
  return {};
};

export const readOverrides = (
  entries: ServerEntry['overrides'],
  at: Path,
  reading: Reading,
): ServerConfig['overrides'] => {
  if (!Array.isArray(entries))
    return Object.entries(entries ?? {}).map(([tools, set]) => ({
      tools,
      override: { set: answersOf(set, [...at, tools], reading) },
    }));
  return entries.flatMap(({ tools: patterns = ['*'], when, set = {}, ...rest }, index) => {
    const override = {
      ...rest,
      set: answersOf(set, [...at, index, 'set'], reading),
      ...conditionOf(when, [...at, index, 'when'], reading),
    };
    return patterns.map((tools) => ({ tools, override }));
  });
};
