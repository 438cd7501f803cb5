import type { JSX } from 'react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { toast } from '../parts/toast.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useMay } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import { Marks, edgeOf } from './marks.tsx';
import type { Unsettled } from './types.ts';

type As = 'happened' | 'did-not-happen';

const WORDS = { happened: 'It happened', 'did-not-happen': 'It did not happen' } as const;

const SettleDialog = ({
  row,
  as,
  onClose,
}: {
  readonly row: Unsettled;
  readonly as: As;
  readonly onClose: () => void;
}): JSX.Element => {
  const [reason, setReason] = useState('');
  const settle = useChange('inbox.settle');
  return (
    <Dialog
      title={
        <>
          {WORDS[as]}: <ToolName server={row.server} tool={row.target} />
        </>
      }
      onClose={onClose}
    >
      <p>
        Nothing is sent again and nothing is undone: this is your word on what came of it, kept in the record
        beside the fact that Callgate does not know.
      </p>
      {settle.error === null ? null : <Problem error={settle.error} />}
      <form
        className="inbox-form"
        onSubmit={(event) => {
          event.preventDefault();
          settle.mutate(
            { call: row.id, as, reason: reason.trim() },
            {
              onSuccess: () => {
                toast({ tone: 'good', text: `Settled: ${row.server}/${row.target}` });
                onClose();
              },
            },
          );
        }}
      >
        <Field label="How you know">
          <textarea
            value={reason}
            maxLength={2000}
            rows={3}
            required
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Not yet</Button>
          <Button look="primary" type="submit" disabled={reason.trim() === '' || settle.isPending}>
            {WORDS[as]}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** Calls that went out and whose outcome nobody knows. */
export const UnsettledTab = (): JSX.Element => {
  const list = useRead('inbox.unsettled', { limit: 200 });
  const may = useMay('operator');
  const [settling, setSettling] = useState<{ readonly row: Unsettled; readonly as: As }>();
  if (list.error !== null) return <Problem error={list.error} />;
  if (list.data === undefined) return <Skeleton />;
  if (list.data.items.length === 0)
    return (
      <Empty title="Every outcome is known">
        <p>A call that went out and never came back stands here until a person says what came of it.</p>
      </Empty>
    );
  return (
    <div className="inbox-side">
      <p className="inbox-soft">
        These calls went out, and no answer came back that could be recorded. They may or may not have
        happened, and they are never sent again by themselves.{may ? '' : ' Only operators settle them.'}
      </p>
      {list.data.items.map((row) => (
        <article key={row.id} className={`inbox-running inbox-edge-${edgeOf(row.marks)}`}>
          <header>
            <Link href={`/record/${encodeURIComponent(row.id)}`}>
              <ToolName server={row.server} tool={row.target} />
            </Link>
            <span className="inbox-soft">
              sent <Time at={row.dispatchedAt ?? row.receivedAt} /> for{' '}
              <Untrusted text={row.principal} max={80} />
            </span>
          </header>
          <Marks marks={row.marks} most={4} />
          {row.fault === null ? null : (
            <p className="inbox-soft">
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
