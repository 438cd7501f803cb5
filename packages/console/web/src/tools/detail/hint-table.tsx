import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { RowHint, ToolDetail } from '@callgate/operations/api';
import { groundWord } from '../../parts/hints.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';

const isHint = (name: string): name is HintName => HINT_NAMES.some((known) => known === name);

const wordsOf = (name: string, { value }: RowHint): string =>
  value === 'unknown' ? 'not known' : isHint(name) ? HINTS[name].badge[value] : value;

const isSaid = ({ ground, claimed }: RowHint): boolean => ground !== 'default' || claimed !== 'unknown';

/** The claim counts for nothing: nobody vouches for the server. */
const isIgnored = ({ value, ground, claimed }: RowHint): boolean =>
  claimed !== 'unknown' && claimed !== value && ground !== 'operator' && ground !== 'review';

const Line = ({ name, hint, keys }: { name: string; hint: RowHint; keys: readonly string[] }) => (
  <tr className={isSaid(hint) ? '' : 'tools-unsaid'}>
    <th scope="row" title={isHint(name) ? HINTS[name].description : undefined}>
      <Untrusted text={name} max={60} />
    </th>
    <td data-label="claimed">
      {hint.claimed === 'unknown' ? '–' : hint.claimed}
      {keys.length === 0 ? null : (
        <span className="tools-keys">
          {keys.map((key) => (
            <Untrusted key={key} text={key} max={80} />
          ))}
        </span>
      )}
    </td>
    <td data-label="believed">
      <strong>{hint.value}</strong> <span className="tools-soft">{wordsOf(name, hint)}</span>
    </td>
    <td data-label="ground">
      {groundWord(hint.ground)}
      {isIgnored(hint) ? <span className="tools-keys">the claim is not believed</span> : null}
    </td>
  </tr>
);

/** Every hint: what the server claims, what is believed, and on which ground. */
export const HintTable = ({ detail }: { detail: ToolDetail }) => {
  const entries = Object.entries(detail.beliefs);
  const said = entries.filter(([, hint]) => isSaid(hint));
  const unsaid = entries.filter(([, hint]) => !isSaid(hint));
  const keysOf = (name: string): readonly string[] => [
    ...new Set(detail.claims.filter(({ hint }) => hint === name).map(({ home, key }) => `${home}.${key}`)),
  ];
  const table = (rows: typeof entries, label: string) => (
    <table className="tools-hints" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">hint</th>
          <th scope="col">claimed</th>
          <th scope="col">believed</th>
          <th scope="col">ground</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, hint]) => (
          <Line key={name} name={name} hint={hint} keys={keysOf(name)} />
        ))}
      </tbody>
    </table>
  );
  const sets = Object.entries(detail.sets).filter(([, { values }]) => values.length > 0);
  return (
    <section className="tools-section">
      <h3>Hints: what is claimed, what is believed, and why</h3>
      {said.length === 0 ? (
        <p className="tools-soft">Nobody says anything about it: the careful defaults hold.</p>
      ) : (
        table(said, 'Hints somebody says something about')
      )}
      {unsaid.length === 0 ? null : (
        <details>
          <summary>{unsaid.length} hints nobody says anything about</summary>
          {table(unsaid, 'Hints nobody says anything about')}
        </details>
      )}
      {sets.map(([name, { values, ground }]) => (
        <p key={name} className="tools-soft">
          {name}:{' '}
          {values.map((value, at) => (
            <span key={value}>
              {at === 0 ? '' : ', '}
              <Untrusted text={value} max={80} />
            </span>
          ))}{' '}
          ({groundWord(ground)})
        </p>
      ))}
    </section>
  );
};
