import { display } from '@callgate/core';
import { dispatchMessages } from '@callgate/messages/dispatch';
import type { GateLimits } from '../environment/limits.ts';

/** The time that questions are counted over. */
export const BUDGET_MS = 3_600_000;

export interface BudgetCounts {
  /** Key of the session that wants to ask. */
  readonly session: string;
  readonly principal: string;
  /** Questions of this session within the last hour. */
  readonly asked: number;
  /** Calls of the principal that wait for people now. */
  readonly pending: number;
  /** When the operator was last told that this session asks too much; null: never. */
  readonly toldAt: number | null;
  readonly now: number;
}

const BUDGET_REFUSALS = ['QUESTIONS_USED_UP', 'QUESTIONS_PENDING'] as const;

type BudgetRefusal = (typeof BUDGET_REFUSALS)[number];

export const isBudgetRefusal = (code: string): boolean => BUDGET_REFUSALS.some((refusal) => refusal === code);

export type BudgetDecision =
  | { readonly does: 'ask' }
  | {
      readonly does: 'refuse';
      readonly code: BudgetRefusal;
      /** For the caller. */
      readonly reason: string;
      /** For the operator, once an hour for a session; null where they were told. */
      readonly summary: string | null;
    };

type BudgetLimits = Pick<GateLimits, 'questionsAnHour' | 'pendingPerPrincipal'>;

const isTold = ({ toldAt, now }: BudgetCounts): boolean => toldAt !== null && now - toldAt < BUDGET_MS;

const texts = dispatchMessages.budget;

/**
 * Whether people are asked about one more call. A person who is asked all the time stops reading, so the rest is
 * refused. Counts and limits that are no numbers refuse.
 */
export const judgeBudget = (counts: BudgetCounts, limits: BudgetLimits): BudgetDecision => {
  const { asked, pending } = counts;
  const refuse = (code: BudgetRefusal, reason: string, summary: string): BudgetDecision => ({
    does: 'refuse',
    code,
    reason,
    summary: isTold(counts) ? null : summary,
  });
  if (!(asked < limits.questionsAnHour))
    return refuse(
      'QUESTIONS_USED_UP',
      texts.used({ asked }),
      texts.usedSummary({ session: display(counts.session), asked, most: limits.questionsAnHour }),
    );
  if (!(pending < limits.pendingPerPrincipal))
    return refuse(
      'QUESTIONS_PENDING',
      texts.pending({ pending }),
      texts.pendingSummary({
        principal: display(counts.principal),
        pending,
        most: limits.pendingPerPrincipal,
      }),
    );
  return { does: 'ask' };
};
