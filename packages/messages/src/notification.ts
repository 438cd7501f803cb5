import { countOf } from './text/count.ts';

/** What people are told outside of Callgate: that a call waits for them. */
export const notificationMessages = {
  title: ({ server, tool }: { server: string; tool: string }): string => `Approval needed: ${server}/${tool}`,
  titleTogether: ({ count }: { count: number }): string => `Approval needed: ${countOf(count, 'call')}`,
  /** One of them. */
  listed: ({ server, tool }: { server: string; tool: string }): string => `- ${server}/${tool}`,
  listedMore: ({ count }: { count: number }): string => `- and ${count} more`,
  caller: ({ name }: { name: string }): string => `Called by ${name}`,
  rules: ({ rules }: { rules: readonly string[] }): string =>
    `${rules.length === 1 ? 'Rule' : 'Rules'}: ${rules.join(', ')}`,
  /** When nobody decides. */
  expiry: ({ time }: { time: string }): string => `Denied at ${time} unless approved`,
  people: ({ count }: { count: number }): string => `Needs ${countOf(count, 'approval')}`,
  strict: 'Extra checks required',
  repeat: 'Repeats an earlier call',
  /** Where there is no console to link to. */
  command: ({ call }: { call: string }): string => `Decide: callgate approve ${call}`,
  commandTogether: 'Decide: callgate inbox',
  arguments: ({ text }: { text: string }): string => `Arguments: ${text}`,
  /** Stands for all further ones in an hour. */
  more: 'More calls are waiting for approval. Further ones of this hour are not announced here.',
  moreTitle: 'More calls are waiting for approval',
  open: 'Open in Callgate',
};
