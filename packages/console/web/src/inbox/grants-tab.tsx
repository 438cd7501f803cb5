import { consoleMessages } from '@callgate/messages/console';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { ReasonDialog } from '../parts/dialog.tsx';
import { Button, Checkbox } from '../parts/form.tsx';
import { EmptyState, Loading } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Countdown, Time } from '../parts/time.tsx';
import { toastThen } from '../parts/toast.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import type { GrantListItem } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.grants;

const RevokeDialog = ({ story, onClose }: { story: GrantListItem; onClose: () => void }) => {
  const revoke = useChange('inbox.revoke');
  return (
    <ReasonDialog
      title={TEXT.revokeTitle}
      cancel={TEXT.keep}
      action={TEXT.revokeAction}
      look="danger"
      rows={2}
      autoFocus
      isPending={revoke.isPending}
      error={revoke.error}
      onDo={(reason) =>
        revoke.mutate({ grant: story.grant.id, reason }, { onSuccess: toastThen(TEXT.revoked, onClose) })
      }
      onClose={onClose}
    >
      <p>
        <Untrusted className="prose" text={story.words} />
      </p>
      <p className="soft">{TEXT.revokeEffect}</p>
    </ReasonDialog>
  );
};

export const GrantsTab = () => {
  const [live, setLive] = useState(true);
  const { data, error } = useRead('inbox.grants', { limit: 200, live });
  const may = useHasRole('operator');
  const [revoking, setRevoking] = useState<GrantListItem>();
  if (data === undefined || error !== null) return <Loading error={error} />;
  return (
    <div className="inbox-side">
      <Checkbox label={TEXT.onlyActive} checked={live} onChange={setLive} />
      {data.items.length === 0 ? (
        <EmptyState title={live ? TEXT.empty : TEXT.emptyAll} text={TEXT.emptyText} />
      ) : null}
      {data.items.map((story) => (
        <article key={story.grant.id} className="inbox-running">
          <header>
            <ToolName server={story.grant.server} tool={story.grant.target} />
            {story.live ? (
              <>
                <Badge tone="good" icon="check" words={TEXT.active} />
                <Badge quiet words={TEXT.uses({ left: story.grant.usesLeft, total: story.grant.uses })} />
                <Countdown to={story.grant.endsAt} text={consoleMessages.terms.timeLeft} />
              </>
            ) : (
              <Badge icon="cross" words={TEXT.ended} />
            )}
          </header>
          <p>
            <Untrusted text={story.words} />
          </p>
          <p className="soft">
            <Sentence parts={TEXT.given({ time: <Time at={story.grant.givenAt} /> })} />
          </p>
          {story.live ? (
            <div className="inbox-decide-buttons">
              <Button look="danger" disabled={!may} onClick={() => setRevoking(story)}>
                {TEXT.revoke}
              </Button>
              {may ? null : <span className="soft">{TEXT.operatorsOnly}</span>}
            </div>
          ) : null}
        </article>
      ))}
      {revoking === undefined ? null : (
        <RevokeDialog story={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </div>
  );
};
