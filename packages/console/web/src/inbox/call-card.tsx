import { display } from '@callgate/core';
import { missingText } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import { decisionMessages } from '@callgate/messages/decision';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { CallStateBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { Button } from '../parts/form.tsx';
import { type IconName, Icon } from '../parts/icon.tsx';
import { useJsonExpansion } from '../parts/json-value.tsx';
import { Fact, Problem, Loading } from '../parts/page.tsx';
import { Countdown, Time } from '../parts/time.tsx';
import { NameList, TextList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useHasRole, useMe } from '../shell/me.ts';
import { useRead } from '../shell/use-api.ts';
import { CardPreview } from './card-preview.tsx';
import { CardArguments, CardValues } from './card-arguments.tsx';
import {
  CardAutomatic,
  CardBeliefs,
  CardDetails,
  CardLabels,
  CardUnusual,
  CardVotes,
} from './card-sections.tsx';
import { CardHeadline } from './card-headline.tsx';
import { DecideBar } from './decide-bar.tsx';
import { Marks, edgeTone } from './marks.tsx';
import { questionForReader, wordsForReader } from './question-for-reader.ts';
import { RunningCall } from './running-tab.tsx';
import type { CardMark, CardQuestion, CardReason } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.card;
const TERMS = consoleMessages.terms;
const TOGETHER = consoleMessages.inbox.together;

const Back = () => (
  <Link href="/inbox" className="inbox-back">
    <Icon name="back" /> {TEXT.back}
  </Link>
);

/** The call was only declared: a yes waits for it. */
const Planned = ({ asked: { question, state } }: { asked: CardQuestion }) =>
  question.planned && state === 'held' ? (
    <p className="inbox-checks">
      <Icon name="clock" /> <span>{`${TOGETHER.plannedMeaning}. ${TOGETHER.plannedHelp}`}</span>
    </p>
  ) : null;

/** What neither the effects nor what is unusual says already. */
const CARD_MARKS: ReadonlySet<CardMark> = new Set(['outward']);

const ONE_APPROVAL = missingText([{ code: 'moreNeeded', count: 1, group: undefined }]);

/** What an approval takes besides one person's yes. */
const Checks = ({ asked: { terms, missing, voteBar, state } }: { asked: CardQuestion }) => {
  const isStrong = terms === 'strong';
  const needed = missingText(missing);
  if (state !== 'held' || (!isStrong && needed === ONE_APPROVAL)) return null;
  return (
    <p className={isStrong ? 'inbox-checks inbox-checks-strong' : 'inbox-checks'}>
      <Icon name={isStrong ? 'warning' : 'person'} />
      <span>
        {isStrong ? TEXT.checks.extra : null}{' '}
        {missing.length === 0 ? null : <Untrusted className="prose" text={`${needed}.`} />}{' '}
        {missing.length > 0 && voteBar === null ? TEXT.checks.yours : null}
      </span>
    </p>
  );
};

const Head = ({ asked }: { asked: CardQuestion }) => {
  const { question, marks, state } = asked;
  return (
    <header className="inbox-head">
      <div className="inbox-head-line">
        <Back />
        {state === 'held' ? (
          <p className="inbox-left">
            <Icon name="clock" /> <Countdown to={question.expiresAt} text={TERMS.deniedIn} />
          </p>
        ) : (
          <CallStateBadge state={state} />
        )}
      </div>
      <CardHeadline asked={asked} />
      {asked.act.words === null ? null : (
        <p className="inbox-title">
          <ToolName server={question.server} tool={question.target} />
        </p>
      )}
      <Planned asked={asked} />
      <Checks asked={asked} />
      <Marks marks={marks.filter((mark) => CARD_MARKS.has(mark))} />
    </header>
  );
};

const unknownRequest = ({ isUserMessageGone }: CardQuestion['question'], mayRead: boolean): string => {
  if (!mayRead) return TEXT.request.hidden;
  return isUserMessageGone ? TEXT.request.gone : TEXT.request.none;
};

/** What was asked for, and that the call was not where that is known. */
const RequestText = ({ asked: { question, unasked, unaskedNow } }: { asked: CardQuestion }) => {
  const mayRead = useHasRole('approver');
  return (
    <>
      {question.userMessage === null ? (
        <span className="soft">{unknownRequest(question, mayRead)}</span>
      ) : (
        <Untrusted className="inbox-request-text prose" text={question.userMessage} max={600} lines />
      )}
      {unasked === null ? null : (
        <p className="inbox-unasked">
          <Icon name="warning" /> <span>{TEXT.request.unasked({ deed: display(unasked) })}</span>
        </p>
      )}
      {unaskedNow === null ? null : (
        <p className="inbox-unasked">
          <Icon name="warning" /> <span>{TEXT.request.unaskedNow({ deed: display(unaskedNow) })}</span>
        </p>
      )}
    </>
  );
};

const Request = ({ asked }: { asked: CardQuestion }) => {
  const { principal } = asked.question;
  const { caller } = useMe();
  return (
    <dl className="inbox-who">
      <Fact
        name={caller.subject === principal ? TEXT.request.yours : TEXT.request.of({ user: principal })}
        className="inbox-request"
      >
        <RequestText asked={asked} />
      </Fact>
    </dl>
  );
};

const Who = ({ asked: { question, session, authenticated } }: { asked: CardQuestion }) => (
  <dl className="inbox-who inbox-facts">
    <Fact name={TEXT.client} title={TEXT.clientTitle}>
      {question.client === null ? (
        <span className="soft">{TEXT.unknownClient}</span>
      ) : (
        <Untrusted text={question.client} max={80} />
      )}
    </Fact>
    <Fact name={TEXT.user}>
      <Untrusted text={question.principal} max={200} />
    </Fact>
    {question.delegation.length === 0 ? null : (
      <Fact name={TEXT.delegation} className="inbox-delegation">
        <NameList
          className="prose"
          texts={question.delegation}
          max={200}
          between={consoleMessages.inbox.list.delegationThen}
        />
      </Fact>
    )}
    <Fact name={TEXT.session}>
      <Link href={`/sessions/${encodeURIComponent(session)}`}>
        <Untrusted text={question.context} max={80} />
      </Link>
      {authenticated ? null : <small>{TEXT.sharedSession}</small>}
    </Fact>
    <Fact name={TEXT.requested}>
      <Time at={question.askedAt} />
    </Fact>
  </dl>
);

const ICONS: Readonly<Record<CardReason['about'], IconName>> = {
  delay: 'clock',
  cost: 'ai',
  load: 'gauge',
  undo: 'undo',
  'undo-unknown': 'info',
  final: 'noundo',
  unchanged: 'eye',
  destroys: 'flame',
  rights: 'key',
  data: 'lock',
  agent: 'agent',
  model: 'info',
};

/** The clause that says it, without what follows from it. */
const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/^it /, '')
    .replace(/[,;:(].*$/s, '')
    .trim();

/** What headline, request, effects and values do not say already; never nothing, unless the headline says why. */
const shownReasons = (
  { because, reasons, told, values, unasked, question }: CardQuestion,
  reader: string,
): readonly string[] => {
  const isOfValue = (reason: string): boolean =>
    values.some(({ text, proven }) => !proven && text !== null && text !== '' && reason.includes(`“${text}`));
  const unaskedText =
    unasked === null
      ? null
      : wordsForReader(
          decisionMessages.origin.unasked({ deed: display(unasked) }),
          question.principal,
          reader,
        );
  const left = [...new Set(reasons)].filter(
    (reason) =>
      reason !== question.operatorReason &&
      !isOfValue(reason) &&
      reason !== unaskedText &&
      !told.some(({ words }) => plain(reason) === plain(words)),
  );
  return left.length > 0 || question.operatorReason !== null ? left : [because];
};

const Effects = ({ told }: { told: CardQuestion['told'] }) => (
  <ul className="inbox-told" aria-label={TEXT.effects}>
    {told.map(({ about, words, care }) => (
      <li key={words} className={care ? 'inbox-told-care' : ''}>
        <Icon name={ICONS[about]} />
        <span>{words}</span>
      </li>
    ))}
  </ul>
);

const ReasonList = ({ asked }: { asked: CardQuestion }) => {
  const { caller } = useMe();
  const reasons = shownReasons(asked, caller.subject);
  return reasons.length === 0 ? null : (
    <section className="inbox-why" aria-label={TEXT.why}>
      <h3>{TEXT.why}</h3>
      <TextList className="inbox-reasons" texts={reasons} textClass="prose" />
      <p>
        <CallLink call={asked.question.call}>{TEXT.decided}</CallLink>
      </p>
    </section>
  );
};

const overText = ({ state, fault }: CardQuestion): string => {
  if (fault?.code === 'APPROVAL_VOID') return TEXT.over.approvalVoid;
  return state === 'approved' ? TEXT.over.approved : TEXT.over.other;
};

const ClosedNotice = ({ asked }: { asked: CardQuestion }) => {
  const { question, fault } = asked;
  return (
    <div className="inbox-over">
      <p>
        <Icon name="info" /> {overText(asked)}{' '}
        {fault === null || fault.message === null ? null : <Untrusted text={fault.message} max={300} />}{' '}
        <CallLink call={question.call}>{TEXT.history}</CallLink>
      </p>
      <RunningCall call={question.call} />
    </div>
  );
};

interface CallCardProps {
  readonly onDone: () => void;
  readonly onAlike: (key: string) => void;
}

const QuestionCard = ({ asked, onDone, onAlike }: CallCardProps & { asked: CardQuestion }) => {
  const { question, alike, state } = asked;
  const opened = useJsonExpansion(question.arguments);
  // what an approval binds may become other than what was shown first
  const [seen, setSeen] = useState(question.binding);
  return (
    <article className={`inbox-card inbox-edge-${edgeTone(asked.marks)}`} aria-label={TEXT.label}>
      <div className="inbox-card-scroll" tabIndex={0} role="region" aria-label={TEXT.content}>
        <Head asked={asked} />
        {seen === question.binding ? null : (
          <div className="inbox-changed" role="alert">
            <Icon name="warning" />
            <p>{TEXT.changed}</p>
            <Button onClick={() => setSeen(question.binding)}>{TEXT.changedSeen}</Button>
          </div>
        )}
        <Effects told={asked.told} />
        <Request asked={asked} />
        <CardUnusual asked={asked} />
        <ReasonList asked={asked} />
        <Who asked={asked} />
        <CardArguments asked={asked} opened={opened} />
        <CardValues asked={asked} />
        <CardPreview preview={asked.preview} />
        {alike.others === 0 ? null : (
          <p className="inbox-alike">
            {TEXT.similar({ count: alike.others })}{' '}
            <Button look="quiet" onClick={() => onAlike(alike.key)}>
              {TEXT.showSimilar}
            </Button>
          </p>
        )}
        <div className="inbox-folds">
          <CardVotes asked={asked} />
          <CardLabels asked={asked} />
          <CardBeliefs asked={asked} />
          <CardAutomatic asked={asked} />
          <CardDetails asked={asked} />
        </div>
      </div>
      {state === 'held' ? (
        <DecideBar key={question.call} asked={asked} opened={opened} onDone={onDone} />
      ) : (
        <ClosedNotice asked={asked} />
      )}
    </article>
  );
};

export const CallCard = ({ call, ...rest }: CallCardProps & { call: string }) => {
  const { data, error } = useRead('inbox.question', { call });
  const { caller } = useMe();
  const top = useRef<HTMLDivElement>(null);
  const shown = useMemo(
    () => (data?.question.call === call ? questionForReader(data, caller.subject) : undefined),
    [data, call, caller.subject],
  );
  useEffect(() => {
    top.current?.querySelector('.inbox-card-scroll')?.scrollTo(0, 0);
  }, [shown?.question.call]);
  return (
    <div className="inbox-pane" ref={top}>
      {shown !== undefined ? (
        <QuestionCard key={call} asked={shown} {...rest} />
      ) : error === null ? (
        <Loading lines={12} />
      ) : (
        <div className="inbox-pane-problem">
          <Back />
          <Problem error={error} />
        </div>
      )}
    </div>
  );
};
