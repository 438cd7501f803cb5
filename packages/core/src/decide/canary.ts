import { describeTool } from '../disclose/describe-tool.ts';
import { LOCAL_PRINCIPAL } from '../label/principal.ts';
import { UNTRACED } from '../label/origin.ts';
import { Engine } from './engine.ts';
import type { DecisionInput } from './input.ts';
import type { Policy } from './policy.ts';

/** A name that a pattern matches, for any pattern. */
const nameFor = (pattern: string): string => pattern.replaceAll('*', 'canary').replaceAll('?', 'x');

const splitPattern = (pattern: string): { server: string; name: string } => {
  const slash = pattern.indexOf('/');
  return slash < 0
    ? { server: 'canary', name: nameFor(pattern) }
    : { server: nameFor(pattern.slice(0, slash)), name: nameFor(pattern.slice(slash + 1)) };
};

const canaryInput = (policy: Policy, server: string, name: string, words: boolean): DecisionInput => ({
  v: 1,
  tool: describeTool({
    server,
    trust: 'untrusted',
    definition: { name, annotations: { destructiveHint: true, openWorldHint: true } },
  }),
  labels: { private: 'known', untrusted: 'known' },
  words,
  origins: UNTRACED,
  principal: LOCAL_PRINCIPAL,
  args: {},
  time: { at: 0, offsetMinutes: 0 },
  policy: policy.revision,
});

/**
 * The rule whose tools let a canary through: an undescribed, untrusted, destructive, outward call in a session
 * that has touched private data and seen untrusted content. A policy that computes auto for it is not run.
 */
export const findCanary = (
  policy: Policy,
): { readonly server: string; readonly tool: string } | undefined => {
  const engine = new Engine(policy);
  // only a rule that says auto can let it through
  const patterns = new Set(policy.rules.filter((rule) => rule.then === 'auto').flatMap((rule) => rule.tools));
  const targets = [{ server: 'canary', name: 'canary' }, ...[...patterns].map(splitPattern)];
  for (const { server, name } of targets) {
    for (const words of [true, false]) {
      if (engine.decide(canaryInput(policy, server, name, words)).outcome === 'auto')
        return { server, tool: name };
    }
  }
  return undefined;
};
