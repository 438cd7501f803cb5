import { HINTS } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import type { ToolHint, ToolDetail } from '@callgate/operations/api';
import { groundName, isHint } from '../../parts/hints.tsx';
import { Table } from '../../parts/page.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { NameList, Untrusted } from '../../parts/untrusted.tsx';

const TEXT = consoleMessages.tools.hints;
const ANSWERS = consoleMessages.terms.answers;

export const ClaimProblems = ({ detail }: { detail: ToolDetail }) => {
  const { conflicting, malformedClaims, problems } = detail;
  const rest = problems.filter(({ code }) => code !== 'DRIFT' && code !== 'DISABLED');
  if (conflicting.length + malformedClaims.length + rest.length === 0) return null;
  return (
    <section className="tools-section">
      <h3>{TEXT.trouble}</h3>
      <ul className="tools-troubles">
        {conflicting.map(({ hints, between }) => (
          <li key={hints.join()}>
            <Sentence
              parts={TEXT.conflict({ hints: hints.join(TEXT.and), between: <NameList texts={between} /> })}
            />
          </li>
        ))}
        {malformedClaims.map(({ home, key, hints, problem }) => (
          <li key={`${home} ${key}`}>
            <Sentence
              parts={TEXT.malformed({
                key: <Untrusted text={`${home}.${key}`} max={160} />,
                problem: <Untrusted text={problem} max={300} />,
              })}
            />
            {hints.length === 0 ? TEXT.malformedIgnored : TEXT.malformedHints({ hints: hints.join(', ') })}
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
  value === 'unknown' ? TEXT.unknown : isHint(name) ? HINTS[name].badge[value] : ANSWERS[value];

const isClaimed = ({ ground, claimed }: ToolHint): boolean => ground !== 'default' || claimed !== 'unknown';

/** The claim counts for nothing: nobody vouches for the server. */
const isIgnored = ({ value, ground, claimed }: ToolHint): boolean =>
  claimed !== 'unknown' && claimed !== value && ground !== 'operator' && ground !== 'review';

const Line = ({ name, hint, keys }: { name: string; hint: ToolHint; keys: readonly string[] }) => (
  <tr className={isClaimed(hint) ? '' : 'tools-unsaid'}>
    <th scope="row" title={isHint(name) ? HINTS[name].description : undefined}>
      <Untrusted text={name} max={60} />
    </th>
    <td data-label={TEXT.head.claimed}>
      {hint.claimed === 'unknown' ? TEXT.none : ANSWERS[hint.claimed]}
      {keys.length === 0 ? null : (
        <span className="tools-keys">
          {keys.map((key) => (
            <Untrusted key={key} text={key} max={80} />
          ))}
        </span>
      )}
    </td>
    <td data-label={TEXT.head.believed}>
      <strong>{ANSWERS[hint.value]}</strong> <span className="soft">{wordsOf(name, hint)}</span>
    </td>
    <td data-label={TEXT.head.ground}>
      {groundName(hint.ground)}
      {isIgnored(hint) ? <span className="tools-keys">{TEXT.notBelieved}</span> : null}
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
    <Table className="tools-hints" label={label} head={Object.values(TEXT.head)}>
      {rows.map(([name, hint]) => (
        <Line key={name} name={name} hint={hint} keys={keysOf(name)} />
      ))}
    </Table>
  );
  const sets = Object.entries(detail.sets).filter(([, { values }]) => values.length > 0);
  return (
    <section className="tools-section">
      <h3>{TEXT.title}</h3>
      {said.length === 0 ? <p className="soft">{TEXT.noInformation}</p> : table(said, TEXT.withInformation)}
      {unsaid.length === 0 ? null : (
        <details>
          <summary>{TEXT.withoutInformation({ count: unsaid.length })}</summary>
          {table(unsaid, TEXT.withoutInformationLabel)}
        </details>
      )}
      {sets.map(([name, { values, ground }]) => (
        <p key={name} className="soft">
          <Sentence
            parts={TEXT.set({ name, values: <NameList texts={values} />, ground: groundName(ground) })}
          />
        </p>
      ))}
    </section>
  );
};
