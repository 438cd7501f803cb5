import type { ApproverRequirement, ConcurrencyLimit, RuleObligations } from '@callgate/core/decide';
import { parseDuration } from './duration.ts';
import type { RuleEntry } from './policy-file.ts';
import { parseHours } from './hours.ts';

/** What may be written without the list. */
export const toList = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

export const readApprovers = (entry: RuleEntry['approvers']): ApproverRequirement[] | undefined => {
  if (entry === undefined) return undefined;
  if (typeof entry === 'number') return [{ count: entry }];
  return toList(entry).map(({ count, group }) => (group === undefined ? { count } : { count, group }));
};

export const readConcurrency = (entry: RuleEntry['concurrency']): ConcurrencyLimit | undefined =>
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
export const readObligations = (entry: RuleEntry): RuleObligations =>
  present({
    approvers: readApprovers(entry.approvers),
    terms: entry.terms,
    audit: entry.audit,
    redact: entry.redact === undefined ? undefined : toList(entry.redact),
    noCaching: entry.caching === false ? (true as const) : undefined,
    timeoutMs: entry.timeout === undefined ? undefined : parseDuration(entry.timeout),
    retries: entry.retries,
    concurrency: readConcurrency(entry.concurrency),
    hours: entry.hours === undefined ? undefined : parseHours(toList(entry.hours)),
    progress: entry.progress,
    aiTag: entry.aiTag,
    undo: entry.undo,
    preview: entry.preview,
    raise: entry.raise === undefined ? undefined : toList(entry.raise),
    notify: entry.notify === undefined ? undefined : toList(entry.notify),
    model: modelOf(entry.model),
  });

export const readToolPatterns = (entry: RuleEntry): readonly string[] =>
  entry.tools === undefined ? ['*'] : toList(entry.tools);
