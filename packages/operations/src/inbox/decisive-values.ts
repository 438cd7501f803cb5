import { decisionMessages } from '@callgate/messages/decision';
import type { JsonObject, Session, TracedTool } from '@callgate/core';
import type { Origin, Proof, ProvenValue, UnprovenValue } from '@callgate/core/label';
import { listProvenValues, uncutOriginText } from '@callgate/core/label';
import type { CallRow } from '@callgate/gate/record';
import type { ValuePath, ValueSource, DecisiveValue } from '../api/inbox.ts';
import { excerptOf } from './excerpt.ts';
import type { EarlierResults } from './earlier-results.ts';

const MAX_VALUES = 100;

const ORIGIN_OF: Readonly<Record<Proof, Origin>> = {
  person: 'person',
  approved: 'person',
  agreed: 'person',
  created: 'created',
  below: 'created',
  directory: 'directory',
  record: 'trusted',
  ownRecord: 'trusted',
  oneTimeCode: 'untrusted',
  page: 'untrusted',
  pagePart: 'untrusted',
  lookup: 'trusted',
  own: 'trusted',
  idle: 'trusted',
};

const TEXT = decisionMessages.value;

const unprovenWords = ({ origin, firstSeen, text, role, path, carried }: UnprovenValue): string => {
  if (carried === true) return firstSeen === undefined ? TEXT.maybePrivate : TEXT.private;
  if (text === '') return TEXT.empty;
  if (text === undefined && role === undefined && path.length === 0) return TEXT.tooMany;
  if (firstSeen !== undefined) return origin === 'untrusted' ? TEXT.untrusted : TEXT.result;
  return origin === undefined ? TEXT.unnamed : TEXT.unseen;
};

const keyOf = (path: ValuePath): string => JSON.stringify(path);

const isUnder = (path: ValuePath, veiled: readonly ValuePath[]): boolean =>
  veiled.some((hidden) => hidden.every((step, at) => step === path[at]));

/** Where the person said a text, the latest time first; letter case does not count. */
const findInUserMessages = (session: Session, text: string): ValueSource | null => {
  const wanted = text.toLowerCase();
  if (wanted === '') return null;
  for (const { text: words, via } of session.said.toReversed()) {
    const folded = words.toLowerCase();
    const at = folded.length === words.length ? folded.indexOf(wanted) : words.indexOf(text);
    if (at !== -1) return { from: 'words', via, excerpt: excerptOf(words, [at, at + text.length]) };
  }
  return null;
};

export interface DecisiveValuesInput {
  readonly row: Pick<CallRow, 'situation'>;
  readonly args: JsonObject;
  readonly veiled: readonly ValuePath[];
  /** As it is now; undefined where it is over. */
  readonly session: Session | undefined;
  readonly tool: TracedTool | undefined;
  readonly results: EarlierResults;
  /** Who may not see secrets is not shown the person's words around values either. */
  readonly mayReadWords: boolean;
}

const describeUnproven = async (
  value: UnprovenValue,
  { results, veiled }: DecisiveValuesInput,
): Promise<DecisiveValue> => {
  const { path, role, text, origin, firstSeen } = value;
  const source: ValueSource | null =
    firstSeen === undefined
      ? null
      : {
          from: 'result',
          call: firstSeen.call,
          server: firstSeen.server,
          target: firstSeen.tool,
          path: firstSeen.path,
          ...(await results.textAt(firstSeen.call, firstSeen.path, firstSeen.span)),
        };
  return {
    path,
    role: role ?? null,
    text: text === undefined || isUnder(path, veiled) ? null : text,
    proven: false,
    proof: null,
    origin: origin ?? null,
    words: unprovenWords(value),
    source,
  };
};

const describeProven = ({ path, role, text, proof }: ProvenValue, of: DecisiveValuesInput): DecisiveValue => {
  const hidden = isUnder(path, of.veiled);
  const words = proof === 'person' && of.session !== undefined && !hidden && of.mayReadWords;
  return {
    path,
    role,
    text: hidden ? null : text,
    proven: true,
    proof,
    origin: ORIGIN_OF[proof],
    words: TEXT[proof],
    source: words && of.session !== undefined ? findInUserMessages(of.session, uncutOriginText(text)) : null,
  };
};

/** Every value that decides something: those that could not be traced first, as they were judged; then those that are vouched for now. */
export const decisiveValues = async (of: DecisiveValuesInput): Promise<readonly DecisiveValue[]> => {
  const { unproven } = of.row.situation.origins;
  const stories: DecisiveValue[] = [];
  for (const value of unproven.slice(0, MAX_VALUES)) stories.push(await describeUnproven(value, of));
  const judged = new Set(unproven.map(({ path }) => keyOf(path)));
  const { session, tool, args } = of;
  const proven =
    session === undefined || tool === undefined
      ? []
      : listProvenValues(session, tool, args).filter(({ path }) => !judged.has(keyOf(path)));
  return [...stories, ...proven.slice(0, MAX_VALUES).map((value) => describeProven(value, of))];
};
