import { canonical, display } from '@callgate/core';
import type { ApprovalRequest } from '@callgate/gate/confirm';
import { countApprovers, harmlessName, linkToCall } from '@callgate/gate/confirm';
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
const MOST_RULES = 3;
const ADDRESS = /^[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9.-]{1,63}$/;

/** People are often named by their address, which says nothing else. */
const harmlessSubject = (subject: string): string =>
  ADDRESS.test(subject) ? subject : harmlessName(subject);

const ruleLine = ({ decision }: ApprovalRequest): string => {
  const asking = decision.rules
    .filter(({ outcome }) => outcome === 'confirm')
    .map(({ id }) => harmlessName(id));
  return asking.length === 0 ? '' : text.rules({ rules: [...new Set(asking)].slice(0, MOST_RULES) });
};

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
  const people = countApprovers(question);
  const { private: readPrivate, untrusted } = decisionMessages.label;
  return {
    call: harmlessName(question.call),
    title: text.title({ server: harmlessName(question.server), tool: harmlessName(question.target) }),
    lines: [
      text.caller({ name: harmlessSubject(question.principal) }),
      ruleLine(question),
      readPrivate[labels.private],
      untrusted[labels.untrusted],
      decision.obligations.terms === 'strong' ? text.strict : '',
      people > 1 ? text.people({ count: people }) : '',
      question.twin === null ? '' : text.repeat,
      ...(withArguments ? argumentLines(question) : []),
      text.expiry({ time: `${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC` }),
      console === undefined ? text.command({ call: harmlessName(question.call) }) : '',
    ].filter((line) => line !== ''),
    link: console === undefined ? undefined : linkToCall(console, question.call),
  };
};
