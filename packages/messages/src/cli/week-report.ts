import { countOf } from '../text/count.ts';

/** `callgate report`: the digest of a week. Head cells are columns of its tables. */
export const weekReportMessages = {
  options: {
    since: 'From this time on, as 2026-11-15, or for so many days, as 7d; by default 7d',
    until: 'Before this time; by default now',
    html: 'Print one HTML page',
    markdown: 'Print Markdown',
  },
  title: ({ from, to }: { readonly from: string; readonly to: string }): string =>
    `Callgate report, ${from} to ${to}`,
  headline: ({
    calls,
    auto,
    asked,
    blocked,
  }: {
    readonly calls: number;
    readonly auto: number;
    readonly asked: number;
    readonly blocked: number;
  }): string =>
    `${countOf(calls, 'call')}: ${auto} ran automatically, ${asked} needed approval, ${blocked} blocked`,
  incomplete: ({ calls }: { readonly calls: string }): string =>
    `Only the newest ${calls} calls are counted one by one. Choose a shorter period to count all`,
  none: 'none',
  more: ({ count }: { readonly count: number }): string => `and ${count} more; --json lists all`,
  decided: { title: 'Decisions', head: ['calls', 'automatic', 'needed approval', 'blocked'] },
  tools: {
    title: 'What ran',
    head: ['tool', 'calls', 'ran', 'asked', 'denied', 'blocked', 'ended while waiting'],
  },
  asked: {
    title: 'What asked',
    head: ['questions', 'approved', 'denied', 'expired', 'withdrawn', 'waiting', 'allowed by a grant'],
    note: ({ median, hasty }: { readonly median: string | null; readonly hasty: number }): string =>
      median === null
        ? 'Nobody voted'
        : `Median time to answer ${median}; ${countOf(hasty, 'vote')} in under 2 s`,
  },
  people: { title: 'Who answered', head: ['person', 'approved', 'denied', 'median time', 'in under 2 s'] },
  blocked: { title: 'What was blocked', head: ['cause', 'calls', 'reason', 'mostly'] },
  habits: {
    title: 'What you always approve',
    note: 'Approved at least 5 times and never denied. Nothing is changed: check a rule, then activate it yourself',
    head: ['tool', 'approved', 'different calls', 'median time', 'asked by', 'suggestion'],
    suggested: 'a rule, below',
    ruleTitle: ({ tool }: { readonly tool: string }): string => `Suggested rule for ${tool}`,
    howTo: 'Put it into your policy file, then run callgate policy compare FILE',
    ruleReason: ({ count }: { readonly count: number }): string =>
      `Approved ${countOf(count, 'time')} in a row, never denied`,
    refusal: {
      unreviewed: 'none: unreviewed tool; run callgate review',
      severe: 'none: extra checks are required',
      destroys: 'none: may delete or overwrite data',
      'author-requires': "none: the tool's author requires approval",
      irreversible: 'none: cannot be undone',
      privileged: 'none: uses elevated rights',
      session: 'none: asked because of what the session has read',
      secret: 'none: arguments are sealed',
      varies: 'none: the arguments vary',
      name: 'none: a name needs quoting',
      'not-yours': 'none: the rule belongs to another layer',
      'policy-unknown': 'none: the tool or its rule is not in force here',
    },
    viewer: 'hidden from viewers',
  },
  unusedTools: { title: 'Tools that nobody called', head: ['tool'] },
  unusedGrants: { title: 'Grants never used', head: ['grant', 'tool', 'given', 'ends'] },
  unusedRules: { title: 'Your rules that no call matched', head: ['rule'] },
  unknown: {
    tools: 'Not known here: run it where callgate.yaml is',
    rules: 'Not known here: no policy was found, or calls were left out',
  },
};

export type WeekReportMessages = typeof weekReportMessages;
