import { Card } from '../parts/card.tsx';
import { Hints } from '../parts/hints.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { Question } from './types.ts';

/** What is believed of the tool and who stands behind it, beside what its server claims. */
export const CardBeliefs = ({ question }: { question: Question }) => {
  const { hints, conflicts, tool, toolChanged } = question;
  const claims = [...new Set(hints.flatMap(({ claims: said }) => said))];
  return (
    <Card title="What is believed of the tool">
      {tool === null ? (
        toolChanged ? (
          <p className="inbox-soft inbox-says">
            The tool is no longer offered as it was when this was asked.
          </p>
        ) : null
      ) : tool.title === null && tool.description === null ? null : (
        <figure className="inbox-says">
          <figcaption>The server says</figcaption>
          <blockquote>
            {tool.title === null ? null : (
              <p>
                <Untrusted text={tool.title} max={200} />
              </p>
            )}
            {tool.description === null ? null : <Untrusted text={tool.description} max={1200} lines />}
          </blockquote>
        </figure>
      )}
      <Hints
        beliefs={Object.fromEntries(hints.map(({ name, value, ground }) => [name, { value, ground }]))}
      />
      {conflicts.length === 0 ? null : (
        <ul className="inbox-conflicts">
          {conflicts.map((conflict) => (
            <li key={conflict}>
              Cannot both be true: <Untrusted text={conflict} max={300} />
            </li>
          ))}
        </ul>
      )}
      {claims.length === 0 ? (
        <p className="inbox-soft inbox-claims">Its server claims nothing about it.</p>
      ) : (
        <details className="inbox-details inbox-claims">
          <summary>What the server itself claims ({claims.length})</summary>
          <ul>
            {claims.map((claim) => (
              <li key={claim}>
                <Untrusted text={claim} max={300} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
};
