import { countOf } from '../text/count.ts';
import { joinNames } from '../text/join-names.ts';

/** `callgate prove` and `callgate check --prove`. */
export const proveMessages = {
  policy: 'A preset or policy files, the highest layer first',
  never: 'No automatic call meets this condition; repeatable',
  always: 'Every automatic call meets this condition; repeatable',
  catalogue: 'A lock, manifest, catalogue or tools/list answer: which chains of calls run with nobody asked',
  server: 'With --catalogue: the server of a raw tools/list answer or a manifest, as rules name it',
  trust: 'With --catalogue: trust of servers that have none there; by default untrusted',
  check: 'For policies: prove the built-in properties too',
  results: { proved: 'PROVED', disproved: 'NOT TRUE', undecided: 'UNDECIDED' },
  answers: { yes: 'YES', no: 'NO', undecided: 'UNDECIDED' },
  properties: {
    'claims-never-relax': 'No claim of an untrusted server makes the rules laxer',
    'undescribed-never-auto': 'Undescribed tools never run automatically',
    'trifecta-never-auto': 'Private data never leaves an untrusted session automatically',
    'confirmation-never-ignored': 'Tools that ask for confirmation never run automatically',
    'blocks-explained': 'Every block names a rule and its reason',
    'no-idle-rule': 'Every rule can match and matters',
    'layers-only-tighten': 'Lower layers relax nothing that was not delegated',
  },
  conditions: {
    never: ({ condition }: { readonly condition: string }): string => `Never: ${condition}`,
    always: ({ condition }: { readonly condition: string }): string => `Always: ${condition}`,
  },
  chains: {
    trifecta: 'Private data and untrusted content, then a call that reaches outside, with nobody asked',
    'untrusted-to-destructive': 'Untrusted content, then a call that can destroy, with nobody asked',
  },
  dead: ({ rule }: { readonly rule: string }): string => `${rule} never matches. Remove or correct it.`,
  shadowed: ({ rule, by }: { readonly rule: string; readonly by: string }): string =>
    `${rule} changes nothing: ${by} matches the same calls and is at least as strict.`,
  undecided: {
    unconfirmed:
      'It depends on a condition that proofs cannot look into. Simplify the condition, or test it.',
    'too-large': 'The policy is too large for a proof. Prove its layers one at a time.',
  },
  now: ({ outcome, rules }: { readonly outcome: string; readonly rules: readonly string[] }): string =>
    `now ${outcome}, by ${rules.length === 0 ? 'no rule' : joinNames(rules)}`,
  step: ({
    number,
    call,
    labels,
  }: {
    readonly number: number;
    readonly call: string;
    readonly labels: string;
  }): string => `${number}. ${call} (${labels})`,
  labels: ({ private: priv, untrusted }: { readonly private: string; readonly untrusted: string }): string =>
    `afterwards private ${priv}, untrusted ${untrusted}`,
  doubts: ({ tools }: { readonly tools: readonly string[] }): string =>
    `Whether these run automatically depends on conditions that proofs cannot look into: ${joinNames(tools)}`,
  observes: 'This policy only observes: proofs are about what it decides, and every call runs',
  summary: ({ proved, others }: { readonly proved: number; readonly others: number }): string =>
    `${countOf(proved, 'property', 'properties')} proved, ${others} not`,
};

export type ProveMessages = typeof proveMessages;
