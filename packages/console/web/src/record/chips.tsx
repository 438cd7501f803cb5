import { Icon } from '../parts/icon.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { Wanted } from './filter.ts';
import { NOTHING_WANTED, RANGES } from './filter.ts';

interface Chip {
  readonly name: string;
  readonly value: string;
  readonly without: Partial<Wanted>;
}

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const chip = (name: string, value: string | undefined, without: Partial<Wanted>): readonly Chip[] =>
  value === undefined || value === '' ? [] : [{ name, value, without }];

const chipsOf = (wanted: Wanted): readonly Chip[] => {
  const { text, states, outcome, server, tool, principal, session, ai, range, since, until } = wanted;
  return [
    ...chip('text', text, { text: '' }),
    ...states.flatMap((state) => chip('state', state, { states: states.filter((each) => each !== state) })),
    ...chip('outcome', outcome, { outcome: undefined }),
    ...chip('server', server, { server: undefined }),
    ...chip('tool', tool, { tool: undefined }),
    ...chip('who', principal, { principal: undefined }),
    ...chip('session', session, { session: undefined }),
    ...chip('AI', ai === undefined ? undefined : ai ? 'yes' : 'no', { ai: undefined }),
    ...chip('time', range === undefined ? undefined : RANGES[range].name, { range: undefined }),
    ...chip('from', since === undefined ? undefined : FULL.format(since), { since: undefined }),
    ...chip('until', until === undefined ? undefined : FULL.format(until), { until: undefined }),
  ];
};

/** What the list is narrowed down to, each with a way out. */
export const Chips = ({ wanted, want }: { wanted: Wanted; want: (change: Partial<Wanted>) => void }) => {
  const chips = chipsOf(wanted);
  if (chips.length === 0) return null;
  return (
    <ul className="record-chips" aria-label="What is looked for">
      {chips.map(({ name, value, without }) => (
        <li key={`${name} ${value}`}>
          <button type="button" className="record-chip" onClick={() => want(without)}>
            <span className="record-chip-name">{name}</span>
            <Untrusted text={value} max={60} />
            <Icon name="cross" />
            <span className="hidden-words">Remove</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="record-clear" onClick={() => want(NOTHING_WANTED)}>
          Clear all
        </button>
      </li>
    </ul>
  );
};
