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

interface NotificationOptions {
  readonly console?: string | undefined;
  readonly withArguments?: boolean;
}

const MOST_LISTED = 10;

const isStrict = ({ decision }: ApprovalRequest): boolean => decision.obligations.terms === 'strong';

const expiryText = (expiresAt: number): string =>
  text.expiry({ time: `${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC` });

/** Calls that came together, one after the other; the link leads to the first. */
export const makeGroupNotification = (
  questions: readonly [ApprovalRequest, ...ApprovalRequest[]],
  { console, withArguments = false }: NotificationOptions,
): Notification => {
  const [first] = questions;
  const [private_, untrusted] = [decisionMessages.label.private, decisionMessages.label.untrusted];
  const labels = questions.flatMap((each) => [
    private_[each.labels.private],
    untrusted[each.labels.untrusted],
  ]);
  const shown = questions.slice(0, MOST_LISTED);
  return {
    call: harmlessName(first.call),
    title: text.titleTogether({ count: questions.length }),
    lines: [
      ...shown.flatMap((each) => [
        text.listed({ server: harmlessName(each.server), tool: harmlessName(each.target) }),
        ...(withArguments ? argumentLines(each) : []),
      ]),
      ...(questions.length > shown.length
        ? [text.listedMore({ count: questions.length - shown.length })]
        : []),
      text.caller({ name: harmlessSubject(first.principal) }),
      ...new Set(labels),
      questions.some(isStrict) ? text.strict : '',
      expiryText(Math.min(...questions.map(({ expiresAt }) => expiresAt))),
      console === undefined ? text.commandTogether : '',
    ].filter((line) => line !== ''),
    link: console === undefined ? undefined : linkToCall(console, first.call),
  };
};

/** Names and labels only, unless the operator lets arguments out. */
export const makeNotification = (
  question: ApprovalRequest,
  { console, withArguments = false }: NotificationOptions,
): Notification => {
  const { labels, expiresAt } = question;
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
      isStrict(question) ? text.strict : '',
      people > 1 ? text.people({ count: people }) : '',
      question.twin === null ? '' : text.repeat,
      ...(withArguments ? argumentLines(question) : []),
      expiryText(expiresAt),
      console === undefined ? text.command({ call: harmlessName(question.call) }) : '',
    ].filter((line) => line !== ''),
    link: console === undefined ? undefined : linkToCall(console, question.call),
  };
};
