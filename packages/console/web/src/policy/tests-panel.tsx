import { policyTestMessages } from '@callgate/messages/cli/policy-tests';
import { consoleMessages } from '@callgate/messages/console';
import type { DraftTestRun, LayerText, TestResult } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Button, TextField } from '../parts/form.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useAsked } from '../shell/use-asked.ts';

const TEXT = consoleMessages.policy.tests;

const Case = ({ result, explanation }: { result: TestResult; explanation: string | null }) => (
  <li className={`policy-changed policy-changed-${result.passes ? 'tightened' : 'runs'}`}>
    <div className="policy-changed-head">
      <Badge tone={result.passes ? 'good' : 'danger'} words={result.passes ? TEXT.passed : TEXT.failed} />
      <Untrusted className="policy-changed-tool" text={result.call} max={200} />
      {result.name === null ? null : <Untrusted className="prose" text={result.name} max={200} />}
      <span className="soft">
        <Untrusted text={`${result.file}:${result.line}:${result.column}`} max={200} />
      </span>
    </div>
    {result.differences.map(({ what, expected, actual }) => (
      <p key={what}>
        <Untrusted className="prose" text={TEXT.difference({ what, expected, actual })} max={800} />
      </p>
    ))}
    {explanation === null ? null : (
      <details>
        <summary>{TEXT.why}</summary>
        {explanation.split('\n').map((line, index) => (
          <p key={index} className="soft">
            <Untrusted className="prose" text={line} max={400} />
          </p>
        ))}
      </details>
    )}
  </li>
);

const TestRunView = ({ run }: { run: DraftTestRun }) => {
  const order = run.cases
    .map((result, index) => ({ result, explanation: run.explanations[index] ?? null }))
    .toSorted((a, b) => Number(a.result.passes) - Number(b.result.passes));
  const failed = run.cases.filter(({ passes }) => !passes).length;
  return (
    <div className="policy-comparison">
      {run.errors.map(({ code, message }, index) => (
        <p key={index} role="alert" className="policy-callout policy-callout-danger">
          <Untrusted className="prose" text={`${code}: ${message}`} max={4000} />
        </p>
      ))}
      <p>{policyTestMessages.summary({ cases: run.cases.length, failed })}</p>
      <ul className="policy-changes">
        {order.map((each, index) => (
          <Case key={index} {...each} />
        ))}
      </ul>
      {run.coverage.map(({ policy, rules }) => (
        <p key={policy} className="soft">
          <Untrusted
            className="prose"
            text={policyTestMessages.rulesCovered({
              policy,
              fired: rules.covered.length,
              rules: rules.covered.length + rules.missed.length,
            })}
            max={400}
          />{' '}
          {rules.missed.length === 0 ? null : (
            <Untrusted
              className="prose"
              text={policyTestMessages.rulesMissed({ rules: rules.missed }).trim()}
              max={1000}
            />
          )}
        </p>
      ))}
    </div>
  );
};

/** Tests of the edited policy: the files beside the configured one, and cases that are pasted here. */
export const TestsPanel = ({ draft, isReady }: { draft: readonly LayerText[]; isReady: boolean }) => {
  const [pasted, setPasted] = useState('');
  const { answer, ask, isPending, error } = useAsked('policy.test', {
    layers: draft,
    pasted: pasted.trim() === '' ? null : pasted,
  });
  return (
    <Card title={TEXT.title}>
      <p className="soft">{TEXT.intro}</p>
      <TextField
        label={TEXT.pasted}
        help={TEXT.pastedHelp}
        rows={6}
        value={pasted}
        spellCheck={false}
        onChange={setPasted}
      />
      <div className="policy-compare-bar">
        <Button disabled={!isReady || isPending} onClick={ask}>
          {TEXT.run}
        </Button>
      </div>
      <Problem error={error} />
      <div aria-live="polite">{answer === undefined ? null : <TestRunView run={answer} />}</div>
    </Card>
  );
};
