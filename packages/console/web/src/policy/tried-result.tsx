import type { TriedCall } from '@callgate/operations/api';
import type { FiredRule } from '@callgate/core';
import type { ReactNode } from 'react';
import { Card } from '../parts/card.tsx';
import { Hints } from '../parts/hints.tsx';
import { Labels } from '../parts/labels.tsx';
import { Outcome, outcomeWords } from '../parts/outcome.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';

const COUNTED: Readonly<Record<FiredRule['counted'], string>> = {
  matches: '',
  'without-claims': 'once the server’s own claims are set aside',
  'weaker-labels': 'in a session that touched less, and more labels never relax',
  fault: 'its condition could not be evaluated',
};

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="policy-part">
    <h3>{title}</h3>
    {children}
  </section>
);

const Rules = ({ rules }: { rules: readonly FiredRule[] }) =>
  rules.length === 0 ? (
    <p className="policy-soft">No rule matches, so a person is asked.</p>
  ) : (
    <ul className="policy-fired">
      {rules.map((rule) => (
        <li key={`${rule.layer} ${rule.id}`}>
          {rule.outcome === null ? (
            <span className="policy-soft">duties</span>
          ) : (
            <Outcome outcome={rule.outcome} />
          )}
          <div>
            <Untrusted className="policy-prose" text={rule.reason} max={400} />
            <div className="policy-soft">
              <Untrusted text={rule.id} /> of the {rule.layer}
              {COUNTED[rule.counted] === '' ? '' : `; counts ${COUNTED[rule.counted]}`}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );

const Facts = ({ facts }: { facts: TriedCall['decision']['facts'] }) => {
  const named = (value: string): string =>
    Object.entries(facts)
      .filter(([, answer]) => answer === value)
      .map(([name]) => name)
      .join(', ');
  return (
    <p className="policy-soft">
      So: {named('yes') === '' ? 'nothing that asks for care' : named('yes')}
      {named('unknown') === '' ? '' : `. Not known: ${named('unknown')}`}.
    </p>
  );
};

/** A decision with everything that led to it. */
export const TriedResult = ({ tried }: { tried: TriedCall }) => {
  const { decision } = tried;
  const [first = '', ...others] = decision.reasons;
  return (
    <Card
      title={
        <span className="policy-verdict">
          <Outcome outcome={decision.outcome} enforced={decision.mode === 'enforce'} />{' '}
          {outcomeWords(decision.outcome)}
        </span>
      }
    >
      <p className="policy-verdict-reason">
        <Untrusted className="policy-prose" text={first} max={600} />
      </p>
      {others.length === 0 ? null : (
        <ul className="policy-also">
          {others.map((reason) => (
            <li key={reason}>
              also: <Untrusted className="policy-prose" text={reason} max={600} />
            </li>
          ))}
        </ul>
      )}
      <p className="policy-soft">
        <ToolName server={tried.server} tool={tried.tool} />, {tried.trust} server, judged by{' '}
        <Untrusted className="policy-prose" text={tried.policy.name} max={120} />
        {decision.mode === 'observe' ? ', which only observes: it would run all the same' : ''}
      </p>
      <Part title="Rules that count">
        <Rules rules={decision.rules} />
      </Part>
      {decision.exceptions.length === 0 ? null : (
        <Part title="Exceptions in force">
          <ul className="policy-list">
            {decision.exceptions.map(({ id, rule, reason, until }) => (
              <li key={id}>
                <Untrusted text={id} /> keeps <Untrusted text={rule} /> from firing until {DAY.format(until)}:{' '}
                <Untrusted className="policy-prose" text={reason} max={300} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {tried.autoIf.length === 0 && decision.outcome === 'auto' ? null : (
        <Part title="It would run by itself if">
          {tried.autoIf.length === 0 ? (
            <p className="policy-soft">Nothing short of another policy makes it run by itself.</p>
          ) : (
            <ul className="policy-list">
              {tried.autoIf.map(({ words }) => (
                <li key={words}>
                  <Untrusted className="policy-prose" text={words} />
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
      {tried.obligations.length === 0 ? null : (
        <Part title="What must happen besides">
          <ul className="policy-list">
            {tried.obligations.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="What is believed, and on what ground">
        <Hints decision={decision} />
        <Facts facts={decision.facts} />
        {tried.claims.length === 0 ? null : (
          <details className="policy-claims">
            <summary>What the tool says of itself</summary>
            <ul className="policy-list">
              {tried.claims.map(({ hint, says, where }) => (
                <li key={`${where} ${hint}`}>
                  <Untrusted text={where} max={120} /> says {hint} is {says}
                </li>
              ))}
            </ul>
          </details>
        )}
      </Part>
      <Part title="Session">
        <Labels labels={decision.labels} />
      </Part>
    </Card>
  );
};
