import { HINTS, HINT_NAMES } from '@callgate/core';
import { listReferences, readsCounters } from '@callgate/core/decide';
import type { Override } from '@callgate/core/disclose';
import { configErrors } from '@callgate/messages/errors/config';
import { ConditionError, findNearestName, parseCondition } from '@callgate/policy';
import type { YamlPath } from '@callgate/policy/yaml';
import type { ServerConfig } from './gateway-config.ts';
import type { OverrideConfigEntry, ServerConfigEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';

/** A hint by its name or by its annotation key; hints of one's own are known to the policy only. */
const hintName = (written: string): string =>
  HINT_NAMES.find((name) => name === written || HINTS[name].key === written) ?? written;

const readAnswers = (
  set: NonNullable<OverrideConfigEntry['set']>,
  at: YamlPath,
  reading: ConfigReader,
): Record<string, 'yes' | 'no'> => {
  const answers: Record<string, 'yes' | 'no'> = {};
  for (const [written, answer] of Object.entries(set)) {
    const name = hintName(written);
    const near = HINT_NAMES.some((hint) => hint === name)
      ? undefined
      : findNearestName(name, [...HINT_NAMES]);
    if (near !== undefined)
      reading.key('error', at, written, configErrors.servers.hint({ name: written, near }));
    answers[name] = answer;
  }
  return answers;
};

const readCondition = (
  when: string | undefined,
  at: YamlPath,
  reading: ConfigReader,
): Pick<Override, 'when'> => {
  if (when === undefined) return {};
  try {
    const condition = parseCondition(when);
    if (listReferences(condition).fields.size === 0 && !readsCounters(condition)) return { when: condition };
    reading.error(at, configErrors.servers.condition());
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    reading.error(at, { code: 'CONFIG_CONDITION', message: error.message, help: error.help });
  }
  return {};
};

export const readOverrides = (
  entries: ServerConfigEntry['overrides'],
  at: YamlPath,
  reading: ConfigReader,
): ServerConfig['overrides'] => {
  if (!Array.isArray(entries))
    return Object.entries(entries ?? {}).map(([tools, set]) => ({
      tools,
      override: { set: readAnswers(set, [...at, tools], reading) },
    }));
  return entries.flatMap(({ tools: patterns = ['*'], when, set = {}, ...rest }, index) => {
    const override = {
      ...rest,
      set: readAnswers(set, [...at, index, 'set'], reading),
      ...readCondition(when, [...at, index, 'when'], reading),
    };
    return patterns.map((tools) => ({ tools, override }));
  });
};
