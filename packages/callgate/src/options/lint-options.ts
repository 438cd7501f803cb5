import type { LintOptions, Severity } from '@callgate/catalogue/lint';
import { SEVERITIES, ruleOf } from '@callgate/catalogue/lint';
import { CallgateError, display } from '@callgate/core';
import { z } from 'zod';
import { readDataFile } from '../catalogue/read.ts';

const LEVELS: readonly (Severity | 'off')[] = [...SEVERITIES, 'off'];

/** `hints/missing=off`, as often as somebody likes. */
export const rulesFrom = (written: readonly string[]): NonNullable<LintOptions['rules']> =>
  Object.fromEntries(
    written.map((pair) => {
      const [id = '', value = ''] = pair.split('=');
      const level = LEVELS.find((each) => each === value);
      if (level === undefined)
        throw new CallgateError('OPTION_VALUE', `--rule cannot be \`${display(pair, { max: 80 })}\``, {
          help: `write RULE=${LEVELS.join('|')}`,
        });
      return [ruleOf(id).id, level] as const;
    }),
  );

export type Bar = Severity | 'none';
export const BARS: readonly Bar[] = [...SEVERITIES, 'none'];

export const barFrom = (written: string | undefined): Bar => {
  const bar = BARS.find((each) => each === (written ?? 'warning'));
  if (bar !== undefined) return bar;
  throw new CallgateError('OPTION_VALUE', `--fail-on knows no \`${display(written ?? '', { max: 40 })}\``, {
    help: `use ${BARS.join(', ')}`,
  });
};

const durations = z.record(z.string(), z.array(z.number().min(0)));

/** A file of recorded durations: `{"tool": [milliseconds, …]}`. */
export const durationsFrom = (path: string | undefined): NonNullable<LintOptions['durations']> => {
  if (path === undefined) return {};
  const read = durations.safeParse(readDataFile(path));
  if (read.success) return read.data;
  throw new CallgateError('DURATIONS_SHAPE', `${display(path)} holds no durations`, {
    help: 'write {"tool": [milliseconds, …], …}',
  });
};
