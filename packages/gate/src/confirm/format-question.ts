import type { Decision } from '@callgate/core';
import { display } from '@callgate/core';
import type { Belief } from '@callgate/core/disclose';
import { describeOrigins } from '@callgate/core/label';
import { displayJson } from '@callgate/core/receive';
import { approvalMessages } from '@callgate/messages/approval';
import { decisionMessages } from '@callgate/messages/decision';
import type { ApprovalRequest } from './approval-channel.ts';
import { delegationText } from './delegation-text.ts';
import { SHOWN_LENGTH, listFoldedValues } from './folded-values.ts';
import { headlineOf } from './headline.ts';
import { previewLines } from './preview-text.ts';
import { demandTexts, effectSentences, labelSentences, listReasons } from './prompt-text.ts';

export interface QuestionTextOptions {
  /** Show every text whole, with its line breaks. */
  readonly open: boolean;
}

const text = approvalMessages.details;

const moment = (at: number): string => new Date(at).toISOString();

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];

const hintLine = ([name, { value, ground }]: readonly [string, Belief]): string =>
  text.hint({ name: display(name), value: display(value), ground: display(ground) });

const hintLines = ({ beliefs }: Decision): readonly string[] => {
  const entries = Object.entries(beliefs);
  const unknown = entries.filter(([, { value }]) => value === 'unknown').map(([name]) => display(name));
  return [
    ...entries.filter(([, { value }]) => value !== 'unknown').map(hintLine),
    ...(unknown.length === 0 ? [] : [text.unknownHints({ names: unknown })]),
  ];
};

const reasonLines = (question: ApprovalRequest): readonly string[] => {
  const { operatorReason } = question;
  return [...(operatorReason === null ? [] : [operatorReason]), ...listReasons(question)].map(
    (reason) => `- ${display(reason)}`,
  );
};

const titleLines = (question: ApprovalRequest): readonly string[] => {
  const { title, act } = headlineOf(question);
  return act === null ? [title] : [title, act];
};

const argumentLines = (question: ApprovalRequest, open: boolean): readonly string[] => {
  const folded = open ? [] : listFoldedValues(question.arguments);
  return [
    text.arguments,
    displayJson(question.arguments, open ? { lines: true } : { max: SHOWN_LENGTH }),
    ...section(text.cut, folded.map(text.cutValue)),
  ];
};

const headLines = (question: ApprovalRequest): readonly string[] =>
  [
    text.who({ who: display(question.principal) }),
    ...(question.delegation.length === 0
      ? []
      : [text.delegation({ chain: delegationText(question.delegation) })]),
    ...(question.client === null ? [] : [text.client({ client: display(question.client) })]),
    ...(question.userMessage === null ? [] : [text.request({ text: display(question.userMessage) })]),
    ...(question.isUserMessageGone ? [text.requestGone] : []),
    text.session({ context: display(question.context) }),
    text.server({ server: display(question.server) }),
    text.tool({ tool: display(question.target) }),
    text.asked({ at: moment(question.askedAt) }),
    text.expires({ at: moment(question.expiresAt) }),
  ].map((line) => `  ${line}`);

/**
 * A question as text, with everything that is known of it. Nothing in it can act on a terminal, and no value can
 * imitate a line of another: whatever others wrote goes through `display`.
 */
export const formatQuestion = (question: ApprovalRequest, { open }: QuestionTextOptions): string => {
  const { decision, labels, origins, twin } = question;
  const origin = describeOrigins(origins);
  const read = labelSentences(labels);
  return [
    ...titleLines(question),
    text.call({ id: display(question.call) }),
    ...headLines(question),
    ...argumentLines(question, open),
    ...(question.preview === null ? [] : section(text.preview, previewLines(question.preview))),
    ...section(text.reasons, reasonLines(question)),
    ...(origin === undefined ? [] : [text.origin({ sentence: origin })]),
    text.labels({ labels: read.length === 0 ? [decisionMessages.label.none] : read }),
    text.undo({ sentence: effectSentences(decision).join('. ') }),
    text.needs({ demands: demandTexts(decision.obligations) }),
    ...(decision.obligations.terms === 'plain' ? [] : [text.extraChecks]),
    ...(twin === null ? [] : [text.repeat({ call: display(twin.call), state: display(twin.state) })]),
    ...(question.planned ? [text.planned] : []),
    ...(question.selfApproval ? [text.selfApproval] : []),
    ...section(text.hints, hintLines(decision)),
    ...section(text.digests, [
      text.definition({ digest: display(question.definition) }),
      text.argumentsDigest({ digest: display(question.argumentsDigest) }),
      text.binding({ digest: display(question.binding) }),
    ]),
    '',
  ].join('\n');
};
