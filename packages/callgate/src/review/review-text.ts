import { HINT_NAMES, display } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import { policyMessages } from '@callgate/messages/cli/policy';
import type { ChangeImpact, ReviewNeed, ToolDetail } from '@callgate/operations/tools';
import { formatCount } from '../show/format-columns.ts';
import { bold, dim } from '../show/style.ts';
import { changesText } from '../tools/tool-detail-text.ts';
import type { PackClassification } from './find-tools-to-review.ts';

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

export const needText = (need: ReviewNeed | null): string => policyMessages.review.need[need ?? 'none'];

/** Who feels it, in a line. */
export const affectedText = ({ principals, more, grants, waiting }: ChangeImpact): string => {
  const calls = principals.reduce((sum, each) => sum + each.calls, 0);
  const who = principals.map(
    ({ subject, sessions }) => `${display(subject, { max: 60 })} (${formatCount(sessions, 'session')})`,
  );
  return [
    calls === 0
      ? 'nobody called it in the last week'
      : `called ${more ? 'more than ' : ''}${formatCount(calls, 'time')} in the last week by ${who.join(', ')}`,
    waiting.length === 0
      ? 'no call waits'
      : `${formatCount(waiting.length, 'call')} waiting: ${waiting.map(({ id }) => display(id, { max: 64 })).join(', ')}`,
    grants.length === 0
      ? 'no grant'
      : `${formatCount(grants.length, 'grant')}, void for the new definition: ${grants.map(({ id }) => display(id, { max: 64 })).join(', ')}`,
  ].join('; ');
};

const suggestedText = ({ suggestions }: ToolDetail, hint: string): string => {
  const said = Object.hasOwn(suggestions, hint) ? suggestions[hint] : undefined;
  return said === undefined
    ? 'nothing suggested'
    : `suggested ${said.value} (${said.confidence}): ${display(said.because[0] ?? '', { max: 100 })}`;
};

const claimedText = ({ beliefs }: ToolDetail, hint: string): string => {
  const claimed = beliefs[hint]?.claimed ?? 'unknown';
  return claimed === 'unknown' ? 'unclaimed' : `claimed ${claimed}`;
};

/** One line a hint of which anything is claimed, suggested or filled in. */
export const answersText = (detail: ToolDetail, set: Answers): readonly string[] => {
  const names = [...new Set([...HINT_NAMES, ...Object.keys(set)])].filter(
    (name) =>
      Object.hasOwn(set, name) ||
      Object.hasOwn(detail.suggestions, name) ||
      (detail.beliefs[name]?.claimed ?? 'unknown') !== 'unknown',
  );
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.map((name) => {
    const now = detail.beliefs[name];
    return `  ${name.padEnd(width)}  ${(set[name] ?? '-').padEnd(3)}  ${dim(`now ${now?.value ?? 'unknown'}, ${claimedText(detail, name)}, ${suggestedText(detail, name)}`)}`;
  });
};

/** What a pack says of it, and how it would count. */
const packedText = ({ name, judged }: PackClassification): string => {
  const said = Object.entries(judged.set).map(([hint, answer]) => `${hint} ${answer}`);
  const doubt = judged.doubt === undefined ? '' : ` In doubt: ${display(judged.doubt, { max: 400 })}`;
  return `The pack ${display(name)} judged this very definition: ${said.join(', ')}. ${display(judged.why, { max: 400 })}${doubt}`;
};

/** Nobody drops unseen what was said before. */
export const droppedAnswersText = ({ review }: ToolDetail, gone: Answers): readonly string[] => {
  const said = Object.entries(gone).map(([hint, answer]) => `${display(hint, { max: 128 })} ${answer}`);
  if (review === null || said.length === 0) return [];
  const made = `${display(review.by, { max: 80 })} on ${new Date(review.at).toISOString().slice(0, 10)}`;
  return [
    `This takes the place of the review by ${made}, and with it goes: ${said.join(', ')} (${display(review.reason, { max: 300 })})`,
  ];
};

/** What somebody looks at before they say anything. */
export const reviewText = (detail: ToolDetail, set: Answers, packed: PackClassification | null): string => {
  const description = detail.definition['description'];
  return [
    `${bold(`${display(detail.server)}/${display(detail.tool)}`)}: ${needText(detail.needs)}`,
    ...(typeof description === 'string'
      ? [dim(display(description, { max: 1000, lines: true }).replaceAll(/^/gm, '  │ '))]
      : []),
    ...(detail.changes.length === 0 ? [] : [bold('Changed, loosened parts first'), ...changesText(detail)]),
    ...(detail.affected === null ? [] : [`Affected: ${affectedText(detail.affected)}`]),
    ...detail.doubts.map(({ rule, message }) => `Look twice: ${display(message, { max: 400 })} (${rule})`),
    ...(packed === null ? [] : [packedText(packed)]),
    bold('The review would say'),
    ...answersText(detail, set),
  ].join('\n');
};

/** All the evidence, and the definition whole. */
export const whyText = (detail: ToolDetail): string =>
  [
    ...Object.entries(detail.suggestions).map(
      ([hint, { value, confidence, because }]) =>
        `  ${hint} ${value} (${confidence}): ${because.map((each) => display(each, { max: 200 })).join('; ')}`,
    ),
    displayJson(detail.definition, { lines: true }),
    `digest ${detail.digest}`,
  ].join('\n');
