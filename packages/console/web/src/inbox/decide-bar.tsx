import { voteBarText } from '@callgate/operations/api';
import type { JSX } from 'react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { Opened } from '../parts/use-opened.ts';
import { useHotkeys } from '../shell/hotkeys.ts';
import { useMay, useMe } from '../shell/me.ts';
import { useDecide } from './decide.ts';
import { RefuseDialog } from './refuse-dialog.tsx';
import { ScopeDialog } from './scope-dialog.tsx';
import { StrongDialog } from './strong-dialog.tsx';
import type { Question } from './types.ts';
import { useSettled } from './use-settled.ts';

type Asking = 'refuse' | 'scope' | 'strong';

const agreed = ({ votes }: Question): string => {
  const yes = votes.filter(({ verdict }) => verdict === 'approve').length;
  return yes === 1 ? 'One person has agreed.' : `${yes} people have agreed.`;
};

/** Yes, yes with a scope, or no. */
export const DecideBar = ({
  question: asked,
  opened,
  onDone,
}: {
  readonly question: Question;
  readonly opened: Opened;
  readonly onDone: () => void;
}): JSX.Element => {
  const [asking, setAsking] = useState<Asking>();
  const may = useMay('approver');
  const { question, voteBar, terms } = asked;
  const { caller } = useMe();
  const settled = useSettled(question.binding);
  const close = (): void => setAsking(undefined);
  const { approve, refuse, busy } = useDecide(asked, opened.all, () => {
    close();
    onDone();
  });
  const barred = voteBar === null ? null : voteBarText(voteBar, asked, caller.subject);
  const because = may ? barred : 'you may look here, and not decide';
  const ready = because === null && opened.all && settled && !busy;
  const scopable =
    ready && asked.scopes.some(({ kind, notPossible }) => kind !== 'once' && notPossible === null);
  const noScope = asked.scopes.find(({ kind }) => kind !== 'once')?.notPossible ?? null;
  const yes = (): void => {
    if (!ready) return;
    if (terms === 'strong') setAsking('strong');
    else approve();
  };
  useHotkeys([
    { keys: 'a', does: 'Approve once', run: yes },
    { keys: 's', does: 'Approve with a scope', run: () => (scopable ? setAsking('scope') : undefined) },
    {
      keys: 'r',
      does: 'Refuse with a reason',
      run: () => (because === null ? setAsking('refuse') : undefined),
    },
    { keys: 'o', does: 'Open all long values', run: opened.openAll },
  ]);
  return (
    <div className="inbox-decide" role="group" aria-label="Decide">
      {because === null ? null : (
        <p className="inbox-decide-note">
          <Icon name="info" /> Your word does not count here: <Untrusted text={because} />.
        </p>
      )}
      {because !== null || opened.all ? null : (
        <p className="inbox-decide-note">
          <Icon name="eye" /> {opened.left === 1 ? 'One long value is' : `${opened.left} long values are`} not
          open yet: open {opened.left === 1 ? 'it' : 'them'} to approve.
        </p>
      )}
      {because === null && asked.votes.length > 0 && asked.missing.length > 0 ? (
        <p className="inbox-decide-note">
          <Icon name="person" /> {agreed(asked)} Still missing: <Untrusted text={asked.missing.join('; ')} />.
        </p>
      ) : null}
      <div className="inbox-decide-buttons">
        <Button look="approve" hotkey="a" disabled={!ready} onClick={yes}>
          Approve once{terms === 'strong' ? ' …' : ''}
        </Button>
        <Button
          hotkey="s"
          disabled={!scopable}
          title={noScope ?? undefined}
          onClick={() => setAsking('scope')}
        >
          <span className="inbox-long">Approve with scope …</span>
          <span className="inbox-short">Scope …</span>
        </Button>
        <Button
          look="refuse"
          hotkey="r"
          disabled={because !== null || busy}
          onClick={() => setAsking('refuse')}
        >
          Refuse …
        </Button>
      </div>
      {asking === 'refuse' ? (
        <RefuseDialog
          title={
            <>
              Refuse <ToolName server={question.server} tool={question.target} />
            </>
          }
          busy={busy}
          onRefuse={refuse}
          onClose={close}
        />
      ) : null}
      {asking === 'scope' ? (
        <ScopeDialog question={asked} busy={busy} onApprove={approve} onClose={close} />
      ) : null}
      {asking === 'strong' ? (
        <StrongDialog question={asked} busy={busy} onApprove={() => approve()} onClose={close} />
      ) : null}
    </div>
  );
};
