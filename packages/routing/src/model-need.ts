import { routingMessages } from '@callgate/messages/routing';
import type { TrustLevel } from '@callgate/core';
import { display } from '@callgate/core';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import { hasDistinctiveHints, levelIntelligence, levelPreference, readPriority } from './levelling.ts';
import type { ModelCatalogue } from './model.ts';
import { findHintedModels } from './model.ts';
import { formatShare } from './model-text.ts';

const texts = routingMessages.need;

/** A tool whose result is read next. */
export interface ResultSource {
  readonly server: string;
  readonly tool: string;
  readonly trust: TrustLevel;
  /** What the server says of it. */
  readonly claimed: ModelPreferences | null;
  /** What the operator says of it; it counts whole, in place of the claim. */
  readonly believed?: ModelPreferences | null;
  /** What the server says of its other tools. */
  readonly peers: readonly (ModelPreferences | null)[];
}

/** What one result asks of the model that reads it. */
export interface ModelNeed {
  readonly of: string;
  /** Whose word it rests on. */
  readonly by: 'operator' | 'vouched' | 'unvouched';
  readonly intelligence: number;
  /** Names of models, if they count. */
  readonly hints: readonly string[];
  readonly cost: number;
  readonly speed: number;
  /** What it asks for and what of that counts, safe to show. Nothing where it asks for nothing. */
  readonly words: readonly string[];
}

export interface NeedContext {
  /** The intelligence of the host's own model: what a result needs of which nothing is known. */
  readonly base: number;
  /** Nobody knows the host's own model: no claim lowers what a result needs. */
  readonly unknownBase?: boolean;
  /** Up to where servers that nobody vouches for may push; not at all where it is null. */
  readonly untrustedCap: number | null;
  /** The models there are to choose from. */
  readonly usable: ModelCatalogue;
}

const describeNeed = (of: string, wanted: number, counted: number, why: string): readonly string[] =>
  Math.abs(wanted - counted) < 0.005
    ? [texts.asks({ tool: of, share: formatShare(wanted) })]
    : [texts.counts({ tool: of, share: formatShare(wanted), counted: formatShare(counted), why })];

const hintedNeed = (
  intelligence: number | undefined,
  hints: readonly string[],
  usable: ModelCatalogue,
): number | undefined => {
  const found = findHintedModels(usable, hints).map((model) => model.intelligence);
  if (found.length === 0) return intelligence;
  const [least, most] = [Math.min(...found), Math.max(...found)];
  return intelligence === undefined ? least : Math.min(most, Math.max(least, intelligence));
};

const wholly = (of: string, said: ModelPreferences, { base, usable }: NeedContext): ModelNeed => {
  const wanted = readPriority(said, 'intelligencePriority');
  const hints = said.hints ?? [];
  return {
    of,
    by: 'operator',
    intelligence: hintedNeed(wanted, hints, usable) ?? base,
    hints,
    cost: readPriority(said, 'costPriority') ?? 0,
    speed: readPriority(said, 'speedPriority') ?? 0,
    words: [texts.operator({ tool: of, share: formatShare(wanted ?? base) })],
  };
};

/** A server that nobody vouches for lowers nothing, and pushes no further than the operator lets it. */
const unvouched = (
  of: string,
  { claimed, peers }: ResultSource,
  { base, untrustedCap }: NeedContext,
): ModelNeed => {
  const wanted = readPriority(claimed, 'intelligencePriority');
  const levelled = wanted === undefined ? base : levelIntelligence(wanted, peers, base);
  const intelligence = Math.max(base, Math.min(levelled, untrustedCap ?? base));
  return {
    of,
    by: 'unvouched',
    intelligence,
    hints: [],
    cost: 0,
    speed: 0,
    words: wanted === undefined ? [] : describeNeed(of, wanted, intelligence, texts.untrusted),
  };
};

const describeLevelling = (names: boolean, held: boolean): string => {
  if (held) return texts.unknownBase;
  return names ? texts.namesModel : texts.alike;
};

const vouched = (
  of: string,
  { claimed, peers }: ResultSource,
  { base, unknownBase = false, usable }: NeedContext,
): ModelNeed => {
  const wanted = readPriority(claimed, 'intelligencePriority');
  const hints = hasDistinctiveHints(claimed?.hints, peers) ? (claimed?.hints ?? []) : [];
  const levelled = wanted === undefined ? undefined : levelIntelligence(wanted, peers, base);
  const hinted = hintedNeed(levelled, hints, usable) ?? base;
  const intelligence = unknownBase ? Math.max(base, hinted) : hinted;
  return {
    of,
    by: 'vouched',
    intelligence,
    hints,
    cost: levelPreference(claimed, peers, 'costPriority'),
    speed: levelPreference(claimed, peers, 'speedPriority'),
    words: [
      ...(wanted === undefined
        ? []
        : describeNeed(of, wanted, intelligence, describeLevelling(hints.length > 0, hinted < intelligence))),
      ...(hints.length === 0
        ? []
        : [texts.names({ tool: of, models: hints.map((hint) => display(hint, { max: 80 })) })]),
    ],
  };
};

/** What a result asks of the model that reads it. One of which nothing is known keeps the host's own. */
export const assessNeed = (read: ResultSource, context: NeedContext): ModelNeed => {
  const of = `${display(read.server, { max: 80 })}/${display(read.tool, { max: 80 })}`;
  if (read.believed != null) return wholly(of, read.believed, context);
  return read.trust === 'untrusted' ? unvouched(of, read, context) : vouched(of, read, context);
};
