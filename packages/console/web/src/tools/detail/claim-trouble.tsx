import type { ToolDetail } from '@callgate/operations/api';
import { Untrusted } from '../../parts/untrusted.tsx';

/** Claims that contradict each other or cannot be read, and what else is wrong with the tool. */
export const ClaimTrouble = ({ detail }: { detail: ToolDetail }) => {
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
            {between.map((key, at) => (
              <span key={at}>
                {at === 0 ? '' : ', '}
                <Untrusted text={key} max={80} />
              </span>
            ))}
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
