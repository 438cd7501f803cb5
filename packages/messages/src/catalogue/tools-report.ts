import { countOf, formatCount } from '../text/count.ts';

/** The list of tools for an auditor, as CSV, Markdown and HTML. */
export const toolsReportMessages = {
  reachability: { yes: 'yes', elsewhere: 'not through this configuration', no: 'no' },
  hint: ({ value, ground }: { readonly value: string; readonly ground: string }): string =>
    `${value} (${ground})`,
  unknown: 'unknown',
  yes: 'yes',
  no: 'no',
  statement: ({
    what,
    who,
    isOld,
  }: {
    readonly what: string;
    readonly who: string;
    readonly isOld: boolean;
  }): string =>
    `${what}${who === '' ? '' : ` by ${who}`}${isOld ? ' (for another definition: it does not count)' : ''}`,
  noClassification: 'nothing with a ground',
  unreviewed: 'nobody',
  never: 'never',
  details: 'more',
  definition: 'Definition',
  madeUnder: ({ at, policy }: { readonly at: string; readonly policy: string }): string =>
    `Made by Callgate on ${at}, under the policy ${policy}.`,
  judgedBy: 'Judged by the policy',
  toolsOf: ({ server }: { readonly server: string }): string => `Tools of ${server}`,
  serverLine: ({ trust, tools }: { readonly trust: string; readonly tools: number }): string =>
    `${trust}, ${countOf(tools, 'tool')}`,

  /** The first row of the CSV: programs read it. */
  csv: {
    server: 'server',
    tool: 'tool',
    title: 'title',
    trust: 'trust of the server',
    reachable: 'agents can call it',
    standing: 'standing',
    agent: 'acts as an agent',
    otherHints: 'other hints',
    reviewer: 'reviewed by',
    reviewedAt: 'reviewed at',
    reviewReason: 'reason of the review',
    statements: 'everything people said',
    policy: 'policy',
    outcome: ({ situation }: { readonly situation: string }): string => `outcome (${situation})`,
    because: 'because',
    lastUse: 'last use',
    definition: 'definition',
    identity: 'identity of the server',
  },
  columns: {
    tool: 'tool',
    reachable: 'agents can call it',
    classification: 'classification',
    statements: 'reviewed or set by',
    outcome: 'outcome',
    afterUntrusted: 'after untrusted content',
    lastUse: 'last use',
    calls: 'calls',
    prompts: 'prompts',
    denied: 'denied',
    blocked: 'blocked',
    standing: 'state',
  },

  headings: { summary: 'Summary', tools: 'Tools, server by server' },
  summary: {
    reachable: ({
      reachable,
      tools,
      reviewed,
      share,
    }: {
      readonly reachable: number;
      readonly tools: number;
      readonly reviewed: number;
      readonly share: string;
    }): string =>
      `Agents can call ${formatCount(reachable)} of ${countOf(tools, 'known tool')}; ${formatCount(reviewed)} of those (${share}) have a review of their present definition.`,
    outcomes: ({
      auto,
      confirm,
      block,
    }: {
      readonly auto: number;
      readonly confirm: number;
      readonly block: number;
    }): string =>
      `In a session that has read nothing, ${formatCount(auto)} would run automatically, ${formatCount(confirm)} ask for approval and ${formatCount(block)} be blocked.`,
    unused: ({ count, period }: { readonly count: number; readonly period: string }): string =>
      `${countOf(count, 'tool')} that agents can call never ran in the calls ${period}.`,
    noLog: 'There is no audit log yet, so nothing is known about their use.',
    wholeLog: 'of the whole audit log',
    from: ({ day }: { readonly day: string }): string => `from ${day}`,
    before: ({ day }: { readonly day: string }): string => `before ${day}`,
    and: ' and ',
  },
  figures: {
    reachable: 'tools agents can call',
    reviewed: 'of them reviewed',
    auto: 'run automatically',
    confirm: 'ask for approval',
    block: 'are blocked',
  },
  footer:
    'Prompts are calls that people were asked about. Denied: a person said no. Blocked: the policy said no. Calls are counted by the names of server and tool, under any command or address.',
};

export type ToolsReportMessages = typeof toolsReportMessages;
