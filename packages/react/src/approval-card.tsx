import { display } from '@callgate/core';
import { approvalMessages, missingText } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import type { InboxQuestion } from '@callgate/operations/api';
import { voteIneligibilityText } from '@callgate/operations/api';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { Fragment, createElement, useEffect, useId, useRef, useState } from 'react';
import { ApprovalsError } from './approvals-client.ts';
import { CardArguments, fitsArguments } from './card-arguments.tsx';
import { Untrusted } from './untrusted.tsx';
import { useApprovalQuestion } from './use-approval-question.ts';
import type { Approvals, VoteAnswer } from './use-approvals.ts';

const CARD = consoleMessages.inbox.card;
const DECIDE = consoleMessages.inbox.decide;
const TERMS = consoleMessages.terms;

/** A click that was meant for what stood here before must not decide about this. */
const LOOK_MS = 700;
const MAX_VALUE = 80;

export interface ApprovalButtonProps {
  readonly kind: 'approve' | 'deny' | 'open' | 'cancel' | 'seen';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export type ApprovalButton = ComponentType<ApprovalButtonProps>;

/** What a host puts in place of the plain elements, or beside them. */
export interface ApprovalSlots {
  readonly Button?: ApprovalButton | undefined;
  /** Above the headline. */
  readonly before?: ((asked: InboxQuestion) => ReactNode) | undefined;
  /** Between the arguments and the buttons. */
  readonly after?: ((asked: InboxQuestion) => ReactNode) | undefined;
}

const PlainButton: ApprovalButton = ({ kind, type = 'button', disabled = false, onClick, children }) => (
  <button type={type} className={`callgate-button callgate-${kind}`} disabled={disabled} onClick={onClick}>
    {children}
  </button>
);

const ActSentence = ({ act }: { readonly act: InboxQuestion['act'] }): ReactElement => {
  const { words, values, more, server, target } = act;
  const parts = approvalMessages.act<ReactNode>({
    // a tool's name, of which only plain letters become words
    words: words === null ? null : words.join(' '),
    values: values.map(({ as, name, text }) => ({
      as,
      name: <Untrusted text={name} max={MAX_VALUE} />,
      text: <Untrusted className="callgate-value" text={text} max={MAX_VALUE} />,
    })),
    more,
    tool: <Untrusted text={`${server}/${target}`} max={200} />,
    server: <Untrusted text={server} max={MAX_VALUE} />,
  });
  return createElement(Fragment, null, ...parts);
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Who = ({
  asked: { question, unasked, unaskedNow },
  subject,
}: {
  readonly asked: InboxQuestion;
  readonly subject: string;
}): ReactElement => (
  <dl className="callgate-who">
    <Fact
      name={
        question.principal === subject
          ? CARD.request.yours
          : CARD.request.of({ user: display(question.principal, { max: 100 }) })
      }
    >
      {question.userMessage === null ? (
        question.isUserMessageGone ? (
          CARD.request.gone
        ) : (
          CARD.request.none
        )
      ) : (
        <Untrusted text={question.userMessage} max={600} lines />
      )}
      {unasked === null ? null : (
        <p className="callgate-warning">{CARD.request.unasked({ deed: display(unasked) })}</p>
      )}
      {unaskedNow === null ? null : (
        <p className="callgate-warning">{CARD.request.unaskedNow({ deed: display(unaskedNow) })}</p>
      )}
    </Fact>
    <Fact name={CARD.client}>
      {question.client === null ? CARD.unknownClient : <Untrusted text={question.client} max={80} />}
    </Fact>
    <Fact name={CARD.user}>
      <Untrusted text={question.principal} max={200} />
    </Fact>
  </dl>
);

/** What an approval takes besides one person's yes, what it does, why it is asked and what is unusual. */
const Facts = ({ asked }: { readonly asked: InboxQuestion }): ReactElement => {
  const unproven = asked.values.filter(({ proven, origin }) => !proven && origin !== null);
  return (
    <>
      {asked.terms === 'strong' ? <p className="callgate-checks">{CARD.checks.extra}</p> : null}
      {asked.missing.length === 0 ? null : (
        <p className="callgate-missing">
          <Untrusted text={missingText(asked.missing)} max={400} />
        </p>
      )}
      {asked.told.length === 0 ? null : (
        <ul className="callgate-effects" aria-label={CARD.effects}>
          {asked.told.map(({ words, care }) => (
            <li key={words} className={care ? 'callgate-care' : undefined}>
              {words}
            </li>
          ))}
        </ul>
      )}
      {unproven.length === 0 ? null : (
        <section className="callgate-unusual" aria-label={CARD.unusual}>
          <h4>{CARD.unusual}</h4>
          <ul>
            {unproven.map(({ path, text, words }) => (
              <li key={JSON.stringify([path, text])}>
                <Untrusted text={path.join('.')} max={100} />
                {text === null ? null : (
                  <Untrusted className="callgate-value" text={` “${text}”`} max={200} />
                )}
                {': '}
                <Untrusted text={words} max={300} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {asked.preview.content === null ? null : (
        <section className="callgate-preview" aria-label={CARD.preview}>
          <h4>{CARD.preview}</h4>
          <pre>
            {asked.preview.content.map((line, at) => (
              <div key={at}>
                <Untrusted text={line} max={400} />
              </div>
            ))}
          </pre>
        </section>
      )}
      <section className="callgate-why" aria-label={CARD.why}>
        <h4>{CARD.why}</h4>
        <ul>
          {[...new Set([asked.because, ...asked.reasons])].map((reason) => (
            <li key={reason}>
              <Untrusted text={reason} max={400} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
};

const DenyForm = ({
  isBusy,
  onDeny,
  onCancel,
  Button,
}: {
  readonly isBusy: boolean;
  readonly onDeny: (reason: string) => void;
  readonly onCancel: () => void;
  readonly Button: ApprovalButton;
}): ReactElement => {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="callgate-deny-form"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(reason);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel();
      }}
    >
      <label htmlFor={id}>{TERMS.reason}</label>
      <textarea
        id={id}
        ref={field}
        value={reason}
        maxLength={1000}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => setReason(target.value)}
      />
      <p id={`${id}-help`}>{DECIDE.denyHelp}</p>
      <Button kind="cancel" onClick={onCancel}>
        {DECIDE.back}
      </Button>
      <Button kind="deny" type="submit" disabled={isBusy}>
        {DECIDE.denyAction}
      </Button>
    </form>
  );
};

/** Second thoughts before a yes on strong terms. */
const ConfirmForm = ({
  isBusy,
  onApprove,
  onCancel,
  Button,
}: {
  readonly isBusy: boolean;
  readonly onApprove: () => void;
  readonly onCancel: () => void;
  readonly Button: ApprovalButton;
}): ReactElement => {
  const [isSure, setSure] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <form
      className="callgate-confirm-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSure) onApprove();
      }}
    >
      <label>
        <input
          ref={box}
          type="checkbox"
          checked={isSure}
          onChange={({ target }) => setSure(target.checked)}
        />{' '}
        {DECIDE.readAll}
      </label>
      <Button kind="cancel" onClick={onCancel}>
        {DECIDE.back}
      </Button>
      <Button kind="approve" type="submit" disabled={!isSure || isBusy}>
        {DECIDE.approve}
      </Button>
    </form>
  );
};

/** Whether a question has stood at its place on the page long enough to be answered. */
const useSettled = (binding: string): boolean => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(binding), LOOK_MS);
    return () => clearTimeout(timer);
  }, [binding]);
  return settled === binding;
};

interface CardProps {
  readonly approvals: Approvals;
  readonly slots?: ApprovalSlots | undefined;
  /** A vote counted. The call leaves the list by itself. */
  readonly onAnswer?: ((answer: VoteAnswer) => void) | undefined;
}

const QuestionCard = ({
  approvals,
  call,
  asked,
  slots = {},
  onAnswer,
}: CardProps & { readonly call: string; readonly asked: InboxQuestion }): ReactElement => {
  const { question, voteBar, terms } = asked;
  const Button = slots.Button ?? PlainButton;
  const headline = useId();
  const [opened, setOpened] = useState('');
  const [asking, setAsking] = useState<'deny' | 'confirm' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // what an approval binds may become other than what was shown first
  const [seen, setSeen] = useState(question.binding);
  const isOpen = opened === question.binding || fitsArguments(question.arguments);
  const isChanged = seen !== question.binding;
  const bar = voteBar === null ? null : voteIneligibilityText(voteBar, asked, approvals.user?.subject ?? '');
  // a card that leaves the list moves the ones below it under the pointer
  const above = approvals.calls.slice(
    0,
    approvals.calls.findIndex(({ id }) => id === call),
  );
  const place = [question.binding, ...above.map(({ id }) => id)].join(' ');
  const isReady = useSettled(place) && isOpen && !isBusy && !isChanged && bar === null;

  const vote = (verdict: 'approve' | 'deny', reason?: string): void => {
    setBusy(true);
    setFailure(null);
    approvals[verdict](question, { opened: isOpen, reason }).then(
      (answer) => {
        setBusy(false);
        setAsking(null);
        if (answer.counted) onAnswer?.(answer);
        else setFailure(answer.text);
      },
      (error: unknown) => {
        setBusy(false);
        if (!(error instanceof ApprovalsError)) throw error;
        setFailure(display(error.message, { max: 400 }));
      },
    );
  };

  return (
    <article className={`callgate-card callgate-terms-${terms}`} aria-labelledby={headline}>
      {slots.before?.(asked)}
      <h3 id={headline} className="callgate-headline">
        {question.operatorReason === null ? (
          <ActSentence act={asked.act} />
        ) : (
          <Untrusted text={question.operatorReason} max={400} />
        )}
      </h3>
      {question.operatorReason === null ? null : (
        <p className="callgate-act">
          <ActSentence act={asked.act} />
        </p>
      )}
      <p className="callgate-tool">
        <Untrusted text={`${question.server}/${question.target}`} max={200} />
      </p>
      {question.planned ? (
        <p className="callgate-planned">{consoleMessages.inbox.together.plannedMeaning}.</p>
      ) : null}
      {isChanged ? (
        <div className="callgate-changed" role="alert">
          <p>{CARD.changed}</p>
          <Button kind="seen" onClick={() => setSeen(question.binding)}>
            {CARD.changedSeen}
          </Button>
        </div>
      ) : null}
      <Facts asked={asked} />
      <Who asked={asked} subject={approvals.user?.subject ?? ''} />
      <CardArguments
        asked={asked}
        isOpen={isOpen}
        onOpen={() => setOpened(question.binding)}
        Button={Button}
      />
      {slots.after?.(asked)}
      <div className="callgate-decide" role="group" aria-label={DECIDE.label}>
        {bar === null ? null : (
          <p className="callgate-bar">
            <Untrusted text={bar} max={400} />
          </p>
        )}
        {failure === null ? null : (
          <p className="callgate-failure" role="alert">
            {failure}
          </p>
        )}
        {asking === 'deny' ? (
          <DenyForm
            isBusy={isBusy}
            Button={Button}
            onCancel={() => setAsking(null)}
            onDeny={(reason) => vote('deny', reason)}
          />
        ) : asking === 'confirm' ? (
          <ConfirmForm
            isBusy={isBusy || !isReady}
            Button={Button}
            onCancel={() => setAsking(null)}
            onApprove={() => vote('approve')}
          />
        ) : (
          <>
            <Button
              kind="approve"
              disabled={!isReady}
              onClick={() => (terms === 'strong' ? setAsking('confirm') : vote('approve'))}
            >
              {terms === 'strong' ? DECIDE.approveMore : DECIDE.approve}
            </Button>
            <Button kind="deny" disabled={bar !== null || isBusy} onClick={() => setAsking('deny')}>
              {DECIDE.deny}
            </Button>
          </>
        )}
      </div>
    </article>
  );
};

export interface ApprovalCardProps extends CardProps {
  readonly call: string;
}

/** One call that waits: what happens, to what, why it is asked, and the two answers. */
export const ApprovalCard = ({ call, ...rest }: ApprovalCardProps): ReactElement => {
  const { asked, problem } = useApprovalQuestion(rest.approvals, call);
  if (asked !== null) return <QuestionCard key={call} call={call} asked={asked} {...rest} />;
  return problem === null ? (
    <p className="callgate-loading">{TERMS.loading}</p>
  ) : (
    <p className="callgate-failure" role="alert">
      <Untrusted text={problem.message} max={400} />
    </p>
  );
};
