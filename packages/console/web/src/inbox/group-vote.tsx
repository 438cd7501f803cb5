import type { JsonObject } from '@callgate/core';
import { voteRefusalText } from '@callgate/operations/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { formatInteger } from '../parts/format-count.ts';
import { Dialog, DialogActions, ReasonDialog } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonValue, useJsonExpansion } from '../parts/json-value.tsx';
import { Problem, Loading } from '../parts/page.tsx';
import { showToast } from '../parts/toast.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { type ApiError, type ResultOf, changeApi } from '../shell/api.ts';
import { useRead } from '../shell/use-api.ts';
import { followCall, outcomeToast } from './follow-call.ts';
import type { GroupVoteCall, InboxListItem } from './inbox-types.ts';

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
  showToast({
    tone: uncounted.length === 0 ? 'neutral' : 'warning',
    text: `You ${verdict === 'approve' ? 'approved' : 'refused'} ${counted} of ${outcomes.length}${
      uncounted.length === 0
        ? ''
        : `; the others: ${uncounted[0] === undefined ? '' : voteRefusalText(uncounted[0])}`
    }`,
  });
};

const RAN: ReadonlySet<string> = new Set(['dispatching', 'done']);

/** Waits for what becomes of the calls that were approved together. */
const followAll = async (outcomes: GroupVoteOutcomes): Promise<void> => {
  const approved = outcomes.filter(({ state, refusal }) => state === 'approved' && refusal === null);
  if (approved.length === 0) return;
  const ended = await Promise.all(approved.map(({ call }) => followCall(call)));
  const ran = ended.filter((one) => RAN.has(one?.state ?? '')).length;
  const other = outcomeToast(
    'one of them',
    ended.find((one) => !RAN.has(one?.state ?? '')),
  );
  showToast(
    ran === approved.length
      ? { tone: 'good', text: ran === 1 ? 'The call runs or ran' : `All ${ran} calls run or ran` }
      : { ...other, text: `${ran} of ${approved.length} run or ran; ${other.text}` },
  );
};

const useGroupVote = (onDone: () => void) => {
  const client = useQueryClient();
  return useMutation<GroupVoteOutcomes, ApiError, GroupVoteSubmission>({
    mutationFn: async ({ calls, ...word }) => {
      const outcomes: GroupVoteOutcomes[number][] = [];
      for (let at = 0; at < calls.length; at += AT_ONCE) {
        const some = calls.slice(at, at + AT_ONCE).map(({ call, binding }) => ({ call, binding }));
        outcomes.push(...(await changeApi('inbox.voteGroup', { calls: some, ...word })));
      }
      return outcomes;
    },
    onSuccess: (outcomes, { verdict }) => {
      sayOutcomes(outcomes, verdict);
      if (verdict === 'approve') void followAll(outcomes);
      onDone();
    },
    onSettled: () => void client.invalidateQueries(),
  });
};

const OFTEN = [
  'This is not what was asked for.',
  'Ask me before you do this.',
  'The recipient is wrong.',
  'This reaches too far; do less.',
] as const;

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
    cancel="Look again"
    look="refuse"
    action={
      <>
        Refuse <kbd aria-hidden="true">Ctrl ↵</kbd>
      </>
    }
    optional
    help="The agent gets these words, and they are kept in the record."
    rows={3}
    autoFocus
    more={(setReason) => (
      <div className="inbox-often">
        {OFTEN.map((words) => (
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
      title={`Refuse ${formatInteger(rows.length)} ${rows.length === 1 ? 'call' : 'calls'}`}
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
              for <Untrusted text={call.principal} max={80} /> in <Untrusted text={call.context} max={60} />
            </p>
            <JsonValue value={call.arguments} path={[call.call]} opened={opened} />
          </li>
        ))}
      </ol>
      <DialogActions>
        {opened.all ? null : <Button onClick={opened.openAll}>Open all ({opened.left})</Button>}
        <Button onClick={onClose}>Look again</Button>
        <Button look="approve" disabled={!opened.all || busy} onClick={onApprove}>
          Approve all {calls.length}
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
        <>
          Approve {together.length} calls{first === undefined ? null : ' of '}
          {first === undefined ? null : <ToolName server={first.server} tool={first.target} />}
        </>
      }
      onClose={onClose}
    >
      {rows.length > AT_ONCE ? (
        <p className="soft">
          These are the {AT_ONCE} most urgent of {formatInteger(rows.length)}.
        </p>
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
            <Icon name="warning" /> They may not be approved together: <Untrusted text={data.notTogether} />.
          </p>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
};
