import type { Leg, SessionStory } from '@callgate/operations/api';
import { Icon } from '../parts/icon.tsx';
import { Time } from '../parts/time.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { STATE_WORDS } from './call-words.ts';

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
  leg: Leg;
  story: SessionStory;
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
          <span className="sessions-soft">no call so far</span>
        ) : (
          <span className="sessions-soft">
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

/** The three legs, lit as the session touched them, and whether they met. */
export const Trifecta = ({ story, onSelect }: { story: SessionStory; onSelect: (call: string) => void }) => {
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
            , which is {STATE_WORDS[met.state]}.
          </>
        )}
      </p>
    </section>
  );
};
