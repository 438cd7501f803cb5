import type { TrifectaLeg, SessionHistory } from '@callgate/operations/api';
import { Badge } from '../parts/badge.tsx';
import { formatInteger } from '../parts/format-count.ts';
import { Icon } from '../parts/icon.tsx';
import { Card } from '../parts/page.tsx';
import { Time } from '../parts/time.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { stateText } from './call-sentence.ts';
import { CallShape } from './picture/call-mark.tsx';

const LEGS = {
  private: { icon: 'lock', name: 'Private data' },
  untrusted: { icon: 'globe', name: 'Untrusted content' },
  out: { icon: 'flow', name: 'A way out' },
} as const;

const LIT = { none: 'not seen', possible: 'possibly', known: 'for sure' } as const;

const Lamp = ({
  leg,
  story,
  onSelect,
}: {
  leg: TrifectaLeg;
  story: SessionHistory;
  onSelect: (call: string) => void;
}) => {
  const { icon, name } = LEGS[leg.leg];
  const call = story.calls.find(({ id }) => id === leg.call);
  return (
    <li className={`sessions-lamp sessions-lamp-${leg.leg} sessions-lit-${leg.strength}`}>
      <span className="sessions-bulb">
        <Icon name={icon} />
      </span>
      <span className="sessions-lamp-words">
        <span className="sessions-lamp-name">
          {name} <span className="sessions-lamp-strength">{LIT[leg.strength]}</span>
        </span>
        {leg.at === null ? (
          <span className="soft">no call so far</span>
        ) : (
          <span className="soft">
            <Time at={leg.at} />{' '}
            {call === undefined ? (
              'from elsewhere'
            ) : (
              <button type="button" className="sessions-jump" onClick={() => onSelect(call.id)}>
                <ToolName server={call.server} tool={call.target} />
              </button>
            )}
          </span>
        )}
      </span>
    </li>
  );
};

export const Trifecta = ({
  story,
  onSelect,
}: {
  story: SessionHistory;
  onSelect: (call: string) => void;
}) => {
  const met = story.calls.find(({ id }) => id === story.met);
  return (
    <section
      className={met === undefined ? 'sessions-legs' : 'sessions-legs sessions-legs-met'}
      aria-label="Trifecta"
    >
      <ul>
        {story.legs.map((leg) => (
          <Lamp key={leg.leg} leg={leg} story={story} onSelect={onSelect} />
        ))}
      </ul>
      <p className="sessions-verdict">
        {met === undefined ? (
          'The three have not met in a call whose destination nobody proved.'
        ) : (
          <>
            <Icon name="warning" /> All three meet in{' '}
            <button type="button" className="sessions-jump" onClick={() => onSelect(met.id)}>
              <ToolName server={met.server} tool={met.target} />
            </button>
            , which is {stateText(met.state)}.
          </>
        )}
      </p>
    </section>
  );
};

const SHAPES = [
  { state: 'done', outcome: 'auto', words: 'ran by itself' },
  { state: 'done', outcome: 'confirm', words: 'ran after a person agreed' },
  { state: 'held', outcome: 'confirm', words: 'held for a person' },
  { state: 'refused', outcome: 'confirm', words: 'refused' },
  { state: 'blocked', outcome: 'block', words: 'blocked' },
  { state: 'failed', outcome: 'auto', words: 'failed' },
  { state: 'indeterminate', outcome: 'auto', words: 'outcome unknown' },
  { state: 'expired', outcome: 'confirm', words: 'expired or withdrawn' },
] as const;

const LINES = [
  { name: 'person', words: 'from the person’s words' },
  { name: 'trusted', words: 'from a directory, trusted content or made here' },
  { name: 'untrusted', words: 'from untrusted content' },
  { name: 'nowhere', words: 'from nowhere seen' },
] as const;

export const Legend = () => (
  <details className="sessions-legend">
    <summary>How to read the picture</summary>
    <ul>
      {SHAPES.map(({ state, outcome, words }) => (
        <li key={words}>
          <svg width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true">
            <CallShape state={state} outcome={outcome} radius={9} />
          </svg>
          {words}
        </li>
      ))}
      {LINES.map(({ name, words }) => (
        <li key={name}>
          <svg width="34" height="20" viewBox="0 0 34 20" aria-hidden="true">
            <path
              className={`sessions-flow sessions-flow-active sessions-flow-${name}`}
              d="M2 14C12 2 22 2 32 12"
            />
          </svg>
          value {words}
        </li>
      ))}
    </ul>
    <p>
      Bands rise where a session touched something: half high where that is only possible, whole where it is
      known; the dotted line leads to the call that raised them. An arrow at a mark leads out of the closed
      world. A triangle stands where private data, untrusted content and a way out meet.
    </p>
  </details>
);

const VIA = { host: 'heard by the host', task: 'declared as a task', intent: 'sent as intent' } as const;

const EVENT_WORDS = {
  declassified: 'Declassified',
  'task-ended': 'Task ended',
  'context-ended': 'Context ended',
  joined: 'Joined with what was seen elsewhere',
} as const;

export const UserMessagesCard = ({ story }: { story: SessionHistory }) => (
  <Card title="The person’s words">
    {story.words.length === 0 ? (
      <p className="soft">Nothing was heard. Without words no value can be proven.</p>
    ) : (
      <ol className="sessions-said">
        {story.words.map((words, index) => (
          <li key={index}>
            {words.text === null ? (
              <p className="soft">{formatInteger(words.characters)} characters; only their digest is kept</p>
            ) : (
              <blockquote>
                <Untrusted text={words.text} max={600} lines />
              </blockquote>
            )}
            <p className="soft">
              {words.at === null ? 'at a time that is not known any more' : <Time at={words.at} />},{' '}
              {VIA[words.via]}{' '}
              {words.text === null || words.why === null ? null : (
                <Badge tone="warning" words={`proves nothing: ${words.why}`} />
              )}
            </p>
          </li>
        ))}
      </ol>
    )}
    {story.events.length === 0 ? null : (
      <ol className="sessions-happened">
        {story.events.map(({ at, event, label, by, reason }) => (
          <li key={`${event} ${at} ${label}`}>
            <Time at={at} /> <strong>{EVENT_WORDS[event]}</strong>
            {label === null ? null : ' '}
            {label === null ? null : <Badge tone={label} words={label} />}
            {by === null ? '' : ' by '}
            {by === null ? null : <Untrusted text={by} max={100} />}
            {reason === null ? '' : ': '}
            {reason === null ? null : <Untrusted className="prose" text={reason} max={500} />}
          </li>
        ))}
      </ol>
    )}
  </Card>
);
