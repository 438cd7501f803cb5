import { voteRefusalText, voteIneligibilityText } from '@callgate/operations/api';
import { useState } from 'react';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button, Checkbox } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import type { JsonExpansion } from '../parts/json-value.tsx';
import { showToast } from '../parts/toast.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useHotkeys } from '../shell/hotkeys.ts';
import { useHasRole, useMe } from '../shell/me.ts';
import { useChange, useDebounced } from '../shell/use-api.ts';
import { PathName } from './card-arguments.tsx';
import { followCall, outcomeToast } from './follow-call.ts';
import { RefuseDialog } from './group-vote.tsx';
import { ScopeDialog } from './scope-dialog.tsx';
import type { CardQuestion, GrantChoice } from './inbox-types.ts';

/** A key that was meant for the card before must not decide about this one. */
const LOOK_MS = 700;

interface VoteSubmission {
  readonly verdict: 'approve' | 'refuse';
  readonly reason?: string;
  readonly grant?: GrantChoice;
}

const useDecide = ({ question }: CardQuestion, opened: boolean, onDone: () => void) => {
  const { mutate, isPending } = useChange('inbox.vote');
  const name = `${question.server}/${question.target}`;
  const decide = (word: VoteSubmission): void =>
    mutate(
      { call: question.call, binding: question.binding, opened, ...word },
      {
        onSuccess: (outcome) => {
          const { state, missing, noGrantBecause, grant } = outcome;
          const refused = voteRefusalText(outcome);
          if (refused !== null) {
            showToast({ tone: 'danger', text: refused });
            return;
          }
          const yes = word.verdict === 'approve';
          showToast({
            tone: 'neutral',
            text: !yes
              ? `Refused ${name}`
              : missing.length > 0
                ? `Your approval of ${name} counts. Still missing: ${missing.join('; ')}`
                : `You approved ${name}${grant === null ? '' : ', and calls like it'}. Waiting for it to run.`,
          });
          // an approval may be void when the call is to leave
          if (yes && state === 'approved')
            void followCall(question.call).then((ended) => showToast(outcomeToast(name, ended)));
          if (noGrantBecause !== null)
            showToast({ tone: 'warning', text: `No grant was given: ${noGrantBecause}` });
          onDone();
        },
        onError: ({ message }) => showToast({ tone: 'danger', text: message }),
      },
    );
  return [decide, isPending] as const;
};

/** The second step of a yes on strong terms. */
const StrongDialog = ({
  asked: { question, told, values, because, missing },
  busy,
  onApprove,
  onClose,
}: {
  asked: CardQuestion;
  busy: boolean;
  onApprove: () => void;
  onClose: () => void;
}) => {
  const [sure, setSure] = useState(false);
  return (
    <Dialog
      title={
        <>
          Approve <ToolName server={question.server} tool={question.target} />?
        </>
      }
      onClose={onClose}
    >
      <p>
        <Untrusted className="prose" text={because} />
      </p>
      <ul className="inbox-told">
        {told
          .filter(({ care }) => care)
          .map(({ words }) => (
            <li key={words} className="inbox-told-care">
              <Icon name="warning" /> <span>{words}</span>
            </li>
          ))}
        {values
          .filter(({ proven }) => !proven)
          .map(({ path, text, words }) => (
            <li key={JSON.stringify([path, text])} className="inbox-told-care">
              <Icon name="globe" />
              <span>
                <PathName path={path} />
                {text === null ? '' : ' “'}
                {text === null ? null : <Untrusted text={text} max={120} />}
                {text === null ? '' : '”'}: <Untrusted className="prose" text={words} />
              </span>
            </li>
          ))}
      </ul>
      {missing.length === 0 ? null : (
        <p className="soft">
          Your yes is one of those it needs: <Untrusted className="prose" text={missing.join('; ')} />.
        </p>
      )}
      <Checkbox
        label="I read every argument, and this is meant to happen"
        checked={sure}
        onChange={setSure}
      />
      <DialogActions>
        <Button onClick={onClose}>Look again</Button>
        <Button look="approve" disabled={!sure || busy} onClick={onApprove}>
          Approve once
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const agreedWords = ({ votes }: CardQuestion): string => {
  const yes = votes.filter(({ verdict }) => verdict === 'approve').length;
  return yes === 1 ? 'One person has agreed.' : `${yes} people have agreed.`;
};

export const DecideBar = ({
  asked,
  opened,
  onDone,
}: {
  asked: CardQuestion;
  opened: JsonExpansion;
  onDone: () => void;
}) => {
  const [asking, setAsking] = useState<'refuse' | 'scope' | 'strong'>();
  const may = useHasRole('approver');
  const { question, voteBar, terms, scopes } = asked;
  const { caller } = useMe();
  const settled = useDebounced(question.binding, LOOK_MS, '') === question.binding;
  const close = (): void => setAsking(undefined);
  const [decide, busy] = useDecide(asked, opened.all, () => {
    close();
    onDone();
  });
  const barred = voteBar === null ? null : voteIneligibilityText(voteBar, asked, caller.subject);
  const because = may ? barred : 'you may look here, and not decide';
  const ready = because === null && opened.all && settled && !busy;
  const wider = scopes.filter(({ kind }) => kind !== 'once');
  const scopable = ready && wider.some(({ notPossible }) => notPossible === null);
  const approve = (): void => decide({ verdict: 'approve' });
  const yes = (): void => {
    if (!ready) return;
    if (terms === 'strong') setAsking('strong');
    else approve();
  };
  const scope = (): void => {
    if (scopable) setAsking('scope');
  };
  const refuse = (): void => {
    if (because === null) setAsking('refuse');
  };
  useHotkeys([
    { keys: 'a', does: 'Approve once', run: yes },
    { keys: 's', does: 'Approve with a scope', run: scope },
    { keys: 'r', does: 'Refuse with a reason', run: refuse },
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
          <Icon name="person" /> {agreedWords(asked)} Still missing:{' '}
          <Untrusted text={asked.missing.join('; ')} />.
        </p>
      ) : null}
      <div className="inbox-decide-buttons">
        <Button look="approve" hotkey="a" disabled={!ready} onClick={yes}>
          Approve once{terms === 'strong' ? ' …' : ''}
        </Button>
        <Button hotkey="s" disabled={!scopable} title={wider[0]?.notPossible ?? undefined} onClick={scope}>
          <span className="inbox-long">Approve with scope …</span>
          <span className="inbox-short">Scope …</span>
        </Button>
        <Button look="refuse" hotkey="r" disabled={because !== null || busy} onClick={refuse}>
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
          isPending={busy}
          onRefuse={(why) => decide({ verdict: 'refuse', ...why })}
          onClose={close}
        />
      ) : null}
      {asking === 'scope' ? (
        <ScopeDialog
          asked={asked}
          busy={busy}
          onApprove={(grant) => decide({ verdict: 'approve', grant })}
          onClose={close}
        />
      ) : null}
      {asking === 'strong' ? (
        <StrongDialog asked={asked} busy={busy} onApprove={approve} onClose={close} />
      ) : null}
    </div>
  );
};
