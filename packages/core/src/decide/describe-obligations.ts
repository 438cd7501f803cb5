import { decisionMessages } from '@callgate/messages/decision';
import { formatHours } from './format-hours.ts';
import type { Obligations } from './obligations.ts';
import { display } from '../receive/display.ts';

const seconds = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`);

/** What must happen besides, in words; nothing for what is ordinary. Safe to show. */
export const describeObligations = (obligations: Obligations): string[] => {
  const text = decisionMessages.requirement;
  const words = obligations.approvers.map(({ count, group }) =>
    text.approvals({ count, group: group === undefined ? undefined : display(group) }),
  );
  if (obligations.terms === 'strong') words.push(text.extraChecks);
  if (obligations.audit === 'full') words.push(text.fullAudit);
  if (obligations.redact.length > 0)
    words.push(text.redacted({ names: obligations.redact.map((name) => display(name)) }));
  if (obligations.noCaching) words.push(text.noCaching);
  if (obligations.timeoutMs !== null) words.push(text.timeout({ time: seconds(obligations.timeoutMs) }));
  if (obligations.retries > 0) words.push(text.retries({ count: obligations.retries }));
  for (const limit of obligations.concurrency) words.push(text.concurrency(limit));
  if (obligations.hours !== null) words.push(text.hours({ windows: formatHours(obligations.hours) }));
  if (obligations.progress) words.push(text.progress);
  if (obligations.aiTag) words.push(text.aiTag);
  if (obligations.undo) words.push(text.undo);
  if (obligations.preview) words.push(text.preview);
  for (const who of obligations.notify) words.push(text.notify({ who: display(who) }));
  for (const label of obligations.raise ?? []) words.push(text.raise({ label: display(label) }));
  const { atLeast, atMost } = obligations.model;
  if (atLeast !== null) words.push(text.modelAtLeast({ level: atLeast }));
  if (atMost !== null) words.push(text.modelAtMost({ level: atMost }));
  return words;
};
