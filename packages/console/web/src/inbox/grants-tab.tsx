import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { ReasonDialog } from '../parts/dialog.tsx';
import { Button, Checkbox } from '../parts/form.tsx';
import { EmptyState, Loading } from '../parts/page.tsx';
import { Countdown, Time } from '../parts/time.tsx';
import { toastThen } from '../parts/toast.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import type { GrantListItem } from './inbox-types.ts';

const RevokeDialog = ({ story, onClose }: { story: GrantListItem; onClose: () => void }) => {
  const revoke = useChange('inbox.revoke');
  return (
    <ReasonDialog
      title="Take this grant back"
      cancel="Keep it"
      action="Take it back"
      look="danger"
      rows={2}
      autoFocus
      isPending={revoke.isPending}
      error={revoke.error}
      onDo={(reason) =>
        revoke.mutate(
          { grant: story.grant.id, reason },
          { onSuccess: toastThen('The grant is over', onClose) },
        )
      }
      onClose={onClose}
    >
      <p>
        <Untrusted className="prose" text={story.words} />
      </p>
      <p className="soft">Calls it would have let through are asked about from now on.</p>
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
      <Checkbox label="Only those that still hold" checked={live} onChange={setLive} />
      {data.items.length === 0 ? (
        <EmptyState
          title={live ? 'No grant holds' : 'No grant was ever given'}
          text="“Approve with scope” gives one: a yes to calls to come, with an end."
        />
      ) : null}
      {data.items.map((story) => (
        <article key={story.grant.id} className="inbox-running">
          <header>
            <ToolName server={story.grant.server} tool={story.grant.target} />
            {story.live ? (
              <>
                <Badge tone="good" icon="check" words="holds" />
                <Badge quiet words={`${story.grant.usesLeft} of ${story.grant.uses} uses left`} />
                <Countdown to={story.grant.endsAt} />
              </>
            ) : (
              <Badge icon="cross" words="over" />
            )}
          </header>
          <p>
            <Untrusted text={story.words} />
          </p>
          <p className="soft">
            given <Time at={story.grant.givenAt} />
          </p>
          {story.live ? (
            <div className="inbox-decide-buttons">
              <Button look="danger" disabled={!may} onClick={() => setRevoking(story)}>
                Take back …
              </Button>
              {may ? null : <span className="soft">Only operators take grants back.</span>}
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
