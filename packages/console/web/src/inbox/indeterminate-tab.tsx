import { consoleMessages } from '@callgate/messages/console';
import { useState } from 'react';
import { CallLink } from '../parts/call-link.tsx';
import { ReasonDialog } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { EmptyState, Loading } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time } from '../parts/time.tsx';
import { toastThen } from '../parts/toast.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import { Marks, edgeTone } from './marks.tsx';
import type { IndeterminateCall } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.unknown;

interface SettleRequest {
  readonly row: IndeterminateCall;
  readonly as: 'happened' | 'did-not-happen';
}

const SettleDialog = ({ row, as, onClose }: SettleRequest & { onClose: () => void }) => {
  const settle = useChange('inbox.settle');
  return (
    <ReasonDialog
      title={
        <Sentence
          parts={TEXT.settleTitle({
            result: TEXT[as],
            tool: <ToolName server={row.server} tool={row.target} />,
          })}
        />
      }
      cancel={TEXT.notYet}
      action={TEXT[as]}
      label={TEXT.how}
      rows={3}
      autoFocus
      isPending={settle.isPending}
      error={settle.error}
      onDo={(reason) =>
        settle.mutate(
          { call: row.id, as, reason },
          { onSuccess: toastThen(TEXT.settled({ tool: `${row.server}/${row.target}` }), onClose) },
        )
      }
      onClose={onClose}
    >
      <p>{TEXT.effect}</p>
    </ReasonDialog>
  );
};

export const IndeterminateTab = () => {
  const { data, error } = useRead('inbox.unsettled', { limit: 200 });
  const may = useHasRole('operator');
  const [settling, setSettling] = useState<SettleRequest>();
  if (data === undefined || error !== null) return <Loading error={error} />;
  if (data.items.length === 0) return <EmptyState title={TEXT.empty} text={TEXT.emptyText} />;
  return (
    <div className="inbox-side">
      <p className="soft">
        {TEXT.intro} {may ? '' : TEXT.operatorsOnly}
      </p>
      {data.items.map((row) => (
        <article key={row.id} className={`inbox-running inbox-edge-${edgeTone(row.marks)}`}>
          <header>
            <CallLink {...row} call={row.id} />
            <span className="soft">
              <Sentence
                parts={TEXT.sent({
                  time: <Time at={row.dispatchedAt ?? row.receivedAt} />,
                  user: <Untrusted text={row.principal} max={80} />,
                })}
              />
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
                {TEXT[`${as}More`]}
              </Button>
            ))}
          </div>
        </article>
      ))}
      {settling === undefined ? null : <SettleDialog {...settling} onClose={() => setSettling(undefined)} />}
    </div>
  );
};
