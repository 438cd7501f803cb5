import type { JsonObject } from '@callgate/core';
import type { JSX } from 'react';
import { useMemo } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonValue } from '../parts/json-value.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useOpened } from '../parts/use-opened.ts';
import { useRead } from '../shell/use-api.ts';
import type { Grouped, Row } from './types.ts';
import { useGroupVote } from './use-group-vote.ts';

export const MAX_TOGETHER = 100;

const Calls = ({
  calls,
  busy,
  onApprove,
  onClose,
}: {
  readonly calls: readonly Grouped[];
  readonly busy: boolean;
  readonly onApprove: () => void;
  readonly onClose: () => void;
}): JSX.Element => {
  const all = useMemo(
    (): JsonObject => Object.fromEntries(calls.map((call) => [call.call, call.arguments])),
    [calls],
  );
  const opened = useOpened(all);
  return (
    <>
      <ol className="inbox-grouped">
        {calls.map((call) => (
          <li key={call.call}>
            <p className="inbox-soft">
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
export const GroupDialog = ({
  rows,
  onDone,
  onClose,
}: {
  readonly rows: readonly Row[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}): JSX.Element => {
  const together = rows.slice(0, MAX_TOGETHER);
  const [first] = together;
  const group = useRead('inbox.group', { calls: together.map(({ id }) => id) });
  const vote = useGroupVote(onDone);
  return (
    <Dialog
      wide
      title={
        <>
          Approve {together.length} calls
          {first === undefined ? null : (
            <>
              {' '}
              of <ToolName server={first.server} tool={first.target} />
            </>
          )}
        </>
      }
      onClose={onClose}
    >
      {rows.length > MAX_TOGETHER ? (
        <p className="inbox-soft">
          These are the {MAX_TOGETHER} most urgent of {rows.length.toLocaleString('en')}.
        </p>
      ) : null}
      {vote.error === null ? null : <Problem error={vote.error} />}
      {group.error === null ? null : <Problem error={group.error} />}
      {group.data === undefined ? (
        <Skeleton lines={6} />
      ) : group.data.notTogether === null ? (
        <Calls
          calls={group.data.calls}
          busy={vote.busy}
          onApprove={() => vote.send(group.data.calls, 'approve')}
          onClose={onClose}
        />
      ) : (
        <>
          <p>
            <Icon name="warning" /> They may not be approved together:{' '}
            <Untrusted text={group.data.notTogether} />.
          </p>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
};
