import { consoleMessages } from '@callgate/messages/console';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { CallStateBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { Button } from '../parts/form.tsx';
import { type IconName, Icon } from '../parts/icon.tsx';
import { useJsonExpansion } from '../parts/json-value.tsx';
import { Card, Fact, Problem, Loading } from '../parts/page.tsx';
import { Countdown, Time } from '../parts/time.tsx';
import { NameList, TextList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useHasRole, useMe } from '../shell/me.ts';
import { useRead } from '../shell/use-api.ts';
import { CardArguments, CardValues, PathName } from './card-arguments.tsx';
import {
  CardAutomatic,
  CardBeliefs,
  CardDetails,
  CardLabels,
  CardUnusual,
  CardVotes,
  unaskedText,
} from './card-sections.tsx';
import { DecideBar } from './decide-bar.tsx';
import { Marks, edgeTone } from './marks.tsx';
import { RunningCall } from './running-tab.tsx';
import type { CardMark, CardQuestion, CardReason } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.card;

const Back = () => (
  <Link href="/inbox" className="inbox-back">
    <Icon name="back" /> {TEXT.back}
  </Link>
);

const HEADLINES = ['destructive', 'privileged', 'agentic', 'outward', 'sensitive'] as const;

const isRuleReason = ({ because, rules }: CardQuestion): boolean =>
  rules.some(({ reason }) => reason === because);

/** The reason that the operator wrote in the rule; else what the call does. */
const headlineOf = (asked: CardQuestion): string =>
  isRuleReason(asked)
    ? asked.because
    : TEXT.headlines[HEADLINES.find((mark) => asked.marks.includes(mark)) ?? 'other'];

/** What neither the effects nor what is unusual says already. */
const CARD_MARKS: ReadonlySet<CardMark> = new Set(['strong', 'outward']);

const MAX_DECISIVE = 3;
const MAX_SHORT = 80;

type ShortArgument = readonly [name: ReactNode, text: string];

/** The values that decide; where there are none, the first short arguments. */
const decisiveArguments = ({ values, question }: CardQuestion): readonly ShortArgument[] => {
  const decisive = values.flatMap(({ path, text }): readonly ShortArgument[] =>
    text === null || text === '' || path.length === 0 ? [] : [[<PathName key="path" path={path} />, text]],
  );
  if (decisive.length > 0) return decisive.slice(0, MAX_DECISIVE);
  return Object.entries(question.arguments)
    .flatMap(([name, value]): readonly ShortArgument[] =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[<Untrusted key="name" text={name} max={60} />, String(value)]]
        : [],
    )
    .filter(([, text]) => text.length <= MAX_SHORT)
    .slice(0, MAX_DECISIVE);
};

const Decisive = ({ asked }: { asked: CardQuestion }) => (
  <ul className="inbox-decisive">
    {decisiveArguments(asked).map(([name, text], at) => (
      <li key={at}>
        <span className="soft">{name}:</span> <Untrusted text={text} max={120} />
      </li>
    ))}
  </ul>
);

const Head = ({ asked }: { asked: CardQuestion }) => {
  const { question, marks, state } = asked;
  return (
    <header className="inbox-head">
      <div className="inbox-head-line">
        <Back />
        {state === 'held' ? (
          <p className="inbox-left">
            <Icon name="clock" /> <Countdown to={question.expiresAt} />
          </p>
        ) : (
          <CallStateBadge state={state} />
        )}
      </div>
      <h2 className="inbox-headline">
        <Untrusted className="prose" text={headlineOf(asked)} max={400} />
      </h2>
      <p className="inbox-title">
        <ToolName server={question.server} tool={question.target} />
        {asked.tool?.title == null ? null : (
          <span className="soft">
            <Untrusted className="prose" text={asked.tool.title} max={120} />
          </span>
        )}
      </p>
      <Decisive asked={asked} />
      <Marks marks={marks.filter((mark) => CARD_MARKS.has(mark))} />
    </header>
  );
};

const RequestText = ({ text }: { text: string | null }) => {
  const mayRead = useHasRole('approver');
  return text === null ? (
    <span className="soft">{mayRead ? TEXT.request.none : TEXT.request.hidden}</span>
  ) : (
    <Untrusted className="inbox-request-text prose" text={text} max={600} lines />
  );
};

const Who = ({ asked: { question, session, authenticated } }: { asked: CardQuestion }) => {
  const { caller } = useMe();
  const isOwn = caller.subject === question.principal;
  return (
    <dl className="inbox-who">
      <Fact
        name={isOwn ? TEXT.request.yours : TEXT.request.of({ user: question.principal })}
        className="inbox-request"
      >
        <RequestText text={question.userMessage} />
      </Fact>
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
};

const ICONS: Readonly<Record<CardReason['about'], IconName>> = {
  delay: 'clock',
  cost: 'ai',
  load: 'gauge',
  undo: 'undo',
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
    .replace(/[,;:].*$/s, '');

/** What headline, effects and values do not say already. */
const otherReasons = (asked: CardQuestion): readonly string[] => {
  const { reasons, told, values } = asked;
  const headline = headlineOf(asked);
  const isOfValue = (reason: string): boolean =>
    values.some(({ text, proven }) => !proven && text !== null && text !== '' && reason.includes(`“${text}`));
  return reasons.filter(
    (reason, at) =>
      reason !== headline &&
      reasons.indexOf(reason) === at &&
      !isOfValue(reason) &&
      reason !== unaskedText(asked) &&
      !told.some(({ words }) => plain(reason) === plain(words)),
  );
};

const Effects = ({ told }: { told: CardQuestion['told'] }) => (
  <ul className="inbox-told" aria-label={TEXT.effects}>
    {told.map(({ about, words, care }) => (
      <li key={words} className={care ? 'inbox-told-care' : ''}>
        <Icon name={about === 'undo' && care ? 'noundo' : ICONS[about]} />
        <span>{words}</span>
      </li>
    ))}
  </ul>
);

const ReasonList = ({ asked }: { asked: CardQuestion }) => {
  const reasons = otherReasons(asked);
  return reasons.length === 0 ? null : (
    <section className="inbox-why" aria-label={TEXT.why}>
      <h3>{TEXT.why}</h3>
      <TextList className="inbox-reasons" texts={reasons} textClass="prose" />
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
        <Who asked={asked} />
        <CardUnusual asked={asked} headline={headlineOf(asked)} />
        <ReasonList asked={asked} />
        <CardArguments asked={asked} opened={opened} />
        <CardValues asked={asked} />
        {asked.preview.wished ? (
          <Card title={TEXT.preview}>
            <p className="soft">{TEXT.noPreview}</p>
          </Card>
        ) : null}
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
  const top = useRef<HTMLDivElement>(null);
  const shown = data?.question.call === call ? data : undefined;
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
