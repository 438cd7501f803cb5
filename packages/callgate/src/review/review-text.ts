import type { Policy } from '@callgate/core';
import { HINT_NAMES, display } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import { ifAcceptedText } from '@callgate/messages/catalogue/if-accepted';
import { policyMessages } from '@callgate/messages/cli/policy';
import type { ChangeImpact, ReviewNeed, ToolDetail } from '@callgate/operations/tools';
import { formatCount } from '../show/format-columns.ts';
import { bold, dim } from '../show/style.ts';
import { changesText } from '../tools/tool-detail-text.ts';
import { asciiJson } from '../show/ascii-json.ts';
import type { PackClassification, ReviewItem } from './find-tools-to-review.ts';
import { countQuestions, groupItems } from './group-items.ts';
import { compareOutcomes } from './review-effect.ts';

const { review: texts } = policyMessages;

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

export const needText = (need: ReviewNeed | null): string => texts.need[need ?? 'none'];

/** Who feels it, in a line. */
export const affectedText = ({ principals, more, grants, waiting }: ChangeImpact): string => {
  const calls = principals.reduce((sum, each) => sum + each.calls, 0);
  const who = principals.map(
    ({ subject, sessions }) => `${display(subject, { max: 60 })} (${formatCount(sessions, 'session')})`,
  );
  return [
    calls === 0
      ? texts.notCalled
      : texts.called({ more, times: formatCount(calls, 'time'), who: who.join(', ') }),
    waiting.length === 0
      ? texts.noneWaiting
      : texts.waiting({
          calls: formatCount(waiting.length, 'call'),
          ids: waiting.map(({ id }) => display(id, { max: 64 })).join(', '),
        }),
    grants.length === 0
      ? texts.noGrant
      : texts.voidGrants({
          grants: formatCount(grants.length, 'grant'),
          ids: grants.map(({ id }) => display(id, { max: 64 })).join(', '),
        }),
  ].join('; ');
};

const suggestedText = ({ suggestions }: ToolDetail, hint: string): string => {
  const said = Object.hasOwn(suggestions, hint) ? suggestions[hint] : undefined;
  return said === undefined
    ? texts.notSuggested
    : texts.suggested({
        value: said.value,
        confidence: said.confidence,
        because: display(said.because[0] ?? '', { max: 100 }),
      });
};

const claimedText = ({ beliefs }: ToolDetail, hint: string): string => {
  const claimed = beliefs[hint]?.claimed ?? 'unknown';
  return claimed === 'unknown' ? texts.unclaimed : texts.claimed({ claimed });
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
    return `  ${name.padEnd(width)}  ${(set[name] ?? '-').padEnd(3)}  ${dim(texts.answer({ now: now?.value ?? 'unknown', claimed: claimedText(detail, name), suggested: suggestedText(detail, name) }))}`;
  });
};

/** What a pack says of it, and how it would count. */
const packedText = ({ name, judged }: PackClassification): string => {
  const said = Object.entries(judged.set).map(([hint, answer]) => `${hint} ${answer}`);
  return texts.pack({
    name: display(name),
    answers: said.join(', '),
    why: display(judged.why, { max: 400 }),
    doubt: judged.doubt === undefined ? undefined : display(judged.doubt, { max: 400 }),
  });
};

/** Nobody drops unseen what was said before. */
export const droppedAnswersText = ({ review }: ToolDetail, gone: Answers): readonly string[] => {
  const said = Object.entries(gone).map(([hint, answer]) => `${display(hint, { max: 128 })} ${answer}`);
  if (review === null || said.length === 0) return [];
  return [
    texts.replaces({
      who: display(review.by, { max: 80 }),
      day: new Date(review.at).toISOString().slice(0, 10),
      answers: said.join(', '),
      reason: display(review.reason, { max: 300 }),
    }),
  ];
};

/** What a reviewer reads before an answer. */
export const reviewText = (detail: ToolDetail, set: Answers, packed: PackClassification | null): string => {
  const description = detail.definition['description'];
  return [
    `${bold(`${display(detail.server)}/${display(detail.tool)}`)}: ${needText(detail.needs)}`,
    ...(typeof description === 'string'
      ? [dim(display(description, { max: 1000, lines: true }).replaceAll(/^/gm, '  │ '))]
      : []),
    ...(detail.changes.length === 0 ? [] : [bold(texts.changedParts), ...changesText(detail)]),
    ...(detail.affected === null ? [] : [texts.affected({ what: affectedText(detail.affected) })]),
    ...detail.doubts.map(({ rule, message }) =>
      texts.doubt({ message: display(message, { max: 400 }), rule }),
    ),
    ...(packed === null ? [] : [packedText(packed)]),
    bold(texts.answers),
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
    texts.digest({ digest: detail.digest }),
  ].join('\n');

const FIRST_WORDS = 90;

/** The names of alike tools, each with the beginning of its description. */
export const groupText = (group: readonly Pick<ReviewItem, 'detail'>[]): readonly string[] => [
  bold(texts.alike({ count: group.length })),
  ...group.map(({ detail: { server, tool, definition } }, at) => {
    const description = definition['description'];
    const words = typeof description === 'string' ? display(description, { max: FIRST_WORDS }) : '';
    return `  ${String(at + 1).padStart(2)}  ${display(server)}/${display(tool)}  ${dim(words)}`;
  }),
  bold(texts.answers),
];

/** One tool for a script. */
export const jsonOfItem = ({ detail, need, tool, packed }: ReviewItem): string => {
  const { server, identity, outcomes, suggestions, prefilled, doubts, changes, affected } = detail;
  return asciiJson({
    server,
    identity,
    tool: tool.name,
    need,
    digest: detail.digest,
    outcomes,
    suggestions,
    prefilled,
    doubts,
    changes,
    affected,
    pack: packed,
  });
};

const isPrivate = ({ detail: { prefilled } }: ReviewItem): boolean =>
  prefilled['secret'] === 'yes' || prefilled['sensitiveData'] === 'yes';

/** What would run, and what would ask, if every suggestion were accepted, and what running means for a session. */
export const ifAllAcceptedText = (policy: Policy, all: readonly ReviewItem[]): string => {
  const running = all.filter((one) => compareOutcomes(policy, one, one.detail.prefilled).then === 'auto');
  return ifAcceptedText({
    runs: running.length,
    asks: all.length - running.length,
    secrets: running.filter(({ detail }) => detail.prefilled['secret'] === 'yes').length,
    private: running.filter(isPrivate).length,
  });
};

/** Everything that needs review, a line each, and how many questions that is. */
export const reviewListText = (policy: Policy, all: readonly ReviewItem[]): string =>
  [
    ...all.map(({ detail, need }) => `${display(detail.server)}/${display(detail.tool)}: ${needText(need)}`),
    ...(all.length > 1 ? [ifAllAcceptedText(policy, all)] : []),
    texts.list({ count: all.length }),
    texts.effort(countQuestions(groupItems(policy, all))),
  ].join('\n');
