import type { CallStory } from '@callgate/operations/api';
import type { UnprovenValue } from '@callgate/core';
import { Link } from 'wouter';
import { Hints } from '../parts/hints.tsx';
import { Labels } from '../parts/labels.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Untrusted } from '../parts/untrusted.tsx';

const COUNTED: Readonly<Record<string, string>> = {
  matches: 'it fits',
  'without-claims': 'it fits once what the server claims without ground is set aside',
  'weaker-labels': 'it fits with weaker labels, and more labels never relax',
  fault: 'its condition could not be evaluated',
};

const Rules = ({ rules }: { rules: CallStory['decision']['rules'] }) => (
  <ul className="record-rules">
    {rules.map(({ id, layer, outcome, reason, counted }) => (
      <li key={`${layer} ${id} ${counted}`}>
        <span className="record-rule-head">
          {outcome === null ? <span className="record-adds">adds only</span> : <Outcome outcome={outcome} />}
          <code>
            <Untrusted text={id} max={120} />
          </code>
          <span className="record-soft">{layer}</span>
          {counted === 'matches' ? null : <span className="record-soft">{COUNTED[counted] ?? counted}</span>}
        </span>
        <Untrusted className="record-reason" text={reason} max={600} />
      </li>
    ))}
  </ul>
);

const pathWords = (path: UnprovenValue['path']): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : String(step))).join('.');

const Unproven = ({ values }: { values: CallStory['unproven'] }) => (
  <ul className="record-unproven">
    {values.map((value) => (
      <li key={pathWords(value.path)}>
        <code>
          <Untrusted text={pathWords(value.path)} max={120} />
        </code>{' '}
        {value.text === undefined ? null : <Untrusted text={value.text} max={160} />}{' '}
        {value.firstSeen === undefined ? (
          <span className="record-soft">
            {value.origin === undefined ? 'could not be traced' : value.origin}
          </span>
        ) : (
          <span className="record-soft">
            first seen in what{' '}
            <Link href={`/record/${encodeURIComponent(value.firstSeen.call)}`}>
              <Untrusted text={`${value.firstSeen.server}/${value.firstSeen.tool}`} max={120} />
            </Link>{' '}
            returned
          </span>
        )}
      </li>
    ))}
  </ul>
);

/** What was decided, by which rules, and on what. */
export const Decided = ({ story }: { story: CallStory }) => {
  const { decision, labels, unproven } = story;
  return (
    <section className="record-part" aria-label="The decision">
      <h3>Decided</h3>
      {decision.mode === 'observe' ? <p>The policy only observed: nothing was held or blocked.</p> : null}
      <ul className="record-reasons">
        {decision.reasons.map((reason) => (
          <li key={reason}>
            <Untrusted className="record-reason" text={reason} max={1000} />
          </li>
        ))}
      </ul>
      <details className="record-fold" open={decision.outcome !== 'auto'}>
        <summary>Rules that fired ({decision.rules.length})</summary>
        <Rules rules={decision.rules} />
        {decision.exceptions.map(({ id, rule, reason }) => (
          <p key={id}>
            Exception <Untrusted text={id} max={120} /> kept <Untrusted text={rule} max={120} /> from firing:{' '}
            <Untrusted text={reason} max={400} />
          </p>
        ))}
      </details>
      <details className="record-fold">
        <summary>What was believed of the tool</summary>
        <Hints beliefs={decision.beliefs} />
        {decision.conflicts.map(({ hints, between }) => (
          <p key={between.join(' ')}>
            Claims about <Untrusted text={hints.join(', ')} max={200} /> contradict each other.
          </p>
        ))}
      </details>
      <p className="record-labels">
        The session then: <Labels labels={labels} />
      </p>
      {unproven.length === 0 ? null : (
        <>
          <h4>Values that nobody vouches for</h4>
          <Unproven values={unproven} />
        </>
      )}
    </section>
  );
};
