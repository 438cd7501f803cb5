import { freezeMade } from '../deep-freeze.ts';
import { disclose } from '../disclose/disclosure.ts';
import { describeTool } from '../disclose/describe-tool.ts';
import { factAnswers } from '../disclose/facts.ts';
import { NO_LABELS } from '../label/label.ts';
import type { Decision } from './decision.ts';
import { mergeObligations } from './obligations.ts';
import type { Policy } from './policy.ts';

/** A decision where none can be made: block, and say why. What was given is not looked at again. */
export const refusal = (policy: Policy, why: string): Decision => {
  const { beliefs, facts } = disclose(describeTool({ server: '', definition: {} }), 'grounded', [], []);
  return freezeMade<Decision>({
    v: 1,
    outcome: 'block',
    mode: policy.mode,
    policy: policy.revision,
    rules: [],
    exceptions: [],
    reasons: [`it cannot be judged: ${why}`],
    beliefs,
    facts: factAnswers(facts),
    conflicts: [],
    labels: NO_LABELS,
    read: [],
    obligations: mergeObligations([], { idempotent: false, timeoutCapMs: policy.timeoutCapMs }),
  });
};
