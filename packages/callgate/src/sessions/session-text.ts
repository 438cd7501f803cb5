import { display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import type { SessionItem } from '@callgate/operations/api';
import { formatCount, formatInteger } from '../show/format-columns.ts';
import { bold, dim } from '../show/style.ts';
import { momentText, spanText } from '../show/time-text.ts';

/** `private known, untrusted possible`. */
export const labelsText = (labels: SessionItem['labels']): string => {
  if (labels === null) return 'over, no labels are kept';
  const raised = LABEL_NAMES.filter((name) => labels[name] !== 'none');
  return raised.length === 0 ? 'no labels' : raised.map((name) => `${name} ${labels[name]}`).join(', ');
};

export const sessionOwnerText = ({
  principal,
  context,
  authenticated,
}: Pick<SessionItem, 'principal' | 'context' | 'authenticated'>): string =>
  `${display(principal, { max: 120 })} in ${
    authenticated ? display(context, { max: 256 }) : 'contexts that only the client names'
  }`;

const countsText = ({ counts, waiting }: SessionItem): string => {
  const states = Object.entries(counts.states)
    .toSorted(([, a], [, b]) => b - a)
    .map(([state, count]) => `${formatInteger(count)} ${state}`);
  return [
    counts.more
      ? `more than ${formatCount(counts.calls, 'call')}, of the newest`
      : formatCount(counts.calls, 'call'),
    ...states,
    ...(waiting === 0 ? [] : [`${formatInteger(waiting)} waiting for people`]),
  ].join(', ');
};

/** One session of the list. Any of its calls names it. */
export const sessionText = (item: SessionItem): string =>
  [
    `${bold(sessionOwnerText(item))}  ${display(item.lastCall, { max: 128 })}`,
    `  ${labelsText(item.labels)}; ${countsText(item)}`,
    dim(`  last call ${momentText(item.last)}, over ${spanText(item.last - item.first)}`),
  ].join('\n');
