import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { CallStateBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { formatInteger } from '../parts/format-count.ts';
import { Button } from '../parts/form.tsx';
import { type IconName, Icon } from '../parts/icon.tsx';
import { useJsonExpansion } from '../parts/json-value.tsx';
import { Card, Fact, Problem, Loading } from '../parts/page.tsx';
import { Countdown, Time } from '../parts/time.tsx';
import { NameList, TextList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { CardArguments, CardValues } from './card-arguments.tsx';
import { CardAutomatic, CardBeliefs, CardDetails, CardLabels, CardVotes } from './card-sections.tsx';
import { DecideBar } from './decide-bar.tsx';
import { Marks, edgeTone } from './marks.tsx';
import { RunningCall } from './running-tab.tsx';
import type { CardQuestion, CardReason } from './inbox-types.ts';

const Back = () => (
  <Link href="/inbox" className="inbox-back">
    <Icon name="back" /> All that wait
  </Link>
);

const Head = ({ asked: { question, marks, state, session, authenticated } }: { asked: CardQuestion }) => (
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
    <h2 className="inbox-title">
      <ToolName server={question.server} tool={question.target} />
    </h2>
    <Marks marks={marks} />
    <dl className="inbox-who">
      <Fact name="For">
        <Untrusted text={question.principal} max={200} />
      </Fact>
      {question.delegation.length === 0 ? null : (
        <Fact name="Delegation" className="inbox-delegation">
          <NameList className="prose" texts={question.delegation} max={200} between=", then " />
        </Fact>
      )}
      {question.client === null ? null : (
        <Fact name="Client" title="As the client calls itself">
          <Untrusted text={question.client} max={80} />
        </Fact>
      )}
      <Fact name="In">
        <Link href={`/sessions/${encodeURIComponent(session)}`}>
          <Untrusted text={question.context} max={80} />
        </Link>
        {authenticated ? null : (
          <span className="soft"> (a name the client chose; it shares the labels of its principal)</span>
        )}
      </Fact>
      <Fact name="Asked">
        <Time at={question.askedAt} />
      </Fact>
    </dl>
  </header>
);

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

/** What `because` and `told` do not say already. */
const otherReasons = ({ because, reasons, told }: CardQuestion): readonly string[] =>
  reasons.filter(
    (reason, at) =>
      reason !== because &&
      reasons.indexOf(reason) === at &&
      !told.some(({ words }) => plain(reason) === plain(words)),
  );

const ReasonList = ({ asked }: { asked: CardQuestion }) => {
  const { because, told, question, unasked } = asked;
  return (
    <section className="inbox-why" aria-label="Why it is held">
      <p className="inbox-because">
        <Untrusted text={because} />
      </p>
      <TextList className="inbox-reasons" texts={otherReasons(asked)} />
      {unasked === null ? null : (
        <p className="inbox-unasked">
          <Icon name="warning" /> Nothing the person said asks to{' '}
          <Untrusted text={unasked === '' ? 'do this' : unasked} max={80} />.
        </p>
      )}
      {question.twin === null ? null : (
        <p className="inbox-unasked">
          <Icon name="warning" /> The same call was let out before; it is {question.twin.state}.{' '}
          <CallLink call={question.twin.call}>See that one</CallLink>
        </p>
      )}
      <ul className="inbox-told">
        {told.map(({ about, words, care }) => (
          <li key={words} className={care ? 'inbox-told-care' : ''}>
            <Icon name={about === 'undo' && care ? 'noundo' : ICONS[about]} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const OVER: Readonly<Record<string, string>> = {
  APPROVAL_VOID: 'This call did not run: its approval no longer holds.',
  approved: 'This call is approved. It runs when the agent comes back for it.',
};

const ClosedNotice = ({ asked: { question, state, fault } }: { asked: CardQuestion }) => (
  <div className="inbox-over">
    <p>
      <Icon name="info" /> {OVER[fault?.code ?? ''] ?? OVER[state] ?? 'This call no longer waits.'}{' '}
      {fault === null || fault.message === null ? null : <Untrusted text={fault.message} max={300} />}{' '}
      <CallLink call={question.call}>Its whole story</CallLink>
    </p>
    <RunningCall call={question.call} />
  </div>
);

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
    <article className={`inbox-card inbox-edge-${edgeTone(asked.marks)}`} aria-label="The call">
      <div className="inbox-card-scroll" tabIndex={0} role="region" aria-label="What is asked">
        <Head asked={asked} />
        {seen === question.binding ? null : (
          <div className="inbox-changed" role="alert">
            <Icon name="warning" />
            <p>
              Something about this call changed while you looked at it. What you see now is what you decide
              about.
            </p>
            <Button onClick={() => setSeen(question.binding)}>I see</Button>
          </div>
        )}
        <ReasonList asked={asked} />
        <div className="inbox-columns">
          <div>
            <CardArguments asked={asked} opened={opened} />
            <CardValues asked={asked} />
            {asked.preview.wished ? (
              <Card title="Preview">
                <p className="soft">
                  The policy asks for a preview, but this tool has no way to show what it would do before it
                  does it.
                </p>
              </Card>
            ) : null}
          </div>
          <div>
            <CardLabels asked={asked} />
            <CardBeliefs asked={asked} />
            <CardVotes asked={asked} />
            <CardAutomatic asked={asked} />
          </div>
        </div>
        {alike.others === 0 ? null : (
          <p className="inbox-alike">
            {alike.others === 1 ? 'One other call' : `${formatInteger(alike.others)} other calls`} of this
            tool {alike.others === 1 ? 'waits' : 'wait'}.{' '}
            <Button look="quiet" onClick={() => onAlike(alike.key)}>
              Show only those
            </Button>
          </p>
        )}
        <CardDetails asked={asked} />
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
