import type { SessionItem } from '@callgate/operations/api';

const PARTS = [
  { name: 'ran', tone: 'auto', states: ['done', 'dispatching', 'approved'] },
  { name: 'held', tone: 'confirm', states: ['held'] },
  { name: 'stopped', tone: 'block', states: ['blocked', 'refused', 'expired', 'withdrawn'] },
  { name: 'failed', tone: 'failed', states: ['failed', 'indeterminate'] },
] as const;

/** What became of the calls of a session, in one bar and in words. */
export const CountBar = ({ counts }: { counts: SessionItem['counts'] }) => {
  const parts = PARTS.map(({ name, tone, states }) => ({
    name,
    tone,
    count: states.reduce((sum, state) => sum + (counts.states[state] ?? 0), 0),
  })).filter(({ count }) => count > 0);
  return (
    <span className="sessions-count">
      <span className="sessions-bar" aria-hidden="true">
        {parts.map(({ name, tone, count }) => (
          <span key={name} className={`sessions-bar-${tone}`} style={{ flexGrow: count }} />
        ))}
      </span>
      <span className="sessions-soft">
        {counts.more ? `more than ${counts.calls.toLocaleString('en')} calls; of the newest ` : ''}
        {parts.map(({ name, count }) => `${count.toLocaleString('en')} ${name}`).join(', ')}
      </span>
    </span>
  );
};
