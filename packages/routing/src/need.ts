import type { Trust } from '@callgate/core';
import { display } from '@callgate/core';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import { hintsCount, levelledIntelligence, levelledWish, priorityIn } from './levelling.ts';
import type { ModelCatalogue } from './model.ts';
import { hintedModels } from './model.ts';
import { figure } from './words.ts';

/** A tool whose result is read next. */
export interface ReadTool {
  readonly server: string;
  readonly tool: string;
  readonly trust: Trust;
  /** What the server says of it. */
  readonly claimed: ModelPreferences | null;
  /** What the operator says of it; it counts whole, in place of the claim. */
  readonly believed?: ModelPreferences | null;
  /** What the server says of its other tools. */
  readonly peers: readonly (ModelPreferences | null)[];
}

/** What one result asks of the model that reads it. */
export interface Need {
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

const asks = (of: string, wanted: number, counted: number, why: string): readonly string[] =>
  Math.abs(wanted - counted) < 0.005
    ? [`${of} asks for ${figure(wanted)}`]
    : [`${of} asks for ${figure(wanted)}, which counts as ${figure(counted)}: ${why}`];

const hintedNeed = (
  intelligence: number | undefined,
  hints: readonly string[],
  usable: ModelCatalogue,
): number | undefined => {
  const found = hintedModels(usable, hints).map((model) => model.intelligence);
  if (found.length === 0) return intelligence;
  const [least, most] = [Math.min(...found), Math.max(...found)];
  return intelligence === undefined ? least : Math.min(most, Math.max(least, intelligence));
};

const wholly = (of: string, said: ModelPreferences, { base, usable }: NeedContext): Need => {
  const wanted = priorityIn(said, 'intelligencePriority');
  const hints = said.hints ?? [];
  return {
    of,
    by: 'operator',
    intelligence: hintedNeed(wanted, hints, usable) ?? base,
    hints,
    cost: priorityIn(said, 'costPriority') ?? 0,
    speed: priorityIn(said, 'speedPriority') ?? 0,
    words: [`for ${of} the operator asks for ${figure(wanted ?? base)}`],
  };
};

/** A server that nobody vouches for lowers nothing, and pushes no further than the operator lets it. */
const unvouched = (of: string, { claimed, peers }: ReadTool, { base, untrustedCap }: NeedContext): Need => {
  const wanted = priorityIn(claimed, 'intelligencePriority');
  const levelled = wanted === undefined ? base : levelledIntelligence(wanted, peers, base);
  const intelligence = Math.max(base, Math.min(levelled, untrustedCap ?? base));
  return {
    of,
    by: 'unvouched',
    intelligence,
    hints: [],
    cost: 0,
    speed: 0,
    words: wanted === undefined ? [] : asks(of, wanted, intelligence, 'nobody vouches for its server'),
  };
};

const whyOtherwise = (names: boolean, held: boolean): string => {
  if (held) return 'nobody knows how able the host’s own model is';
  return names ? 'it names a model' : 'the server’s other tools ask for much the same';
};

const vouched = (
  of: string,
  { claimed, peers }: ReadTool,
  { base, unknownBase = false, usable }: NeedContext,
): Need => {
  const wanted = priorityIn(claimed, 'intelligencePriority');
  const hints = hintsCount(claimed?.hints, peers) ? (claimed?.hints ?? []) : [];
  const levelled = wanted === undefined ? undefined : levelledIntelligence(wanted, peers, base);
  const hinted = hintedNeed(levelled, hints, usable) ?? base;
  const intelligence = unknownBase ? Math.max(base, hinted) : hinted;
  return {
    of,
    by: 'vouched',
    intelligence,
    hints,
    cost: levelledWish(claimed, peers, 'costPriority'),
    speed: levelledWish(claimed, peers, 'speedPriority'),
    words: [
      ...(wanted === undefined
        ? []
        : asks(of, wanted, intelligence, whyOtherwise(hints.length > 0, hinted < intelligence))),
      ...(hints.length === 0
        ? []
        : [`${of} names ${hints.map((hint) => display(hint, { max: 80 })).join(', ')}`]),
    ],
  };
};

/** What a result asks of the model that reads it. One of which nothing is known keeps the host's own. */
export const needOf = (read: ReadTool, context: NeedContext): Need => {
  const of = `${display(read.server, { max: 80 })}/${display(read.tool, { max: 80 })}`;
  if (read.believed != null) return wholly(of, read.believed, context);
  return read.trust === 'untrusted' ? unvouched(of, read, context) : vouched(of, read, context);
};
