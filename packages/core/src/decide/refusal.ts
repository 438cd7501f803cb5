import { disclose } from '../disclose/disclosure.ts';
import type { Answer } from '../disclose/answer.ts';
import { describeTool } from '../disclose/describe-tool.ts';
import type { FactName } from '../disclose/facts.ts';
import { FACT_NAMES } from '../disclose/facts.ts';
import { NO_LABELS } from '../label/label.ts';
import type { Decision } from './decision.ts';
import { mergeObligations } from './obligations.ts';
import type { Policy } from './policy.ts';

/** A decision where none can be made: block, and say why. What was given is not looked at again. */
export const refusal = (policy: Policy, why: string): Decision => {
  const { beliefs, facts: believed } = disclose(
    describeTool({ server: '', definition: {} }),
    'grounded',
    [],
    [],
  );
  const facts: Partial<Record<FactName, Answer>> = {};
  for (const name of FACT_NAMES) facts[name] = believed[name].value;
  return {
    v: 1,
    outcome: 'block',
    mode: policy.mode,
    policy: policy.revision,
    rules: [],
    exceptions: [],
    reasons: [`it cannot be judged: ${why}`],
    beliefs,
    facts: facts as Record<FactName, Answer>,
    conflicts: [],
    labels: NO_LABELS,
    read: [],
    obligations: mergeObligations([], { idempotent: false, timeoutCapMs: policy.timeoutCapMs }),
  };
};
