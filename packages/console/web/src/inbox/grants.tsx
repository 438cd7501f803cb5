import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Checkbox, Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { toast } from '../parts/toast.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useMay } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import type { GrantStory } from './types.ts';

const RevokeDialog = ({ story, onClose }: { story: GrantStory; onClose: () => void }) => {
  const [reason, setReason] = useState('');
  const revoke = useChange('inbox.revoke');
  return (
    <Dialog title="Take this grant back" onClose={onClose}>
      <p>
        <Untrusted className="prose" text={story.words} />
      </p>
      <p className="inbox-soft">Calls it would have let through are asked about from now on.</p>
      {revoke.error === null ? null : <Problem error={revoke.error} />}
      <form
        className="inbox-form"
        onSubmit={(event) => {
          event.preventDefault();
          revoke.mutate(
            { grant: story.grant.id, reason: reason.trim() },
            {
              onSuccess: () => {
                toast({ tone: 'good', text: 'The grant is over' });
                onClose();
              },
            },
          );
        }}
      >
        <Field label="Reason">
          <textarea
            value={reason}
            maxLength={2000}
            rows={2}
            required
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" type="submit" disabled={reason.trim() === '' || revoke.isPending}>
            Take it back
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** What was approved ahead, in its true scope. */
export const GrantsTab = () => {
  const [live, setLive] = useState(true);
  const list = useRead('inbox.grants', { limit: 200, live });
  const may = useMay('operator');
  const [revoking, setRevoking] = useState<GrantStory>();
  if (list.error !== null) return <Problem error={list.error} />;
  if (list.data === undefined) return <Skeleton />;
  return (
    <div className="inbox-side">
      <Checkbox label="Only those that still hold" checked={live} onChange={setLive} />
      {list.data.items.length === 0 ? (
        <Empty title={live ? 'No grant holds' : 'No grant was ever given'}>
          <p>“Approve with scope” gives one: a yes to calls to come, with an end.</p>
        </Empty>
      ) : null}
      {list.data.items.map((story) => (
        <article key={story.grant.id} className="inbox-running">
          <header>
            <ToolName server={story.grant.server} tool={story.grant.target} />
            {story.live ? (
              <>
                <Badge tone="good" icon="check">
                  holds
                </Badge>
                <Badge quiet>
                  {story.grant.usesLeft} of {story.grant.uses} uses left
                </Badge>
                <Countdown to={story.grant.endsAt} />
              </>
            ) : (
              <Badge icon="cross">over</Badge>
            )}
          </header>
          <p>
            <Untrusted text={story.words} />
          </p>
          <p className="inbox-soft">
            given <Time at={story.grant.givenAt} />
          </p>
          {story.live ? (
            <div className="inbox-decide-buttons">
              <Button look="danger" disabled={!may} onClick={() => setRevoking(story)}>
                Take back …
              </Button>
              {may ? null : <span className="inbox-soft">Only operators take grants back.</span>}
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
