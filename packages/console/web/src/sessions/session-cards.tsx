import { consoleMessages } from '@callgate/messages/console';
import type { TrifectaLeg, SessionHistory } from '@callgate/operations/api';
import { Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time } from '../parts/time.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { callStateText } from './call-sentence.ts';
import { CallShape } from './picture/call-mark.tsx';

const TEXT = consoleMessages.sessions;

const LEG_ICONS = { private: 'lock', untrusted: 'globe', out: 'flow' } as const;

const Lamp = ({
  leg,
  story,
  onSelect,
}: {
  leg: TrifectaLeg;
  story: SessionHistory;
  onSelect: (call: string) => void;
}) => {
  const call = story.calls.find(({ id }) => id === leg.call);
  return (
    <li className={`sessions-lamp sessions-lamp-${leg.leg} sessions-lit-${leg.strength}`}>
      <span className="sessions-bulb">
        <Icon name={LEG_ICONS[leg.leg]} />
      </span>
      <span className="sessions-lamp-words">
        <span className="sessions-lamp-name">
          {TEXT.trifecta.legs[leg.leg]}{' '}
          <span className="sessions-lamp-strength">{TEXT.trifecta.strengths[leg.strength]}</span>
        </span>
        {leg.at === null ? (
          <span className="soft">{TEXT.trifecta.noCall}</span>
        ) : (
          <span className="soft">
            <Time at={leg.at} />{' '}
            {call === undefined ? (
              TEXT.trifecta.elsewhere
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
      aria-label={TEXT.trifecta.label}
    >
      <ul>
        {story.legs.map((leg) => (
          <Lamp key={leg.leg} leg={leg} story={story} onSelect={onSelect} />
        ))}
      </ul>
      <p className="sessions-verdict">
        {met === undefined ? (
          TEXT.trifecta.notMet
        ) : (
          <>
            <Icon name="warning" />{' '}
            <Sentence
              parts={TEXT.trifecta.met({
                tool: (
                  <button type="button" className="sessions-jump" onClick={() => onSelect(met.id)}>
                    <ToolName server={met.server} tool={met.target} />
                  </button>
                ),
                state: callStateText(met.state),
              })}
            />
          </>
        )}
      </p>
    </section>
  );
};

const SHAPES = [
  { state: 'done', outcome: 'auto', words: TEXT.legend.shapes.ran },
  { state: 'done', outcome: 'confirm', words: TEXT.legend.shapes.approved },
  { state: 'held', outcome: 'confirm', words: TEXT.legend.shapes.held },
  { state: 'refused', outcome: 'confirm', words: TEXT.legend.shapes.refused },
  { state: 'blocked', outcome: 'block', words: TEXT.legend.shapes.blocked },
  { state: 'failed', outcome: 'auto', words: TEXT.legend.shapes.failed },
  { state: 'indeterminate', outcome: 'auto', words: TEXT.legend.shapes.unknown },
  { state: 'expired', outcome: 'confirm', words: TEXT.legend.shapes.expired },
] as const;

const LINES = ['person', 'trusted', 'untrusted', 'nowhere'] as const;

export const Legend = () => (
  <details className="sessions-legend">
    <summary>{TEXT.legend.title}</summary>
    <ul>
      {SHAPES.map(({ state, outcome, words }) => (
        <li key={words}>
          <svg width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true">
            <CallShape state={state} outcome={outcome} radius={9} />
          </svg>
          {words}
        </li>
      ))}
      {LINES.map((name) => (
        <li key={name}>
          <svg width="34" height="20" viewBox="0 0 34 20" aria-hidden="true">
            <path
              className={`sessions-flow sessions-flow-active sessions-flow-${name}`}
              d="M2 14C12 2 22 2 32 12"
            />
          </svg>
          {TEXT.legend.lines[name]}
        </li>
      ))}
    </ul>
    <p>{TEXT.legend.text}</p>
  </details>
);

export const UserMessagesCard = ({ story }: { story: SessionHistory }) => (
  <Card title={TEXT.request.title}>
    {story.words.length === 0 ? (
      <p className="soft">{TEXT.request.none}</p>
    ) : (
      <ol className="sessions-said">
        {story.words.map((words, index) => (
          <li key={index}>
            {words.text === null ? (
              <p className="soft">{TEXT.request.digestOnly({ count: words.characters })}</p>
            ) : (
              <blockquote>
                <Untrusted text={words.text} max={600} lines />
              </blockquote>
            )}
            <p className="soft">
              {words.at === null ? TEXT.request.unknownTime : <Time at={words.at} />},{' '}
              {TEXT.request.via[words.via]}{' '}
              {words.text === null || words.why === null ? null : (
                <Badge tone="warning" words={TEXT.request.notBelieved({ reason: words.why })} />
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
            <Time at={at} /> <strong>{TEXT.events[event]}</strong>
            {label === null ? null : ' '}
            {label === null ? null : label === 'private' || label === 'untrusted' ? (
              <Badge tone={label} words={consoleMessages.terms.labelNames[label]} />
            ) : (
              <Untrusted text={label} max={100} />
            )}
            {by === null ? null : (
              <Sentence parts={TEXT.eventBy({ who: <Untrusted text={by} max={100} /> })} />
            )}
            {reason === null ? null : (
              <Sentence
                parts={TEXT.eventReason({
                  reason: <Untrusted className="prose" text={reason} max={500} />,
                })}
              />
            )}
          </li>
        ))}
      </ol>
    )}
  </Card>
);
