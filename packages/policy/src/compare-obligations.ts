import type { Json } from '@callgate/core';
import { canonical } from '@callgate/core';
import type { ApproverRequirement, Obligations } from '@callgate/core/decide';
import { formatHours } from '@callgate/core/decide';
import { parseDuration } from './duration.ts';
import { parseHours } from './hours.ts';
import type { ExpectedObligations } from './policy-file.ts';
import { readApprovers, readConcurrency, toList } from './rule-entry.ts';

export interface ObligationDifference {
  /** As a rule calls it. */
  readonly key: string;
  readonly expected: Json;
  readonly actual: Json;
}

const byText = (list: readonly Json[]): readonly Json[] =>
  list.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1));

const approvers = (demands: readonly ApproverRequirement[]): Json =>
  byText(demands.map(({ count, group }) => (group === undefined ? { count } : { count, group })));

/** What is written and what is demanded, in one form. */
const READERS: {
  readonly [K in keyof Required<ExpectedObligations>]: (
    written: Pick<ExpectedObligations, K>,
    demanded: Obligations,
  ) => readonly [expected: Json, actual: Json];
} = {
  approvers: ({ approvers: written }, demanded) => [
    written === 0 ? [] : approvers(readApprovers(written) ?? []),
    approvers(demanded.approvers),
  ],
  terms: ({ terms = 'plain' }, demanded) => [terms, demanded.terms],
  audit: ({ audit = 'standard' }, demanded) => [audit, demanded.audit],
  redact: ({ redact }, demanded) => [byText(toList(redact)), byText(demanded.redact)],
  caching: ({ caching = true }, demanded) => [caching, !demanded.noCaching],
  timeout: ({ timeout }, demanded) => [
    timeout === undefined || timeout === 'none' ? null : (parseDuration(timeout) ?? 0),
    demanded.timeoutMs,
  ],
  retries: ({ retries = 0 }, demanded) => [retries, demanded.retries],
  concurrency: ({ concurrency }, demanded) => [
    concurrency === undefined || concurrency === 'none'
      ? []
      : toList(readConcurrency(concurrency)).map(({ limit, per }) => ({ limit, per })),
    demanded.concurrency.map(({ limit, per }) => ({ limit, per })),
  ],
  hours: ({ hours }, demanded) => [
    hours === undefined || hours === 'none' ? null : formatHours(parseHours(toList(hours)) ?? []),
    demanded.hours === null ? null : formatHours(demanded.hours),
  ],
  progress: ({ progress = false }, demanded) => [progress, demanded.progress],
  aiTag: ({ aiTag = false }, demanded) => [aiTag, demanded.aiTag],
  undo: ({ undo = false }, demanded) => [undo, demanded.undo],
  preview: ({ preview = false }, demanded) => [preview, demanded.preview],
  notify: ({ notify }, demanded) => [byText(toList(notify)), byText(demanded.notify)],
  raise: ({ raise }, demanded) => [byText(toList(raise)), byText(demanded.raise ?? [])],
  model: ({ model }, demanded) => [
    { atLeast: model?.atLeast ?? null, atMost: model?.atMost ?? null },
    { atLeast: demanded.model.atLeast, atMost: demanded.model.atMost },
  ],
};

const isKey = (key: string): key is keyof typeof READERS => Object.hasOwn(READERS, key);

/** Where a decision demands something else than a test expects. Only what is written is compared. */
export const compareObligations = (
  written: ExpectedObligations,
  demanded: Obligations,
): readonly ObligationDifference[] =>
  Object.keys(written)
    .filter(isKey)
    .flatMap((key) => {
      const [expected, actual] = READERS[key](written, demanded);
      return canonical(expected) === canonical(actual) ? [] : [{ key, expected, actual }];
    });
