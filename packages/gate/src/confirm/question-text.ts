import type { Decision, Labels } from '@callgate/core';
import { display } from '@callgate/core';
import { decisionMessages } from '@callgate/messages/decision';
import type { ApproverDemand } from '@callgate/core/decide';
import { undoWords } from '@callgate/core/decide';
import type { Belief } from '@callgate/core/disclose';
import { LABEL_NAMES, originSentence } from '@callgate/core/label';
import { displayJson } from '@callgate/core/receive';
import type { Question } from './channel.ts';
import { delegationText } from './delegation-text.ts';
import { SHOWN_LENGTH, foldedValues } from './folded-values.ts';

export interface QuestionTextOptions {
  /** Show every text whole, with its line breaks. */
  readonly open: boolean;
}

const moment = (at: number): string => new Date(at).toISOString();

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];

const beliefText = ([name, { value, ground }]: readonly [string, Belief]): string =>
  `${display(name)}: ${display(value)} (${display(ground)})`;

const beliefLines = ({ beliefs }: Decision): readonly string[] => {
  const entries = Object.entries(beliefs);
  const unknown = entries.filter(([, { value }]) => value === 'unknown').map(([name]) => display(name));
  return [
    ...entries.filter(([, { value }]) => value !== 'unknown').map(beliefText),
    ...(unknown.length === 0 ? [] : [`unknown: ${unknown.join(', ')}`]),
  ];
};

const labelText = (labels: Labels): string =>
  LABEL_NAMES.map((name) => `${name} ${display(labels[name])}`).join(', ');

const undoText = (decision: Decision): string => {
  const { facts } = decision;
  if (facts.mutates === 'no') return 'changes nothing, as far as is believed';
  const destroys = facts.destroys === 'no' ? '' : '; may delete or overwrite what is there';
  if (facts.irreversible === 'yes') return `CANNOT BE UNDONE${destroys}`;
  return `${undoWords(decision) ?? decisionMessages.undo.unknown}${destroys}`;
};

const demandText = ({ count, group }: ApproverDemand): string =>
  `${count === 1 ? 'one person' : `${count} people`}${group === undefined ? '' : ` of the group \`${display(group)}\``}`;

const agreementText = ({ approvers, terms }: Decision['obligations']): string => {
  const people = approvers.length === 0 ? 'one person' : approvers.map(demandText).join(', and ');
  return terms === 'plain'
    ? people
    : `${people}; on strong terms: a second person where there is one, everything opened, and no grant`;
};

const delegationLine = (delegation: readonly string[]): readonly string[] =>
  delegation.length === 0 ? [] : [`  delegation: ${delegationText(delegation)}`];

/** The reasons without the sentences about origins and undo, which have lines of their own. */
const reasonLines = ({ decision, origins }: Question): readonly string[] => {
  const elsewhere = new Set([originSentence(origins), undoWords(decision)]);
  return decision.reasons.filter((reason) => !elsewhere.has(reason)).map((reason) => `- ${display(reason)}`);
};

const argumentLines = (question: Question, open: boolean): readonly string[] => {
  const folded = open ? [] : foldedValues(question.arguments);
  return [
    'Arguments:',
    displayJson(question.arguments, open ? { lines: true } : { max: SHOWN_LENGTH }),
    ...section(
      'Not shown whole',
      folded.map(({ place, length, digest }) => `${place}: ${length} characters, ${digest}`),
    ),
  ];
};

/**
 * A question as text, everything a person needs to decide. Nothing in it can act on a terminal, and no value can
 * imitate a line of another: whatever others wrote goes through `display`.
 */
export const questionText = (question: Question, { open }: QuestionTextOptions): string => {
  const { decision, labels, origins, twin } = question;
  const origin = originSentence(origins);
  return [
    `Call ${display(question.call)}`,
    `  who: ${display(question.principal)}`,
    ...delegationLine(question.delegation),
    ...(question.client === null ? [] : [`  client: ${display(question.client)} (as it calls itself)`]),
    `  context: ${display(question.context)}`,
    `  server: ${display(question.server)}`,
    `  calls: ${display(question.target)}`,
    `  asked: ${moment(question.askedAt)}`,
    `  ends: ${moment(question.expiresAt)}`,
    ...argumentLines(question, open),
    ...section('Believed of it', beliefLines(decision)),
    `Session has touched: ${labelText(labels)}`,
    ...(origin === undefined ? [] : [`Where values come from: ${origin}`]),
    `Undo: ${undoText(decision)}`,
    ...section('Asked because', reasonLines(question)),
    `Has to agree: ${agreementText(decision.obligations)}`,
    ...(twin === null
      ? []
      : [`Again: the same call was let out before, as ${display(twin.call)}; it is ${display(twin.state)}`]),
    ...(question.selfApproval ? ['Self-approval: on. Whoever makes a call counts as one approver.'] : []),
    ...section('Digests', [
      `definition ${display(question.definition)}`,
      `arguments ${display(question.argumentsDigest)}`,
      `all that an approval binds ${display(question.binding)}`,
    ]),
    '',
  ].join('\n');
};
