import type { JsonObject } from '@callgate/core';
import { groupRefusalText } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import { voteRefusalText } from '@callgate/operations/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Dialog, DialogActions, ReasonDialog } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonValue, useJsonExpansion } from '../parts/json-value.tsx';
import { Problem, Loading } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { showToast } from '../parts/toast.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { type ApiError, type ResultOf, changeApi } from '../shell/api.ts';
import { useRead } from '../shell/use-api.ts';
import { followCall, outcomeToast } from './follow-call.ts';
import type { GroupVoteCall, InboxListItem } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.group;
const DECIDE = consoleMessages.inbox.decide;

type GroupVoteOutcomes = ResultOf<'inbox.voteGroup'>;

interface GroupVoteSubmission {
  readonly calls: readonly { readonly call: string; readonly binding: string }[];
  readonly verdict: 'approve' | 'refuse';
  readonly reason?: string;
}

interface GroupProps {
  readonly rows: readonly InboxListItem[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const AT_ONCE = 100;

const toCallRef = ({ id, binding }: InboxListItem): GroupVoteSubmission['calls'][number] => ({
  call: id,
  binding,
});

const sayOutcomes = (outcomes: GroupVoteOutcomes, verdict: GroupVoteSubmission['verdict']): void => {
  const uncounted = outcomes.filter(({ refusal }) => refusal !== null);
  const counted = outcomes.length - uncounted.length;
  const result = (verdict === 'approve' ? TEXT.approved : TEXT.denied)({
    count: counted,
    total: outcomes.length,
  });
  const [first] = uncounted;
  showToast(
    first === undefined
      ? { tone: 'neutral', text: result }
      : { tone: 'warning', text: TEXT.others({ result, reason: voteRefusalText(first) ?? '' }) },
  );
};

const RAN: ReadonlySet<string> = new Set(['dispatching', 'done']);

/** Waits for what becomes of the calls that were approved together. */
const followAll = async (outcomes: GroupVoteOutcomes): Promise<void> => {
  const approved = outcomes.filter(({ state, refusal }) => state === 'approved' && refusal === null);
  if (approved.length === 0) return;
  const ended = await Promise.all(approved.map(({ call }) => followCall(call)));
  const ran = ended.filter((one) => RAN.has(one?.state ?? '')).length;
  const other = outcomeToast(
    TEXT.oneOfThem,
    ended.find((one) => !RAN.has(one?.state ?? '')),
  );
  showToast(
    ran === approved.length
      ? { tone: 'good', text: TEXT.ran({ count: ran }) }
      : { ...other, text: TEXT.someRan({ count: ran, total: approved.length, other: other.text }) },
  );
};

type CastVotes = (submission: GroupVoteSubmission) => Promise<GroupVoteOutcomes>;

const voteTogether: CastVotes = async ({ calls, ...word }) => {
  const outcomes: GroupVoteOutcomes[number][] = [];
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    const some = calls.slice(at, at + AT_ONCE).map(({ call, binding }) => ({ call, binding }));
    outcomes.push(...(await changeApi('inbox.voteGroup', { calls: some, ...word })));
  }
  return outcomes;
};

/** A vote of its own for each call, in their order. `opened`: the person has seen all their arguments. */
export const voteOneByOne =
  (opened: boolean): CastVotes =>
  async ({ calls, ...word }) => {
    const outcomes: GroupVoteOutcomes[number][] = [];
    for (const { call, binding } of calls)
      outcomes.push({ call, ...(await changeApi('inbox.vote', { call, binding, opened, ...word })) });
    return outcomes;
  };

export const useGroupVote = (
  onDone: (outcomes: GroupVoteOutcomes) => void,
  castVotes: CastVotes = voteTogether,
) => {
  const client = useQueryClient();
  return useMutation<GroupVoteOutcomes, ApiError, GroupVoteSubmission>({
    mutationFn: castVotes,
    onSuccess: (outcomes, { verdict }) => {
      sayOutcomes(outcomes, verdict);
      if (verdict === 'approve') void followAll(outcomes);
      onDone(outcomes);
    },
    onSettled: () => void client.invalidateQueries(),
  });
};

/** Says no, with words that the agent gets. */
export const RefuseDialog = ({
  onRefuse,
  ...rest
}: {
  title: ReactNode;
  isPending: boolean;
  error?: Error | null;
  /** Nothing where no reason is given. */
  onRefuse: (why: { reason?: string }) => void;
  onClose: () => void;
}) => (
  <ReasonDialog
    {...rest}
    cancel={DECIDE.back}
    look="refuse"
    action={
      <>
        {DECIDE.denyAction} <kbd aria-hidden="true">{DECIDE.denyKeys}</kbd>
      </>
    }
    optional
    help={DECIDE.denyHelp}
    rows={3}
    autoFocus
    more={(setReason) => (
      <div className="inbox-often">
        {DECIDE.commonReasons.map((words) => (
          <button key={words} type="button" className="inbox-chip" onClick={() => setReason(words)}>
            {words}
          </button>
        ))}
      </div>
    )}
    onDo={(reason) => onRefuse(reason === '' ? {} : { reason })}
  />
);

export const RefuseGroup = ({ rows, onDone, onClose }: GroupProps) => {
  const vote = useGroupVote(onDone);
  return (
    <RefuseDialog
      title={DECIDE.denyCalls({ count: rows.length })}
      isPending={vote.isPending}
      error={vote.error}
      onRefuse={(why) => vote.mutate({ calls: rows.map(toCallRef), verdict: 'refuse', ...why })}
      onClose={onClose}
    />
  );
};

const GroupedCalls = ({
  calls,
  busy,
  onApprove,
  onClose,
}: {
  calls: readonly GroupVoteCall[];
  busy: boolean;
  onApprove: () => void;
  onClose: () => void;
}) => {
  const all = useMemo(
    (): JsonObject => Object.fromEntries(calls.map((call) => [call.call, call.arguments])),
    [calls],
  );
  const opened = useJsonExpansion(all);
  return (
    <>
      <ol className="inbox-grouped">
        {calls.map((call) => (
          <li key={call.call}>
            <p className="soft">
              <Sentence
                parts={TEXT.who({
                  user: <Untrusted text={call.principal} max={80} />,
                  session: <Untrusted text={call.context} max={60} />,
                })}
              />
            </p>
            <JsonValue value={call.arguments} path={[call.call]} opened={opened} />
          </li>
        ))}
      </ol>
      <DialogActions>
        {opened.all ? null : (
          <Button onClick={opened.openAll}>
            {consoleMessages.inbox.card.showAll({ count: opened.left })}
          </Button>
        )}
        <Button onClick={onClose}>{DECIDE.back}</Button>
        <Button look="approve" disabled={!opened.all || busy} onClick={onApprove}>
          {TEXT.approve({ count: calls.length })}
        </Button>
      </DialogActions>
    </>
  );
};

/** One yes to several calls that are alike, each of them shown whole. */
export const ApproveGroup = ({ rows, onDone, onClose }: GroupProps) => {
  const together = rows.slice(0, AT_ONCE);
  const [first] = together;
  const group = useRead('inbox.group', { calls: together.map(({ id }) => id) });
  const vote = useGroupVote(onDone);
  const { data } = group;
  return (
    <Dialog
      wide
      title={
        first === undefined ? (
          TEXT.untitled({ count: together.length })
        ) : (
          <Sentence
            parts={TEXT.title({
              count: together.length,
              tool: <ToolName server={first.server} tool={first.target} />,
            })}
          />
        )
      }
      onClose={onClose}
    >
      {rows.length > AT_ONCE ? (
        <p className="soft">{TEXT.cut({ shown: AT_ONCE, total: rows.length })}</p>
      ) : null}
      <Problem error={vote.error} />
      <Problem error={group.error} />
      {data === undefined ? (
        <Loading lines={6} />
      ) : data.notTogether === null ? (
        <GroupedCalls
          calls={data.calls}
          busy={vote.isPending}
          onApprove={() => vote.mutate({ calls: data.calls, verdict: 'approve' })}
          onClose={onClose}
        />
      ) : (
        <>
          <p>
            <Icon name="warning" />{' '}
            <Sentence
              parts={consoleMessages.inbox.list.notTogether({
                reason: <Untrusted className="prose" text={groupRefusalText(data.notTogether)} />,
              })}
            />
          </p>
          <DialogActions>
            <Button onClick={onClose}>{consoleMessages.terms.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
};
