import type { JsonObject, TracedTool } from '@callgate/core';
import { CallgateError, isJsonObject, own } from '@callgate/core';
import type { People } from '@callgate/gate';
import type { CastVote, GrantWish, MadeGrant } from '@callgate/gate/confirm';
import { approvalMessages } from '@callgate/messages/approval';
import type { CallRow } from '@callgate/gate/record';
import { grantScopeText, wishedGrant } from '@callgate/gate/confirm';
import type { ScopeOffer, ScopeWish, ValuePath } from '../api/inbox.ts';
import { valueAt } from './excerpt.ts';

const MAX_TIES = 50;

/** Everything that says whether a grant can be given for a call. */
export interface ScopeSituation {
  readonly row: CallRow;
  readonly args: JsonObject;
  readonly tool: TracedTool | undefined;
  readonly people: People;
  readonly subject: string;
  readonly now: number;
}

type FullWish = NonNullable<CastVote['grant']>;

/** Top-level arguments: what a person can tie down one by one. */
export const tiesOf = (args: JsonObject): readonly ValuePath[] =>
  Object.keys(args)
    .filter((key) => own(args, key) !== undefined)
    .slice(0, MAX_TIES)
    .map((key) => [key]);

const tied = (args: JsonObject, ties: readonly ValuePath[]): GrantWish => ({
  kind: 'arguments',
  constraints: ties.map((path) => {
    const equals = path.length === 0 ? undefined : valueAt(args, path);
    if (equals === undefined)
      throw new CallgateError('GRANT_TIE', 'the call has no such argument', {
        help: 'tie down arguments that the call has',
      });
    return { path, equals };
  }),
});

/** A wish as the desk takes it: what is tied down has the value it has in the call. */
export const wishFor = (wish: ScopeWish, args: JsonObject): FullWish => {
  const { uses, endsInMs } = wish;
  return { ...(wish.kind === 'arguments' ? tied(args, wish.ties) : { kind: wish.kind }), uses, endsInMs };
};

/** The grant that would be given, or why there is none. Nothing is stored. */
export const wouldGrant = ({ args, ...situation }: ScopeSituation, wish: FullWish): MadeGrant =>
  wishedGrant({ ...situation, id: 'not given yet', wish, args: () => args });

const HOUR = 3_600_000;

const text = approvalMessages.grant;

/** How far a yes may reach here. One use within an hour stands for all: more of either is never refused for another reason. */
export const scopeOffers = (situation: ScopeSituation): readonly ScopeOffer[] => {
  const { args } = situation;
  const ties = tiesOf(args);
  const offer = (kind: ScopeWish['kind'], wish: FullWish | undefined): ScopeOffer => {
    const made =
      wish === undefined
        ? ({ made: false, because: text.refusal.noArguments } as const)
        : wouldGrant(situation, wish);
    return { kind, words: text.offer[kind], notPossible: made.made ? null : made.because };
  };
  const reach = { uses: 1, endsInMs: HOUR };
  return [
    { kind: 'once', words: text.offer.once, notPossible: null },
    offer('session', { kind: 'session', ...reach }),
    offer('destination', { kind: 'destination', ...reach }),
    offer('arguments', isJsonObject(args) && ties.length > 0 ? { ...tied(args, ties), ...reach } : undefined),
  ];
};

/** The true scope of a wish in words. */
export const scopeWords = (
  situation: ScopeSituation,
  wish: ScopeWish,
): { readonly words: string | null; readonly notPossible: string | null } => {
  const made = wouldGrant(situation, wishFor(wish, situation.args));
  return made.made
    ? { words: grantScopeText(made.grant), notPossible: null }
    : { words: null, notPossible: made.because };
};
