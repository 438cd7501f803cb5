import type { Obligations } from './obligations.ts';
import { display } from '../receive/display.ts';

const seconds = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`);

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Minutes since Monday 00:00 as `Tue 22:00`. */
export const weekClock = (minutes: number): string => {
  const day = DAYS[Math.floor(minutes / 1440) % 7] ?? '';
  const [hour, minute] = [Math.floor((minutes % 1440) / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${day} ${hour}:${minute}`;
};

/** What must happen besides, in words; nothing for what is ordinary. Safe to show. */
export const obligationWords = (obligations: Obligations): string[] => {
  const words = obligations.approvers.map(({ count, group }) =>
    group === undefined
      ? `${count} ${count === 1 ? 'person' : 'people'} must agree`
      : `${count} of ${display(group)} must agree`,
  );
  if (obligations.terms === 'strong')
    words.push(
      'strong terms: never by grant, the whole arguments opened, a second person where there is one',
    );
  if (obligations.audit === 'full') words.push('results are recorded whole, up to 1 MiB');
  if (obligations.redact.length > 0)
    words.push(`protected in the record: ${obligations.redact.map((name) => display(name)).join(', ')}`);
  if (obligations.noCaching) words.push('no caching');
  if (obligations.timeoutMs !== null)
    words.push(`no longer waited for after ${seconds(obligations.timeoutMs)}`);
  if (obligations.retries > 0) words.push(`retried up to ${obligations.retries} times`);
  for (const { limit, per } of obligations.concurrency) words.push(`at most ${limit} at once per ${per}`);
  if (obligations.hours !== null)
    words.push(
      `only ${obligations.hours.map(({ from, to }) => `${weekClock(from)} to ${weekClock(to)}`).join(', ') || 'never'}`,
    );
  if (obligations.progress) words.push('progress is shown');
  if (obligations.aiTag) words.push('tagged as AI use');
  if (obligations.undo) words.push('the tool that undoes it is named, if it declares one');
  if (obligations.preview) words.push('a preview is requested, which no tool can give yet');
  for (const who of obligations.notify) words.push(`an alert for ${display(who)}`);
  const { atLeast, atMost } = obligations.model;
  if (atLeast !== null) words.push(`a model of at least ${atLeast}`);
  if (atMost !== null) words.push(`a model of at most ${atMost}`);
  return words;
};
