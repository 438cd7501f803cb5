import { grantRefusalText, missingText } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import { voteRefusalText, voteIneligibilityText } from '@callgate/operations/api';
import { useState } from 'react';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button, Checkbox, SelectField } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import type { JsonExpansion } from '../parts/json-value.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { showToast } from '../parts/toast.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useHotkeys } from '../shell/hotkeys.ts';
import { useHasRole, useMe } from '../shell/me.ts';
import { useChange, useDebounced } from '../shell/use-api.ts';
import { isSuspect, PathName } from './card-arguments.tsx';
import { ActSentence } from './card-headline.tsx';
import { followCall, outcomeToast } from './follow-call.ts';
import { RefuseDialog } from './group-vote.tsx';
import { ScopeDialog } from './scope-dialog.tsx';
import type { CardOffer, CardQuestion, GrantChoice } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.decide;
const KEYS = consoleMessages.inbox.keys;

/** A key that was meant for the card before must not decide about this one. */
const LOOK_MS = 700;

interface VoteSubmission {
  readonly verdict: 'approve' | 'refuse';
  readonly reason?: string;
  readonly grant?: GrantChoice;
  readonly allow?: CardOffer['choice'];
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
              ? TEXT.denied({ tool: name })
              : missing.length > 0
                ? TEXT.counted({ tool: name, missing: missingText(missing) })
                : grant === null
                  ? TEXT.approved({ tool: name })
                  : TEXT.approvedAlways({ tool: name }),
          });
          // an approval may be void when the call is to leave
          if (yes && state === 'approved')
            void followCall(question.call).then((ended) => showToast(outcomeToast(name, ended)));
          if (noGrantBecause !== null)
            showToast({ tone: 'warning', text: TEXT.noGrant({ reason: grantRefusalText(noGrantBecause) }) });
          onDone();
        },
        onError: ({ message }) => showToast({ tone: 'danger', text: message }),
      },
    );
  return [decide, isPending] as const;
};

/** The second step of a yes on strong terms. */
const StrongDialog = ({
  asked,
  busy,
  onApprove,
  onClose,
}: {
  asked: CardQuestion;
  busy: boolean;
  onApprove: () => void;
  onClose: () => void;
}) => {
  const { question, act, told, values, because, missing } = asked;
  const [sure, setSure] = useState(false);
  return (
    <Dialog
      title={
        <Sentence
          parts={TEXT.confirmTitle({ tool: <ToolName server={question.server} tool={question.target} /> })}
        />
      }
      onClose={onClose}
    >
      <p className="inbox-act">
        <ActSentence act={act} />
      </p>
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
                {text === null ? null : (
                  <Sentence parts={TEXT.quoted({ text: <Untrusted text={text} max={120} /> })} />
                )}
                : <Untrusted className="prose" text={words} />
              </span>
            </li>
          ))}
      </ul>
      {missing.length === 0 ? null : (
        <p className="soft">
          <Sentence
            parts={TEXT.stillNeeded({ missing: <Untrusted className="prose" text={missingText(missing)} /> })}
          />
        </p>
      )}
      <Checkbox label={TEXT.readAll} checked={sure} onChange={setSure} />
      <DialogActions>
        <Button onClick={onClose}>{TEXT.back}</Button>
        <Button look={isSuspect(asked) ? 'plain' : 'approve'} disabled={!sure || busy} onClick={onApprove}>
          {TEXT.approve}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const approvalsText = ({ votes }: CardQuestion): string =>
  TEXT.approvals({ count: votes.filter(({ verdict }) => verdict === 'approve').length });

export const DecideBar = ({
  asked,
  opened,
  onDone,
}: {
  asked: CardQuestion;
  opened: JsonExpansion;
  onDone: () => void;
}) => {
  const [chosen, choose] = useState<CardOffer['choice']>('once');
  const [asking, setAsking] = useState<'refuse' | 'scope' | 'strong'>();
  const may = useHasRole('approver');
  const { question, voteBar, terms, scopes } = asked;
  const { caller } = useMe();
  const suspect = isSuspect(asked);
  const settled = useDebounced(question.binding, LOOK_MS, '') === question.binding;
  const close = (): void => setAsking(undefined);
  const [decide, busy] = useDecide(asked, opened.all, () => {
    close();
    onDone();
  });
  const barred = voteBar === null ? null : voteIneligibilityText(voteBar, asked, caller.subject);
  const because = may ? barred : TEXT.viewer;
  const ready = because === null && opened.all && settled && !busy;
  const wider = scopes.filter(({ kind }) => kind !== 'once');
  const scopable = ready && wider.some(({ notPossible }) => notPossible === null);
  const offers = terms === 'strong' ? [] : question.offers;
  const allow = offers.find(({ choice }) => choice === chosen)?.choice ?? 'once';
  const approve = (): void => decide({ verdict: 'approve', allow });
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
    { keys: 'a', does: KEYS.approve, run: yes },
    { keys: 's', does: KEYS.allow, run: scope },
    { keys: 'd', does: KEYS.deny, run: refuse },
    { keys: 'o', does: KEYS.openAll, run: opened.openAll },
  ]);
  return (
    <div className="inbox-decide" role="group" aria-label={TEXT.label}>
      {because === null ? null : (
        <p className="inbox-decide-note">
          <Icon name="info" /> <Untrusted className="prose" text={because} />
        </p>
      )}
      {because !== null || opened.all ? null : (
        <p className="inbox-decide-note">
          <Icon name="eye" /> {TEXT.longValues({ count: opened.left })}
        </p>
      )}
      {because === null && asked.votes.length > 0 && asked.missing.length > 0 ? (
        <p className="inbox-decide-note">
          <Icon name="person" /> {approvalsText(asked)} <Untrusted text={missingText(asked.missing)} />
        </p>
      ) : null}
      {offers.length > 1 && because === null ? (
        <div className="inbox-offers">
          <SelectField
            label={TEXT.reach}
            value={allow}
            options={offers.map(({ choice, words }) => ({ value: choice, name: words }))}
            onChange={choose}
          />
        </div>
      ) : null}
      <div className="inbox-decide-buttons">
        <Button look={suspect ? 'plain' : 'approve'} hotkey="a" disabled={!ready} onClick={yes}>
          {terms === 'strong' ? TEXT.approveMore : TEXT.approveAs[allow]}
        </Button>
        <Button
          hotkey="s"
          disabled={!scopable}
          title={wider[0]?.notPossible ? grantRefusalText(wider[0].notPossible) : undefined}
          onClick={scope}
        >
          <span className="inbox-long">{TEXT.allow}</span>
          <span className="inbox-short">{TEXT.allowShort}</span>
        </Button>
        <Button
          look={suspect ? 'refuse-first' : 'refuse'}
          hotkey="d"
          disabled={because !== null || busy}
          onClick={refuse}
        >
          {TEXT.deny}
        </Button>
      </div>
      {asking === 'refuse' ? (
        <RefuseDialog
          title={
            <Sentence
              parts={TEXT.denyTitle({ tool: <ToolName server={question.server} tool={question.target} /> })}
            />
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
