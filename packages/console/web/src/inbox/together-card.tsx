import type { JsonObject } from '@callgate/core';
import { voteReasonText } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import { voteIneligibilityText } from '@callgate/operations/api';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { Badge, LabelBadges, raisedLabels } from '../parts/badge.tsx';
import { Button } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { type JsonExpansion, JsonValue, useJsonExpansion } from '../parts/json-value.tsx';
import { Problem } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Countdown } from '../parts/time.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useHasRole, useMe } from '../shell/me.ts';
import { useDebounced } from '../shell/use-api.ts';
import { ActSentence } from './card-headline.tsx';
import { RefuseDialog, useGroupVote, voteOneByOne } from './group-vote.tsx';
import { Marks, edgeTone } from './marks.tsx';
import { questionForReader, wordsForReader } from './question-for-reader.ts';
import type { CardQuestion } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.together;
const DECIDE = consoleMessages.inbox.decide;

/** A button that was meant for the calls before must not decide about these. */
const LOOK_MS = 700;

type Verdict = 'approve' | 'refuse';

const callOf = ({ question }: CardQuestion): string => question.call;

/** Decided with one word for several: nothing about it asks for a look of its own. */
const isPlain = ({ question, terms }: CardQuestion): boolean => question.alone === null && terms === 'plain';

/** Why this reader cannot vote; null where they can. */
const useBar = (asked: CardQuestion): string | null => {
  const may = useHasRole('approver');
  const { caller } = useMe();
  if (!may) return DECIDE.viewer;
  return asked.voteBar === null ? null : voteIneligibilityText(asked.voteBar, asked, caller.subject);
};

interface ListedProps {
  readonly asked: CardQuestion;
  readonly number: number;
  readonly count: number;
  readonly opened: JsonExpansion;
  readonly busy: boolean;
  readonly isSettled: boolean;
  readonly onApprove: () => void;
  readonly onRefuse: () => void;
  readonly onOpen: () => void;
}

const Alone = ({ reason }: { reason: NonNullable<CardQuestion['question']['alone']> }) => (
  <p className="inbox-together-alone">
    <Icon name="warning" />{' '}
    <span>
      <Sentence
        parts={TEXT.alone({
          reason: <Untrusted className="prose" text={voteReasonText(reason)} />,
        })}
      />
    </span>
  </p>
);

/** One of the calls: what it does, all its arguments, and its own answer. */
const ListedCall = ({
  asked,
  number,
  count,
  opened,
  busy,
  isSettled,
  onApprove,
  onRefuse,
  onOpen,
}: ListedProps) => {
  const { question, act, marks, because } = asked;
  const { caller } = useMe();
  const bar = useBar(asked);
  const plain = isPlain(asked);
  return (
    <li className={`inbox-together-call inbox-edge-${edgeTone(marks)}`} data-call={question.call}>
      <p className="inbox-together-top">
        <span className="soft">{TEXT.number({ number, count })}</span>
        <ToolName server={question.server} tool={question.target} />
        {question.planned ? (
          <Badge quiet icon="clock" words={TEXT.planned} title={TEXT.plannedMeaning} />
        ) : null}
        <Countdown to={question.expiresAt} text={consoleMessages.terms.deniedIn} />
      </p>
      <h3>
        <ActSentence act={act} />
      </h3>
      <Marks marks={marks} />
      {raisedLabels(question.labels).length > 0 ? <LabelBadges labels={question.labels} /> : null}
      <p className="soft">
        <Untrusted
          className="prose"
          text={wordsForReader(because, question.principal, caller.subject)}
          max={300}
        />
      </p>
      {Object.keys(question.arguments).length === 0 ? null : (
        <JsonValue value={question.arguments} path={[question.call]} opened={opened} />
      )}
      {question.alone === null ? null : <Alone reason={question.alone} />}
      {bar === null ? null : (
        <p className="inbox-decide-note">
          <Icon name="info" /> <Untrusted className="prose" text={bar} />
        </p>
      )}
      <div className="inbox-decide-buttons">
        {plain ? (
          <Button
            look="approve"
            disabled={bar !== null || busy || !isSettled || !opened.all}
            onClick={onApprove}
          >
            {TEXT.approve}
          </Button>
        ) : null}
        <Button onClick={onOpen}>{TEXT.open}</Button>
        <Button look="refuse" disabled={bar !== null || busy} onClick={onRefuse}>
          {TEXT.deny}
        </Button>
      </div>
    </li>
  );
};

/** Calls that came together, as one question: each is listed and has its own answer. */
export const TogetherCard = ({
  calls,
  onOpen,
  onDone,
}: {
  calls: readonly CardQuestion[];
  onOpen: (call: string) => void;
  /** With those that still wait. */
  onDone: (left: readonly string[]) => void;
}) => {
  const { caller } = useMe();
  const may = useHasRole('approver');
  const shown = useMemo(
    () => calls.map((each) => questionForReader(each, caller.subject)),
    [calls, caller.subject],
  );
  const [denying, setDenying] = useState<readonly CardQuestion[]>();
  const votable = may ? shown.filter(({ voteBar }) => voteBar === null) : [];
  const plain = votable.filter(isPlain);
  const names = JSON.stringify(shown.map(({ question }) => question.binding));
  const isSettled = useDebounced(names, LOOK_MS, '') === names;
  const args = useMemo(
    (): JsonObject =>
      Object.fromEntries(shown.filter(isPlain).map(({ question }) => [question.call, question.arguments])),
    [names],
  );
  const opened = useJsonExpansion(args);
  const vote = useGroupVote((outcomes) => {
    const over = new Set(outcomes.filter(({ state }) => state !== 'held').map(({ call }) => call));
    onDone(shown.map(callOf).filter((call) => !over.has(call)));
  }, voteOneByOne(opened.all));
  const decide = (some: readonly CardQuestion[], verdict: Verdict, why: { reason?: string } = {}): void => {
    vote.mutate({
      calls: some.map(({ question: { call, binding } }) => ({ call, binding })),
      verdict,
      ...why,
    });
    setDenying(undefined);
  };
  const isPlan = shown.every(({ question }) => question.planned);
  return (
    <article className="inbox-card" aria-label={TEXT.label}>
      <div className="inbox-card-scroll" tabIndex={0} role="region" aria-label={TEXT.label}>
        <header className="inbox-head">
          <div className="inbox-head-line">
            <Link href="/inbox" className="inbox-back">
              <Icon name="back" /> {consoleMessages.inbox.card.back}
            </Link>
          </div>
          <h2 className="inbox-headline">
            {(isPlan ? TEXT.plannedTitle : TEXT.title)({ count: shown.length })}
          </h2>
          <p className="soft">{`${TEXT.help} ${TEXT.judged}`}</p>
        </header>
        <Problem error={vote.error} />
        <ol className="inbox-together">
          {shown.map((asked, at) => (
            <ListedCall
              key={asked.question.call}
              asked={asked}
              number={at + 1}
              count={shown.length}
              opened={opened}
              busy={vote.isPending}
              isSettled={isSettled}
              onApprove={() => decide([asked], 'approve')}
              onRefuse={() => setDenying([asked])}
              onOpen={() => onOpen(asked.question.call)}
            />
          ))}
        </ol>
      </div>
      <div className="inbox-decide" role="group" aria-label={DECIDE.label}>
        {votable.length === plain.length ? null : (
          <p className="inbox-decide-note">
            <Icon name="eye" /> {TEXT.others({ count: votable.length - plain.length })}
          </p>
        )}
        {opened.all ? null : (
          <p className="inbox-decide-note">
            <Icon name="eye" /> {DECIDE.longValues({ count: opened.left })}{' '}
            <Button look="quiet" onClick={opened.openAll}>
              {consoleMessages.inbox.card.showAll({ count: opened.left })}
            </Button>
          </p>
        )}
        <div className="inbox-decide-buttons">
          <Button
            look="approve"
            disabled={plain.length === 0 || vote.isPending || !isSettled || !opened.all}
            onClick={() => decide(plain, 'approve')}
          >
            {TEXT.approveAll({ count: plain.length })}
          </Button>
          <Button
            look="refuse"
            disabled={votable.length === 0 || vote.isPending}
            onClick={() => setDenying(votable)}
          >
            {TEXT.denyAll({ count: votable.length })}
          </Button>
        </div>
      </div>
      {denying === undefined ? null : (
        <RefuseDialog
          title={DECIDE.denyCalls({ count: denying.length })}
          isPending={vote.isPending}
          onRefuse={(why) => decide(denying, 'refuse', why)}
          onClose={() => setDenying(undefined)}
        />
      )}
    </article>
  );
};
