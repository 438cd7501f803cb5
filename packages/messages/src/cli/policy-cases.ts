import { countOf } from '../text/count.ts';
import { joinNames } from '../text/join-names.ts';

/** Cases of a policy: calls, and what must be decided about them. */
export const policyCaseMessages = {
  failed: ({
    place,
    call,
    expected,
    outcome,
    rules,
    missing,
  }: {
    readonly place: string;
    readonly call: string;
    readonly expected: string;
    readonly outcome: string;
    readonly rules: readonly string[];
    readonly missing: readonly string[];
  }): string => {
    const by = rules.length === 0 ? 'no rule' : joinNames(rules);
    const lacks = missing.length === 0 ? '' : `; ${joinNames(missing)} did not fire`;
    return `${place}: ${call} is ${outcome}, expected ${expected} (by ${by}${lacks})`;
  },
  summary: ({ cases, failed }: { readonly cases: number; readonly failed: number }): string =>
    `${countOf(cases, 'case')}, ${failed} failed`,
};

export type PolicyCaseMessages = typeof policyCaseMessages;
