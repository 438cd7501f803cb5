import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useOpened } from '../parts/use-opened.ts';
import { useRead } from '../shell/use-api.ts';
import { CardArguments } from './card-arguments.tsx';
import { CardBeliefs } from './card-beliefs.tsx';
import { CardHead } from './card-head.tsx';
import { CardLabels } from './card-labels.tsx';
import { CardAutomatic, CardExactly, CardPreview } from './card-more.tsx';
import { CardValues } from './card-values.tsx';
import { CardVotes } from './card-votes.tsx';
import { CardWhy } from './card-why.tsx';
import { DecideBar } from './decide-bar.tsx';
import { edgeOf } from './marks.tsx';
import { RunningOf } from './running.tsx';
import type { Question } from './types.ts';

/** What an approval binds became other than what was shown first. */
const useChanged = (binding: string): readonly [boolean, () => void] => {
  const [seen, setSeen] = useState(binding);
  return [seen !== binding, () => setSeen(binding)];
};

const OVER: Readonly<Record<string, string>> = {
  APPROVAL_VOID: 'This call did not run: its approval no longer holds.',
  approved: 'This call is approved. It runs when the agent comes back for it.',
};

const Over = ({ question: asked }: { question: Question }) => (
  <div className="inbox-over">
    <p>
      <Icon name="info" />{' '}
      {OVER[asked.fault?.code ?? ''] ?? OVER[asked.state] ?? 'This call no longer waits.'}
      {asked.fault === null || asked.fault.message === null ? null : (
        <>
          {' '}
          <Untrusted text={asked.fault.message} max={300} />
        </>
      )}{' '}
      <Link href={`/record/${encodeURIComponent(asked.question.call)}`}>Its whole story</Link>
    </p>
    <RunningOf call={asked.question.call} />
  </div>
);

const Shown = ({
  question: asked,
  onDone,
  onAlike,
}: {
  question: Question;
  onDone: () => void;
  onAlike: (key: string) => void;
}) => {
  const opened = useOpened(asked.question.arguments);
  const [changed, seen] = useChanged(asked.question.binding);
  const { alike } = asked;
  return (
    <article className={`inbox-card inbox-edge-${edgeOf(asked.marks)}`} aria-label="The call">
      <div className="inbox-card-scroll" tabIndex={0} role="region" aria-label="What is asked">
        <CardHead question={asked} />
        {changed ? (
          <div className="inbox-changed" role="alert">
            <Icon name="warning" />
            <p>
              Something about this call changed while you looked at it. What you see now is what you decide
              about.
            </p>
            <Button onClick={seen}>I see</Button>
          </div>
        ) : null}
        <CardWhy question={asked} />
        <div className="inbox-columns">
          <div>
            <CardArguments question={asked} opened={opened} />
            <CardValues question={asked} />
            <CardPreview question={asked} />
          </div>
          <div>
            <CardLabels question={asked} />
            <CardBeliefs question={asked} />
            <CardVotes question={asked} />
            <CardAutomatic question={asked} />
          </div>
        </div>
        {alike.others === 0 ? null : (
          <p className="inbox-alike">
            {alike.others === 1 ? 'One other call' : `${alike.others.toLocaleString('en')} other calls`} of
            this tool {alike.others === 1 ? 'waits' : 'wait'}.{' '}
            <Button look="quiet" onClick={() => onAlike(alike.key)}>
              Show only those
            </Button>
          </p>
        )}
        <CardExactly question={asked} />
      </div>
      {asked.state === 'held' ? (
        <DecideBar key={asked.question.call} question={asked} opened={opened} onDone={onDone} />
      ) : (
        <Over question={asked} />
      )}
    </article>
  );
};

/** Everything there is to know before deciding about one call. */
export const CallCard = ({
  call,
  onDone,
  onAlike,
}: {
  call: string;
  onDone: () => void;
  onAlike: (key: string) => void;
}) => {
  const asked = useRead('inbox.question', { call });
  const top = useRef<HTMLDivElement>(null);
  const shown = asked.data?.question.call === call ? asked.data : undefined;
  useEffect(() => {
    top.current?.querySelector('.inbox-card-scroll')?.scrollTo(0, 0);
  }, [shown?.question.call]);
  return (
    <div className="inbox-pane" ref={top}>
      {shown === undefined && asked.error !== null ? (
        <div className="inbox-pane-problem">
          <Link href="/inbox" className="inbox-back">
            <Icon name="back" /> All that wait
          </Link>
          <Problem error={asked.error} />
        </div>
      ) : shown === undefined ? (
        <Skeleton lines={12} />
      ) : (
        <Shown key={call} question={shown} onDone={onDone} onAlike={onAlike} />
      )}
    </div>
  );
};
