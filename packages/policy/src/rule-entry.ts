import type { ApproverDemand, ConcurrencyLimit, RuleObligations } from '@callgate/core/decide';
import { parseDuration } from './duration.ts';
import type { RuleEntry } from './file-schema.ts';
import { parseHours } from './hours.ts';

/** What may be written without the list. */
export const listOf = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const approversOf = (entry: RuleEntry['approvers']): ApproverDemand[] | undefined => {
  if (entry === undefined) return undefined;
  if (typeof entry === 'number') return [{ count: entry }];
  return listOf(entry).map(({ count, group }) => (group === undefined ? { count } : { count, group }));
};

const concurrencyOf = (entry: RuleEntry['concurrency']): ConcurrencyLimit | undefined =>
  typeof entry === 'number' ? { per: 'tool', limit: entry } : entry;

const modelOf = (entry: RuleEntry['model']): RuleObligations['model'] =>
  entry === undefined
    ? undefined
    : {
        ...(entry.atLeast === undefined ? {} : { atLeast: entry.atLeast }),
        ...(entry.atMost === undefined ? {} : { atMost: entry.atMost }),
      };

const present = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** What a rule of a file demands besides its outcome. */
export const obligationsOf = (entry: RuleEntry): RuleObligations =>
  present({
    approvers: approversOf(entry.approvers),
    terms: entry.terms,
    audit: entry.audit,
    redact: entry.redact === undefined ? undefined : listOf(entry.redact),
    noCaching: entry.caching === false ? (true as const) : undefined,
    timeoutMs: entry.timeout === undefined ? undefined : parseDuration(entry.timeout),
    retries: entry.retries,
    concurrency: concurrencyOf(entry.concurrency),
    hours: entry.hours === undefined ? undefined : parseHours(listOf(entry.hours)),
    progress: entry.progress,
    aiTag: entry.aiTag,
    undo: entry.undo,
    preview: entry.preview,
    notify: entry.notify === undefined ? undefined : listOf(entry.notify),
    model: modelOf(entry.model),
  });

export const toolsOf = (entry: RuleEntry): readonly string[] =>
  entry.tools === undefined ? ['*'] : listOf(entry.tools);
