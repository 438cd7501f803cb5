import { display } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import type { SessionItem } from '@callgate/operations/api';
import { formatInteger } from '../show/format-columns.ts';
import { bold, dim } from '../show/style.ts';
import { momentText, spanText } from '../show/time-text.ts';

const { sessions: texts } = everydayMessages;

/** What a session has read. */
export const labelsText = (labels: SessionItem['labels']): string =>
  labels === null ? texts.over : texts.labels({ labels }) || texts.noLabels;

export const sessionOwnerText = ({
  principal,
  context,
  authenticated,
}: Pick<SessionItem, 'principal' | 'context' | 'authenticated'>): string =>
  texts.who({
    principal: display(principal, { max: 120 }),
    context: authenticated ? display(context, { max: 256 }) : null,
  });

const countsText = ({ counts, waiting }: SessionItem): string => {
  const states = Object.entries(counts.states)
    .toSorted(([, a], [, b]) => b - a)
    .map(([state, count]) => `${formatInteger(count)} ${state}`);
  return [
    texts.calls({ count: counts.calls, more: counts.more }),
    ...states,
    ...(waiting === 0 ? [] : [texts.waiting({ count: waiting })]),
  ].join(', ');
};

/** One session of the list. Any of its calls names it. */
export const sessionText = (item: SessionItem): string =>
  [
    `${bold(sessionOwnerText(item))}  ${display(item.lastCall, { max: 128 })}`,
    `  ${labelsText(item.labels)}; ${countsText(item)}`,
    dim(`  ${texts.lastCall({ at: momentText(item.last), span: spanText(item.last - item.first) })}`),
  ].join('\n');
