import { missingText } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import type { InboxFilter, InboxQuestion, VoteOutcome } from '@callgate/operations/api';
import { voteRefusalText } from '@callgate/operations/api';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { display } from '@callgate/core';
import type { ApprovalsClient, ApprovalsClientOptions } from './approvals-client.ts';
import { createApprovalsClient } from './approvals-client.ts';
import type { ApprovalsState } from './approvals-feed.ts';
import { ApprovalsFeed } from './approvals-feed.ts';

const TEXT = consoleMessages.inbox.decide;
const POLL_MS = 5000;

export interface ApprovalsOptions extends ApprovalsClientOptions {
  /** Only calls that fit: of a server, a tool, a principal or a session. */
  readonly filter?: InboxFilter | undefined;
  /** How often to look where no event stream is open; by default 5000. */
  readonly pollMs?: number | undefined;
}

/** The question that a person saw: a vote counts for nothing else. */
export type SeenQuestion = Pick<InboxQuestion['question'], 'call' | 'binding' | 'server' | 'target'>;

export interface VoteDetails {
  /** The person has seen the whole arguments; an approval needs it. */
  readonly opened: boolean;
  /** The agent receives it, and the audit log keeps it. */
  readonly reason?: string | undefined;
}

/** What became of a vote, for people. */
export interface VoteAnswer {
  readonly counted: boolean;
  /** One sentence; safe to show. */
  readonly text: string;
  readonly outcome: VoteOutcome;
}

export interface Approvals extends ApprovalsState {
  readonly client: ApprovalsClient;
  refresh(): Promise<void>;
  /** Throws an ApprovalsError where the console cannot be asked. */
  approve(seen: SeenQuestion, details: VoteDetails): Promise<VoteAnswer>;
  deny(seen: SeenQuestion, details: VoteDetails): Promise<VoteAnswer>;
}

const answerText = (
  verdict: 'approve' | 'refuse',
  { server, target }: SeenQuestion,
  outcome: VoteOutcome,
): string => {
  const tool = display(`${server}/${target}`, { max: 200 });
  if (verdict === 'refuse') return TEXT.denied({ tool });
  return outcome.missing.length > 0
    ? TEXT.counted({ tool, missing: display(missingText(outcome.missing), { max: 400 }) })
    : TEXT.approved({ tool });
};

/** Calls that wait for approval, live, with the two answers. */
export const useApprovals = (options: ApprovalsOptions = {}): Approvals => {
  const { url, fetch: ask, pollMs = POLL_MS } = options;
  const filter = JSON.stringify(options.filter ?? null);
  const feed = useMemo(() => {
    const wanted = JSON.parse(filter) as InboxFilter | null;
    return new ApprovalsFeed(createApprovalsClient({ url, fetch: ask }), {
      pollMs,
      filter: wanted ?? undefined,
    });
  }, [url, ask, pollMs, filter]);
  const state = useSyncExternalStore(feed.subscribe, feed.snapshot, feed.snapshot);
  const vote = useCallback(
    async (
      verdict: 'approve' | 'refuse',
      seen: SeenQuestion,
      { opened, reason }: VoteDetails,
    ): Promise<VoteAnswer> => {
      const { call, binding } = seen;
      const outcome = await feed.client.vote({
        call,
        binding,
        verdict,
        opened,
        ...(reason === undefined || reason === '' ? {} : { reason }),
      });
      await feed.refresh();
      const refused = voteRefusalText(outcome);
      return {
        counted: refused === null,
        text: refused === null ? answerText(verdict, seen, outcome) : display(refused, { max: 400 }),
        outcome,
      };
    },
    [feed],
  );
  return useMemo(
    () => ({
      ...state,
      client: feed.client,
      refresh: feed.refresh,
      approve: (seen, details) => vote('approve', seen, details),
      deny: (seen, details) => vote('refuse', seen, details),
    }),
    [state, feed, vote],
  );
};
