import type { ApprovalRequest } from '@callgate/gate/confirm';
import { approvalMessages } from '@callgate/messages/approval';
import { formatCount } from '../../show/format-columns.ts';
import { spanText } from '../../show/time-text.ts';
import type { VoteScope } from './screen-state.ts';

const { screen } = approvalMessages;

const HOUR = 3_600_000;
const USES: readonly number[] = [1, 5, 20, 100];
const SPANS: readonly number[] = [HOUR, 8 * HOUR, 24 * HOUR, 7 * 24 * HOUR];

const after = (list: readonly number[], value: number): number =>
  list[(list.indexOf(value) + 1) % list.length] ?? value;

const KINDS: readonly VoteScope['kind'][] = ['once', 'folder', 'session', 'destination', 'tool'];

type Offers = ApprovalRequest['offers'];

/** Reaches that are there only where the question offers them. */
const OFFERED: Readonly<Partial<Record<VoteScope['kind'], Offers[number]['choice']>>> = {
  folder: 'folder',
  tool: 'always',
};

const isPossible = (kind: VoteScope['kind'], offers: Offers): boolean =>
  OFFERED[kind] === undefined || offers.some(({ choice }) => choice === OFFERED[kind]);

/** The next way a yes may reach. */
export const nextScope = (scope: VoteScope, offers: Offers): VoteScope => {
  const kinds = KINDS.filter((kind) => isPossible(kind, offers));
  const kind = kinds[(kinds.indexOf(scope.kind) + 1) % kinds.length] ?? 'once';
  if (kind === 'once') return { kind };
  return {
    kind,
    ...(scope.kind === 'once' ? { uses: 1, endsInMs: HOUR } : { uses: scope.uses, endsInMs: scope.endsInMs }),
  };
};

export const withMoreUses = (scope: VoteScope): VoteScope =>
  scope.kind === 'once' ? scope : { ...scope, uses: after(USES, scope.uses) };

export const withLongerSpan = (scope: VoteScope): VoteScope =>
  scope.kind === 'once' ? scope : { ...scope, endsInMs: after(SPANS, scope.endsInMs) };

const REACHES: Readonly<Record<Exclude<VoteScope['kind'], 'once'>, string>> = {
  folder: screen.sameFolder,
  session: screen.anyArguments,
  tool: screen.anySession,
  destination: screen.sameDestinations,
};

/** How far a yes reaches, before it is said. */
export const scopeText = (scope: VoteScope): string => {
  if (scope.kind === 'once') return screen.thisCall;
  return screen.later({
    calls: formatCount(scope.uses, 'later call'),
    reach: REACHES[scope.kind],
    span: spanText(scope.endsInMs),
  });
};
