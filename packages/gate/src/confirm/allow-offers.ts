import { display } from '@callgate/core';
import { isJoinedContextKey } from '@callgate/core/label';
import { approvalMessages } from '@callgate/messages/approval';
import type { GrantScope } from '../record/grant.ts';
import type { VoteRequest } from './approval-service.ts';
import type { CallGrantRequest } from './make-grant.ts';
import { MAX_GRANT_MS, MAX_GRANT_USES, makeGrantForCall } from './make-grant.ts';

/** How far a yes at a prompt may reach, the narrowest first. */
export const ALLOW_CHOICES = ['once', 'folder', 'session', 'always'] as const;
export type AllowChoice = (typeof ALLOW_CHOICES)[number];

/** One choice at a prompt. */
export interface AllowOffer {
  readonly choice: AllowChoice;
  /** What is allowed, safe to show. */
  readonly words: string;
}

/** What is typed at a terminal for a yes that reaches further than one call. */
export const ALLOW_KEYS: Readonly<Record<Exclude<AllowChoice, 'once'>, string>> = {
  folder: 'f',
  session: 's',
  always: 'a',
};

type Wish = NonNullable<VoteRequest['grant']>;

const DAY = 24 * 3_600_000;

const WISHES: Readonly<Record<Exclude<AllowChoice, 'once'>, Wish>> = {
  folder: { kind: 'folder', uses: MAX_GRANT_USES, endsInMs: MAX_GRANT_MS },
  session: { kind: 'session', uses: MAX_GRANT_USES, endsInMs: DAY },
  always: { kind: 'tool', uses: MAX_GRANT_USES, endsInMs: MAX_GRANT_MS },
};

/** The grant that a choice wishes for; undefined where it is for one call. */
export const grantOfChoice = (choice: AllowChoice): Wish | undefined =>
  choice === 'once' ? undefined : WISHES[choice];

const text = approvalMessages.grant.allow;

/** The narrowest choice, which is always there. */
export const ONLY_ONCE: readonly AllowOffer[] = [{ choice: 'once', words: text.once }];

const folderOf = (scope: GrantScope): string =>
  scope.kind === 'folder' ? display(scope.folder, { max: 300 }) : '';

/** What a person may choose from. A grant that cannot be given is not offered. */
export const listAllowOffers = (request: Omit<CallGrantRequest, 'id' | 'wish'>): readonly AllowOffer[] => {
  const { row } = request;
  const name = { tool: display(row.target, { max: 80 }), server: display(row.server, { max: 80 }) };
  const asksEveryTime = row.decision.beliefs['requiresConfirmation']?.value === 'yes';
  const offers = [...ONLY_ONCE];
  for (const choice of ALLOW_CHOICES) {
    const wish = grantOfChoice(choice);
    if (choice === 'once' || wish === undefined || asksEveryTime) continue;
    const made = makeGrantForCall({ ...request, id: 'not given yet', wish });
    if (made.made)
      offers.push({
        choice,
        words: text[choice]({
          ...name,
          folder: folderOf(made.grant.scope),
          hasOwnLabels: made.grant.ownLabelRules !== undefined,
          isEverySession: isJoinedContextKey(row.session),
        }),
      });
  }
  return offers;
};
