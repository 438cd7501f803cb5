import type { DecisionInput, JsonObject, Policy, Rule, ToolDescription } from '@callgate/core';
import { LOCAL_PRINCIPAL, UNTRACED_ORIGINS, describeTool } from '@callgate/core';
import { withRevision } from '@callgate/core/decide';

/** A rule with everything a test does not speak of left ordinary. */
export const rule = (parts: Partial<Rule> & Pick<Rule, 'id'>): Rule => ({
  layer: 'user',
  tools: ['*'],
  obligations: {},
  reason: `because of ${parts.id}`,
  delegated: false,
  exceptions: [],
  ...parts,
});

export const policyOf = (
  rules: readonly Rule[],
  more: Partial<Omit<Policy, 'revision' | 'rules'>> = {},
): Policy => withRevision({ name: 'test', mode: 'enforce', hints: [], timeoutCapMs: null, ...more, rules });

export const inputFor = (
  policy: Policy,
  annotations: JsonObject,
  more: Partial<DecisionInput> & { readonly describe?: Partial<ToolDescription> } = {},
): DecisionInput => {
  const { describe, ...rest } = more;
  return {
    v: 1,
    tool: describeTool({
      server: 's',
      trust: 'trusted',
      definition: { name: 't', annotations },
      ...describe,
    }),
    labels: { private: 'none', untrusted: 'none' },
    words: true,
    origins: UNTRACED_ORIGINS,
    principal: LOCAL_PRINCIPAL,
    args: {},
    time: { at: Date.UTC(2026, 10, 15, 12, 30), offsetMinutes: 0 },
    policy: policy.revision,
    ...rest,
  };
};
