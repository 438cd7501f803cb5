import type { Decision, JsonObject, Labels } from '@callgate/core';
import { display, getOwn } from '@callgate/core';
import { describeUndo } from '@callgate/core/decide';
import { LABEL_NAMES, describeOrigins } from '@callgate/core/label';
import { displayJson } from '@callgate/core/receive';
import { approvalMessages } from '@callgate/messages/approval';
import { decisionMessages } from '@callgate/messages/decision';
import type { ApprovalRequest } from './approval-channel.ts';
import { delegationText } from './delegation-text.ts';
import { isWholePreview, previewLines, previewSummary } from './preview-text.ts';
import { headlineOf, leadingReason } from './headline.ts';

/** The lines of a prompt. A channel adds at most two. */
export const PROMPT_LINES = 10;
const ARGUMENT_LINES = 4;
const LINE_LENGTH = 160;
const MAX_NAME = 80;
const MAX_REASON = 200;
const MAX_REASONS = 3;
/** Of what it would change; more is for the details. */
export const PREVIEW_LINES = 12;

const text = approvalMessages.prompt;

/** A question in few lines. */
export interface PromptText {
  readonly lines: readonly string[];
  /** Every argument is shown in full. Otherwise nobody may approve on this text alone. */
  readonly isWhole: boolean;
}

/** Everything that `displayJson` breaks a line for is structure: texts show their line breaks as escapes. */
const onOneLine = (shown: string): string => shown.replaceAll(/\n */g, ' ');

/** In lines of at most `LINE_LENGTH` characters, broken after a space where one is near. Nothing is left out. */
const wrap = (shown: string): readonly string[] => {
  const lines: string[] = [];
  let rest = Array.from(shown);
  while (rest.length > LINE_LENGTH) {
    const space = rest.lastIndexOf(' ', LINE_LENGTH - 1) + 1;
    const end = space > LINE_LENGTH / 2 ? space : LINE_LENGTH;
    lines.push(rest.slice(0, end).join(''));
    rest = rest.slice(end);
  }
  return [...lines, rest.join('')];
};

/** One after the other; what fits into a line is not broken. */
const packLines = (parts: readonly string[]): readonly string[] => {
  const lines: string[] = [];
  for (const [at, part] of parts.entries()) {
    const shown = at === parts.length - 1 ? part : `${part}, `;
    const last = lines.at(-1);
    if (last !== undefined && last.length + shown.length <= LINE_LENGTH)
      lines[lines.length - 1] = last + shown;
    else lines.push(...wrap(shown));
  }
  return lines;
};

/** Stands before a line that goes on: no value can make it look like another line. */
const GOES_ON = '  │ ';

const argumentLines = (args: JsonObject, most: number): PromptText => {
  const keys = Object.keys(args).toSorted();
  if (keys.length === 0) return { lines: [text.noArguments], isWhole: true };
  const all = packLines(
    keys.map((key) => onOneLine(displayJson({ [key]: getOwn(args, key) ?? null })).slice(2, -2)),
  );
  if (most === 1) return { lines: [text.arguments({ shown: all.join('') })], isWhole: true };
  const isWhole = all.length <= most;
  const [first = '', ...others] = isWhole ? all : all.slice(0, most - 1);
  const left = all.slice(most - 1).reduce((sum, line) => sum + line.length, 0);
  return {
    lines: [
      text.arguments({ shown: first }),
      ...others.map((line) => GOES_ON + line),
      ...(isWhole ? [] : [text.argumentsCut({ count: left })]),
    ],
    isWhole,
  };
};

/** Which call it is and whose, after what it does where the title does not say that. */
const callLine = (
  { server, target, principal, client, delegation }: ApprovalRequest,
  act: string | null,
): string =>
  (act === null ? '' : text.act({ act })) +
  text.call({
    tool: `${display(server, { max: MAX_NAME })}/${display(target, { max: MAX_NAME })}`,
    who: display(principal, { max: MAX_NAME }),
  }) +
  (delegation.length === 0 ? '' : text.delegation({ chain: delegationText(delegation) })) +
  (client === null ? '' : text.client({ client: display(client, { max: MAX_NAME, quoted: true }) }));

/** Why a person is asked, the leading reason first. What the operator wrote is the title; other lines say the rest. */
export const listReasons = ({ decision, origins, operatorReason }: ApprovalRequest): readonly string[] => {
  const elsewhere = new Set([operatorReason, describeOrigins(origins), describeUndo(decision)]);
  return [...new Set([leadingReason(decision), ...decision.reasons])].filter(
    (reason) => !elsewhere.has(reason),
  );
};

const whyLine = (question: ApprovalRequest): readonly string[] => {
  const reasons = listReasons(question);
  const shown = reasons.slice(0, MAX_REASONS).map((reason) => display(reason, { max: MAX_REASON }));
  return reasons.length === 0 ? [] : [text.why({ reasons: shown, more: reasons.length - shown.length })];
};

/** What the session has read, in words; empty where it has read nothing. */
export const labelSentences = (labels: Labels): readonly string[] =>
  LABEL_NAMES.map((name) => decisionMessages.label[name][labels[name]] ?? '').filter((label) => label !== '');

/** Where nothing can be said of a deed, that matters only to a decision that looked at it. */
const originSentence = ({ origins, decision }: ApprovalRequest): string | undefined => {
  const sentence = describeOrigins(origins);
  const { unaskedUnknown } = decisionMessages.origin;
  return sentence === unaskedUnknown && !decision.reasons.includes(sentence) ? undefined : sentence;
};

const unusualLine = (question: ApprovalRequest): readonly string[] => {
  const { labels, twin } = question;
  const origin = originSentence(question);
  const facts = [
    ...labelSentences(labels).map((label) => text.session({ label })),
    ...(origin === undefined ? [] : [origin]),
    ...(twin === null
      ? []
      : [text.repeat({ call: display(twin.call, { max: MAX_NAME }), state: display(twin.state) })]),
  ];
  return facts.length === 0 ? [] : [text.unusual({ facts })];
};

/** What the call may destroy, and whether it can be undone where that is known or nothing is said of the former. */
export const effectSentences = (decision: Decision): readonly string[] => {
  const { facts } = decision;
  const { undo, effect } = decisionMessages;
  if (facts.mutates === 'no') return [undo.notNeeded];
  const known = describeUndo(decision);
  if (facts.destroys === 'no') return [known ?? undo.unknown];
  const destroys = facts.described === 'no' ? effect.destroysUnreviewed : effect.destroys;
  return [...(known === undefined ? [] : [known]), destroys];
};

/** How many have to agree. */
export const demandTexts = ({ approvers }: Decision['obligations']): readonly string[] =>
  (approvers.length === 0 ? [{ count: 1 }] : approvers).map(
    ({ count, group }: { count: number; group?: string }) =>
      text.demand({ count, group: group === undefined ? undefined : display(group, { max: MAX_NAME }) }),
  );

const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const needsLine = ({
  decision: { obligations },
  expiresAt,
  selfApproval,
  planned,
}: ApprovalRequest): string =>
  [
    ...(planned ? [text.planned] : []),
    text.needs({ demands: demandTexts(obligations) }),
    ...(obligations.terms === 'plain' ? [] : [text.extraChecksNamed]),
    ...(selfApproval ? [text.selfApproval] : []),
    text.expires({ at: minute(expiresAt) }),
  ].join('. ');

/** What it would change; nobody may approve on less than all of what is shown of it. */
const changeLines = ({ preview }: ApprovalRequest, most: number): PromptText => {
  if (preview === null) return { lines: [], isWhole: true };
  const lines = previewLines(preview);
  return lines.length <= most
    ? { lines: lines.map((line) => GOES_ON + line), isWhole: isWholePreview(preview) }
    : { lines: [previewSummary(preview)], isWhole: false };
};

const requestLine = ({ userMessage, isUserMessageGone }: ApprovalRequest): readonly string[] => {
  if (userMessage === null) return isUserMessageGone ? [text.requestGone] : [];
  return [
    text.request({
      text: display(userMessage.replaceAll(/\s+/g, ' ').trim(), { max: MAX_REASON, quoted: true }),
    }),
  ];
};

/**
 * What will happen, to what, why a person is asked, what is unusual, in at most `PROMPT_LINES` lines besides those of a
 * preview. Nothing in it can
 * act on a terminal, and no value can imitate a line of another: whatever others wrote goes through `display`.
 * `allArguments`: all of them, in one line of any length.
 */
export const promptText = (
  question: ApprovalRequest,
  { allArguments = false }: { readonly allArguments?: boolean } = {},
): PromptText => {
  const { title, act } = headlineOf(question);
  const shown = argumentLines(question.arguments, allArguments ? 1 : ARGUMENT_LINES);
  const changes = changeLines(question, allArguments ? Infinity : PREVIEW_LINES);
  return {
    lines: [
      title,
      callLine(question, act),
      ...shown.lines,
      ...changes.lines,
      ...requestLine(question),
      ...whyLine(question),
      ...unusualLine(question),
      text.effect({ facts: [...effectSentences(question.decision), needsLine(question)] }),
    ],
    isWhole: shown.isWhole && changes.isWhole,
  };
};
