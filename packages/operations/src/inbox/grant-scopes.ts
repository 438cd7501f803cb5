import type { JsonObject, TracedTool } from '@callgate/core';
import { CallgateError, isJsonObject, getOwn } from '@callgate/core';
import type { People } from '@callgate/gate';
import type { VoteRequest, RequestedGrantScope, GrantResult } from '@callgate/gate/confirm';
import type { GrantRefusal } from '@callgate/messages/approval';
import { approvalMessages } from '@callgate/messages/approval';
import type { CallRow } from '@callgate/gate/record';
import { describeGrantScope, makeGrantForCall } from '@callgate/gate/confirm';
import { pendingCallErrors } from '@callgate/messages/errors/pending-call';
import type { GrantScopeOffer, GrantScopeRequest, ValuePath } from '../api/inbox.ts';
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

type FullGrantRequest = NonNullable<VoteRequest['grant']>;

/** Top-level arguments: what a person can tie down one by one. */
export const bindableArguments = (args: JsonObject): readonly ValuePath[] =>
  Object.keys(args)
    .filter((key) => getOwn(args, key) !== undefined)
    .slice(0, MAX_TIES)
    .map((key) => [key]);

const bindArguments = (args: JsonObject, ties: readonly ValuePath[]): RequestedGrantScope => ({
  kind: 'arguments',
  constraints: ties.map((path) => {
    const equals = path.length === 0 ? undefined : valueAt(args, path);
    if (equals === undefined) throw new CallgateError(pendingCallErrors.argumentUnknown());
    return { path, equals };
  }),
});

/** A wish as the desk takes it: what is tied down has the value it has in the call. */
export const toGrantRequest = (wish: GrantScopeRequest, args: JsonObject): FullGrantRequest => {
  const { uses, endsInMs } = wish;
  return {
    ...(wish.kind === 'arguments' ? bindArguments(args, wish.ties) : { kind: wish.kind }),
    uses,
    endsInMs,
  };
};

/** The grant that would be given, or why there is none. Nothing is stored. */
export const previewGrant = ({ args, ...situation }: ScopeSituation, wish: FullGrantRequest): GrantResult =>
  makeGrantForCall({ ...situation, id: 'not given yet', wish, args: () => args });

const HOUR = 3_600_000;

const text = approvalMessages.grant;

/** How far a yes may reach here. One use within an hour stands for all: more of either is never refused for another reason. */
export const scopeOffers = (situation: ScopeSituation): readonly GrantScopeOffer[] => {
  const { args } = situation;
  const ties = bindableArguments(args);
  const offer = (kind: GrantScopeRequest['kind'], wish: FullGrantRequest | undefined): GrantScopeOffer => {
    const made =
      wish === undefined
        ? ({ made: false, because: { code: 'noArguments' } } as const)
        : previewGrant(situation, wish);
    return { kind, words: text.offer[kind], notPossible: made.made ? null : made.because };
  };
  const reach = { uses: 1, endsInMs: HOUR };
  return [
    { kind: 'once', words: text.offer.once, notPossible: null },
    offer('folder', { kind: 'folder', ...reach }),
    offer('session', { kind: 'session', ...reach }),
    offer('tool', { kind: 'tool', ...reach }),
    offer('destination', { kind: 'destination', ...reach }),
    offer(
      'arguments',
      isJsonObject(args) && ties.length > 0 ? { ...bindArguments(args, ties), ...reach } : undefined,
    ),
  ];
};

/** The true scope of a wish in words. */
export const scopeText = (
  situation: ScopeSituation,
  wish: GrantScopeRequest,
): { readonly words: string | null; readonly notPossible: GrantRefusal | null } => {
  const made = previewGrant(situation, toGrantRequest(wish, situation.args));
  return made.made
    ? { words: describeGrantScope(made.grant), notPossible: null }
    : { words: null, notPossible: made.because };
};
