import { display } from '@callgate/core';
import { approverMessages } from '@callgate/messages/approvers';
import type { ApproverFigures, StoreReader } from '../store/store-reader.ts';

/** How one person decides. */
export interface ApproverStatistics {
  readonly subject: string;
  readonly votes: number;
  /** 0 to 1. */
  readonly approvalRate: number;
  readonly medianMs: number;
  /** Share of votes that took less than two seconds, 0 to 1. */
  readonly hastyShare: number;
  readonly questionsAnHour: number;
  /** They seem to agree without reading. */
  readonly fatigue: boolean;
  /** All of it for a person. */
  readonly words: string;
}

/**
 * Agents' users were reported to approve 93 % of what they are asked, and more than 95 % after two weeks: from there on
 * a rate says nothing of the calls any more. Fewer than 20 votes are too few for one refusal to show. In under 3 s
 * nobody reads who, which tool and its arguments. All three together mark fatigue; one alone can be good policy.
 */
export const FATIGUE_LIMITS: Readonly<{ approvalRate: number; votes: number; medianMs: number }> =
  Object.freeze({
    approvalRate: 0.95,
    votes: 20,
    medianMs: 3000,
  });

const HOUR = 3_600_000;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const statisticsOf = (figures: ApproverFigures, hours: number): ApproverStatistics => {
  const { subject, approved, refused, medianMs, hasty } = figures;
  const votes = approved + refused;
  const approvalRate = votes === 0 ? 0 : approved / votes;
  const hastyShare = votes === 0 ? 0 : hasty / votes;
  const questionsAnHour = hours > 0 ? votes / hours : 0;
  const fatigue =
    votes >= FATIGUE_LIMITS.votes &&
    approvalRate >= FATIGUE_LIMITS.approvalRate &&
    medianMs < FATIGUE_LIMITS.medianMs;
  const person = display(subject);
  const words =
    votes === 0
      ? approverMessages.noVotes({ person })
      : approverMessages.votes({
          person,
          votes,
          approved: percent(approvalRate),
          median: seconds(medianMs),
          hasty: percent(hastyShare),
          questions: questionsAnHour.toFixed(1),
        }) + (fatigue ? approverMessages.fatigue : '');
  return { subject, votes, approvalRate, medianMs, hastyShare, questionsAnHour, fatigue, words };
};

/** How everybody who decided since a time does it, those who seem tired first. */
export const computeApproverStatistics = async (
  reader: Pick<StoreReader, 'approvers'>,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<readonly ApproverStatistics[]> => {
  const figures = await reader.approvers(since);
  return figures
    .map((each) => statisticsOf(each, (now - since) / HOUR))
    .toSorted(
      (a, b) =>
        Number(b.fatigue) - Number(a.fatigue) || b.votes - a.votes || (a.subject < b.subject ? -1 : 1),
    );
};
