import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/card.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { Question } from './types.ts';

export const CardAutomatic = ({ question }: { question: Question }) => {
  const { ways, unknown } = question.automaticIf;
  return (
    <Card title="It would run by itself if">
      {ways.length === 0 ? (
        <p className="inbox-soft">
          {unknown === null ? 'Nothing short of another policy.' : <Untrusted text={unknown} />}
        </p>
      ) : (
        <ul className="inbox-ways">
          {ways.map((way) => (
            <li key={way}>
              <Untrusted text={way} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

export const CardPreview = ({ question }: { question: Question }) =>
  question.preview.wished ? (
    <Card title="Preview">
      <p className="inbox-soft">
        The policy asks for a preview, but this tool has no way to show what it would do before it does it.
      </p>
    </Card>
  ) : null;

/** The rules that fired and what an approval is bound to, for those who want to know exactly. */
export const CardExactly = ({ question: asked }: { question: Question }) => {
  const { question, rules } = asked;
  return (
    <details className="inbox-details inbox-exactly">
      <summary>Rules and digests</summary>
      <ul className="inbox-rules">
        {rules.map((rule) => (
          <li key={`${rule.layer} ${rule.id}`}>
            {rule.outcome === null ? <Badge quiet>demands</Badge> : <Outcome outcome={rule.outcome} />}{' '}
            <Untrusted text={rule.id} max={120} /> <span className="inbox-soft">of {rule.layer}</span>
            <p className="inbox-soft">
              <Untrusted text={rule.reason} max={400} />
            </p>
          </li>
        ))}
      </ul>
      <dl className="inbox-digests">
        <dt>Call</dt>
        <dd>
          <Untrusted text={question.call} />
        </dd>
        <dt>Definition</dt>
        <dd>
          <Untrusted text={question.definition} />
        </dd>
        <dt>Arguments</dt>
        <dd>
          <Untrusted text={question.argumentsDigest} />
        </dd>
        <dt>All that an approval binds</dt>
        <dd>
          <Untrusted text={question.binding} />
        </dd>
      </dl>
    </details>
  );
};
