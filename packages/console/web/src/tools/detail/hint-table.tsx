import { HINTS } from '@callgate/core';
import type { ToolHint, ToolDetail } from '@callgate/operations/api';
import { groundWord, isHint } from '../../parts/hints.tsx';
import { Table } from '../../parts/page.tsx';
import { NameList, Untrusted } from '../../parts/untrusted.tsx';

export const ClaimProblems = ({ detail }: { detail: ToolDetail }) => {
  const { conflicting, malformedClaims, problems } = detail;
  const rest = problems.filter(({ code }) => code !== 'DRIFT' && code !== 'DISABLED');
  if (conflicting.length + malformedClaims.length + rest.length === 0) return null;
  return (
    <section className="tools-section">
      <h3>What is wrong with it</h3>
      <ul className="tools-troubles">
        {conflicting.map(({ hints, between }) => (
          <li key={hints.join()}>
            Its claims about {hints.join(' and ')} cannot all be true (
            <NameList texts={between} />
            ): the careful ones count.
          </li>
        ))}
        {malformedClaims.map(({ home, key, hints, problem }) => (
          <li key={`${home} ${key}`}>
            <Untrusted text={`${home}.${key}`} max={160} /> cannot be read:{' '}
            <Untrusted text={problem} max={300} />.{' '}
            {hints.length === 0 ? 'It counts as not there.' : `Nothing is claimed about ${hints.join(', ')}.`}
          </li>
        ))}
        {rest.map(({ code, message }) => (
          <li key={code}>
            <Untrusted text={message} max={600} /> <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
};

const wordsOf = (name: string, { value }: ToolHint): string =>
  value === 'unknown' ? 'not known' : isHint(name) ? HINTS[name].badge[value] : value;

const isClaimed = ({ ground, claimed }: ToolHint): boolean => ground !== 'default' || claimed !== 'unknown';

/** The claim counts for nothing: nobody vouches for the server. */
const isIgnored = ({ value, ground, claimed }: ToolHint): boolean =>
  claimed !== 'unknown' && claimed !== value && ground !== 'operator' && ground !== 'review';

const Line = ({ name, hint, keys }: { name: string; hint: ToolHint; keys: readonly string[] }) => (
  <tr className={isClaimed(hint) ? '' : 'tools-unsaid'}>
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
      <strong>{hint.value}</strong> <span className="soft">{wordsOf(name, hint)}</span>
    </td>
    <td data-label="ground">
      {groundWord(hint.ground)}
      {isIgnored(hint) ? <span className="tools-keys">the claim is not believed</span> : null}
    </td>
  </tr>
);

export const HintTable = ({ detail }: { detail: ToolDetail }) => {
  const entries = Object.entries(detail.beliefs);
  const said = entries.filter(([, hint]) => isClaimed(hint));
  const unsaid = entries.filter(([, hint]) => !isClaimed(hint));
  const keysOf = (name: string): readonly string[] => [
    ...new Set(detail.claims.filter(({ hint }) => hint === name).map(({ home, key }) => `${home}.${key}`)),
  ];
  const table = (rows: typeof entries, label: string) => (
    <Table className="tools-hints" label={label} head={['hint', 'claimed', 'believed', 'ground']}>
      {rows.map(([name, hint]) => (
        <Line key={name} name={name} hint={hint} keys={keysOf(name)} />
      ))}
    </Table>
  );
  const sets = Object.entries(detail.sets).filter(([, { values }]) => values.length > 0);
  return (
    <section className="tools-section">
      <h3>Hints: what is claimed, what is believed, and why</h3>
      {said.length === 0 ? (
        <p className="soft">Nobody says anything about it: the careful defaults hold.</p>
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
        <p key={name} className="soft">
          {name}: <NameList texts={values} /> ({groundWord(ground)})
        </p>
      ))}
    </section>
  );
};
