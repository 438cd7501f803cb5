import { digestText } from '@callgate/core/receive';
import type { ApprovalRequest } from '../approval-channel.ts';

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** A name that cannot say anything, or else its digest: a message must not speak for a server. */
export const harmlessName = (text: string): string => (NAME.test(text) ? text : digestText('name', text));

/** To the call in the console. It carries no right to do anything. */
export const linkToCall = (console: string, call: string): string =>
  new URL(`calls/${encodeURIComponent(harmlessName(call))}`, console.endsWith('/') ? console : `${console}/`)
    .href;

/** How many people have to approve. */
export const countApprovers = ({ decision }: ApprovalRequest): number =>
  Math.max(1, ...decision.obligations.approvers.map(({ count }) => count));
