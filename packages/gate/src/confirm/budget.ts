import { display } from '@callgate/core';
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

export type BudgetDecision =
  | { readonly does: 'ask' }
  | {
      readonly does: 'refuse';
      readonly code: 'QUESTIONS_USED_UP' | 'QUESTIONS_PENDING';
      /** For the caller. */
      readonly reason: string;
      /** For the operator, once an hour for a session; null where they were told. */
      readonly summary: string | null;
    };

type BudgetLimits = Pick<GateLimits, 'questionsAnHour' | 'pendingPerPrincipal'>;

const isTold = ({ toldAt, now }: BudgetCounts): boolean => toldAt !== null && now - toldAt < BUDGET_MS;

const questions = (count: number): string => (count === 1 ? 'one question' : `${count} questions`);

/**
 * Whether people are asked about one more call. A person who is asked all the time stops reading, so the rest is
 * refused. Counts and limits that are no numbers refuse.
 */
export const judgeBudget = (counts: BudgetCounts, limits: BudgetLimits): BudgetDecision => {
  const { asked, pending } = counts;
  const refuse = (
    code: 'QUESTIONS_USED_UP' | 'QUESTIONS_PENDING',
    reason: string,
    summary: string,
  ): BudgetDecision => ({
    does: 'refuse',
    code,
    reason,
    summary: isTold(counts) ? null : summary,
  });
  if (!(asked < limits.questionsAnHour))
    return refuse(
      'QUESTIONS_USED_UP',
      `people were asked ${questions(asked)} for this session within an hour; do not ask again before some of them are an hour old`,
      `the session ${display(counts.session)} has asked ${questions(asked)} within an hour and may ask ${limits.questionsAnHour}; what else it asks for is refused and not shown`,
    );
  if (!(pending < limits.pendingPerPrincipal))
    return refuse(
      'QUESTIONS_PENDING',
      `${questions(pending)} of this principal wait for people already; wait until some of them are decided`,
      `${questions(pending)} of ${display(counts.principal)} wait for people, and ${limits.pendingPerPrincipal} may; what else it asks for is refused and not shown`,
    );
  return { does: 'ask' };
};
