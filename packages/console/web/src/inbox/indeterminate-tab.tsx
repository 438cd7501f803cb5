import { useState } from 'react';
import { CallLink } from '../parts/call-link.tsx';
import { ReasonDialog } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { EmptyState, Loading } from '../parts/page.tsx';
import { Time } from '../parts/time.tsx';
import { toastThen } from '../parts/toast.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import { Marks, edgeTone } from './marks.tsx';
import type { IndeterminateCall } from './inbox-types.ts';

const WORDS = { happened: 'It happened', 'did-not-happen': 'It did not happen' } as const;

interface SettleRequest {
  readonly row: IndeterminateCall;
  readonly as: keyof typeof WORDS;
}

const SettleDialog = ({ row, as, onClose }: SettleRequest & { onClose: () => void }) => {
  const settle = useChange('inbox.settle');
  return (
    <ReasonDialog
      title={
        <>
          {WORDS[as]}: <ToolName server={row.server} tool={row.target} />
        </>
      }
      cancel="Not yet"
      action={WORDS[as]}
      label="How you know"
      rows={3}
      autoFocus
      isPending={settle.isPending}
      error={settle.error}
      onDo={(reason) =>
        settle.mutate(
          { call: row.id, as, reason },
          { onSuccess: toastThen(`Settled: ${row.server}/${row.target}`, onClose) },
        )
      }
      onClose={onClose}
    >
      <p>
        Nothing is sent again and nothing is undone: this is your word on what came of it, kept in the record
        beside the fact that Callgate does not know.
      </p>
    </ReasonDialog>
  );
};

export const IndeterminateTab = () => {
  const { data, error } = useRead('inbox.unsettled', { limit: 200 });
  const may = useHasRole('operator');
  const [settling, setSettling] = useState<SettleRequest>();
  if (data === undefined || error !== null) return <Loading error={error} />;
  if (data.items.length === 0)
    return (
      <EmptyState
        title="Every outcome is known"
        text="A call that went out and never came back stands here until a person says what came of it."
      />
    );
  return (
    <div className="inbox-side">
      <p className="soft">
        These calls went out, and no answer came back that could be recorded. They may or may not have
        happened, and they are never sent again by themselves.{may ? '' : ' Only operators settle them.'}
      </p>
      {data.items.map((row) => (
        <article key={row.id} className={`inbox-running inbox-edge-${edgeTone(row.marks)}`}>
          <header>
            <CallLink {...row} call={row.id} />
            <span className="soft">
              sent <Time at={row.dispatchedAt ?? row.receivedAt} /> for{' '}
              <Untrusted text={row.principal} max={80} />
            </span>
          </header>
          <Marks marks={row.marks} most={4} />
          {row.fault === null ? null : (
            <p className="soft">
              <code>{row.fault.code}</code>{' '}
              {row.fault.message === null ? null : <Untrusted text={row.fault.message} max={300} />}
            </p>
          )}
          <div className="inbox-decide-buttons">
            {(['happened', 'did-not-happen'] as const).map((as) => (
              <Button key={as} disabled={!may} onClick={() => setSettling({ row, as })}>
                {WORDS[as]} …
              </Button>
            ))}
          </div>
        </article>
      ))}
      {settling === undefined ? null : <SettleDialog {...settling} onClose={() => setSettling(undefined)} />}
    </div>
  );
};
