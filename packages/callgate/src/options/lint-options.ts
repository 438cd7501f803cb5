import type { LintOptions, Severity } from '@callgate/catalogue/lint';
import { SEVERITIES, findRule } from '@callgate/catalogue/lint';
import { CallgateError, display } from '@callgate/core';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { optionErrors } from '@callgate/messages/errors/option';
import { z } from 'zod';
import { readDataFile } from '../catalogue/read-catalogue.ts';

const LEVELS: readonly (Severity | 'off')[] = [...SEVERITIES, 'off'];

/** `hints/missing=off`, repeatable. */
export const parseRuleLevels = (written: readonly string[]): NonNullable<LintOptions['rules']> =>
  Object.fromEntries(
    written.map((pair) => {
      const [id = '', value = ''] = pair.split('=');
      const level = LEVELS.find((each) => each === value);
      if (level === undefined)
        throw new CallgateError(
          optionErrors.ruleLevel({ value: display(pair, { max: 80 }), levels: LEVELS.join(', ') }),
        );
      return [findRule(id).id, level] as const;
    }),
  );

export type LintThreshold = Severity | 'none';
export const LINT_THRESHOLDS: readonly LintThreshold[] = [...SEVERITIES, 'none'];

export const parseLintThreshold = (written: string | undefined): LintThreshold => {
  const bar = LINT_THRESHOLDS.find((each) => each === (written ?? 'warning'));
  if (bar !== undefined) return bar;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'fail-on',
      value: display(written ?? '', { max: 40 }),
      values: LINT_THRESHOLDS.join(', '),
    }),
  );
};

const durations = z.record(z.string(), z.array(z.number().min(0)));

/** A file of recorded durations: `{"tool": [milliseconds, …]}`. */
export const readDurations = (path: string | undefined): NonNullable<LintOptions['durations']> => {
  if (path === undefined) return {};
  const read = durations.safeParse(readDataFile(path));
  if (read.success) return read.data;
  throw new CallgateError(dataFileErrors.durations({ path: display(path) }));
};
