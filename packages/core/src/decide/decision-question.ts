import { listReferences } from '../condition/expression.ts';
import { describeTool } from '../disclose/describe-tool.ts';
import type { ToolInput } from '../disclose/tool-input.ts';
import type { Labels } from '../label/label.ts';
import { UNTRACED_ORIGINS } from '../label/origin.ts';
import type { PrincipalName } from '../receive/principal.ts';
import { principalOf } from '../receive/principal.ts';
import type { DecisionInput } from './decision-input.ts';
import type { Policy } from './policy.ts';

/** As much of a decision's input as is known. The careful value stands in for the rest. */
export interface DecisionQuestion extends Partial<
  Omit<DecisionInput, 'v' | 'policy' | 'tool' | 'principal'>
> {
  /** `server/name` for a tool that nobody has described. */
  readonly tool: ToolInput | string;
  readonly principal?: PrincipalName;
}

/** A session that may have read anything. No weaker label is stricter. */
const ALL_LABELS: Labels = Object.freeze({ private: 'known', untrusted: 'known' });

/** A program of which nothing is known. */
const UNKNOWN_PRINCIPAL: PrincipalName = { subject: 'unknown', kind: 'service' };

const describeByName = (tool: string): ToolInput => {
  const slash = tool.indexOf('/');
  return describeTool({
    server: tool.slice(0, Math.max(slash, 0)),
    definition: { name: tool.slice(slash + 1) },
  });
};

const readsTime = ({ rules }: Policy): boolean =>
  rules.some(({ when, exceptions }) =>
    [when, ...exceptions.map(({ unless }) => unless)].some(
      (condition) =>
        condition !== undefined &&
        [...listReferences(condition).fields].some((field) => field.startsWith('time.')),
    ),
  );

/** A whole input has a version and a policy; what has neither is a question. */
export const isQuestion = (input: DecisionInput | DecisionQuestion): input is DecisionQuestion =>
  typeof input === 'object' && input !== null && !('v' in input) && !('policy' in input);

/** The whole input. Where a policy looks at the time and none is given, the input is one that is blocked. */
export const completeInput = (policy: Policy, question: DecisionQuestion): DecisionInput => {
  const { tool, principal = UNKNOWN_PRINCIPAL, ...known } = question;
  return {
    labels: ALL_LABELS,
    words: false,
    origins: UNTRACED_ORIGINS,
    args: {},
    time: { at: readsTime(policy) ? Number.NaN : 0, offsetMinutes: 0 },
    ...known,
    v: 1,
    tool: typeof tool === 'string' ? describeByName(tool) : tool,
    principal: principalOf(principal),
    policy: policy.revision,
  };
};
