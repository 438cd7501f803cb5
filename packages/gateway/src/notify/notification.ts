import { canonical, display } from '@callgate/core';
import { digestText } from '@callgate/core/receive';
import type { ApprovalRequest } from '@callgate/gate/confirm';
import { decisionMessages } from '@callgate/messages/decision';
import { notificationMessages as text } from '@callgate/messages/notification';

/** What a person is told, in plain text. */
export interface Notification {
  /** Of the call, or empty where it is about several. */
  readonly call: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** To the call in the console. It carries no right to do anything. */
  readonly link: string | undefined;
}

const MAX_ARGUMENTS = 500;

/** A name that cannot say anything, or else its digest: a message must not speak for a server. */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const nameOf = (name: string): string => (NAME.test(name) ? name : digestText('name', name));

const linkTo = (console: string, call: string): string =>
  new URL(`calls/${encodeURIComponent(call)}`, console.endsWith('/') ? console : `${console}/`).href;

const argumentLines = ({ arguments: args, decision }: ApprovalRequest): readonly string[] =>
  // what the policy seals in the log must not leave here either
  decision.obligations.redact.length > 0
    ? []
    : [text.arguments({ text: display(canonical(args), { max: MAX_ARGUMENTS }) })];

/** Names and labels only, unless the operator lets arguments out. */
export const makeNotification = (
  question: ApprovalRequest,
  {
    console,
    withArguments = false,
  }: { readonly console?: string | undefined; readonly withArguments?: boolean },
): Notification => {
  const { decision, labels, expiresAt } = question;
  const people = Math.max(1, ...decision.obligations.approvers.map(({ count }) => count));
  const { private: readPrivate, untrusted } = decisionMessages.label;
  return {
    call: nameOf(question.call),
    title: text.title({ server: nameOf(question.server), tool: nameOf(question.target) }),
    lines: [
      readPrivate[labels.private],
      untrusted[labels.untrusted],
      decision.obligations.terms === 'strong' ? text.strict : '',
      people > 1 ? text.people({ count: people }) : '',
      question.twin === null ? '' : text.repeat,
      ...(withArguments ? argumentLines(question) : []),
      text.expiry({ time: `${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC` }),
      console === undefined ? text.command({ call: nameOf(question.call) }) : '',
    ].filter((line) => line !== ''),
    link: console === undefined ? undefined : linkTo(console, question.call),
  };
};
