import type { AcceptedCounts } from './if-accepted.ts';
import { ifAcceptedText } from './if-accepted.ts';
import { countOf, formatCount } from '../text/count.ts';

interface OutcomeCounts {
  readonly auto: number;
  readonly confirm: number;
  readonly block: number;
}

const outcomes = ({ auto, confirm, block }: OutcomeCounts): string =>
  `${formatCount(auto)} would run automatically, ${formatCount(confirm)} ask for approval and ${formatCount(block)} be blocked`;

const ABILITIES = {
  secrets: 'return secrets',
  personal: 'handle personal or confidential data',
  untrusted: 'bring in what others wrote',
  changes: 'change things',
  destroys: 'destroy things',
  outside: 'reach outside',
};

/** The report of a scan, as terminal text, Markdown, HTML, JUnit and SARIF. */
export const scanReportMessages = {
  outcomes: { auto: 'runs', confirm: 'asks', block: 'blocked' },
  counts: { auto: 'run', confirm: 'ask', block: 'blocked' },

  verdict: {
    noTools: 'The server lists no tools.',
    failed: 'The server could not be read.',
    judged: ({
      described,
      tools,
      errors,
      accepted,
      abilities,
      ...counts
    }: OutcomeCounts & {
      readonly described: number;
      readonly tools: number;
      readonly errors: number;
      readonly accepted: AcceptedCounts;
      readonly abilities: string;
    }): string => {
      const share =
        described === 0
          ? 'No tool claims'
          : described === tools
            ? `All tools claim`
            : `${described} of ${tools} tools ${described === 1 ? 'claims' : 'claim'}`;
      const needed =
        errors === 0
          ? ''
          : ` ${countOf(errors, 'error')} ${errors === 1 ? 'needs' : 'need'} attention before you use it.`;
      return `${share} all four hints. Under balanced, ${outcomes(counts)}. ${ifAcceptedText(accepted)}. ${abilities}${needed}`;
    },
    abilities: (counts: Readonly<Record<keyof typeof ABILITIES | 'unknown', number>>): string => {
      const names = ['secrets', 'personal', 'untrusted', 'changes', 'destroys', 'outside'] as const;
      const able = names
        .filter((name) => counts[name] > 0)
        .map((name) => `${ABILITIES[name]} (${formatCount(counts[name])})`);
      const unknown =
        counts.unknown === 0 ? '' : ` What ${countOf(counts.unknown, 'tool')} can do is unknown.`;
      return `${able.length === 0 ? 'Nothing in the definitions shows what else the tools can do.' : `By their definitions, tools can ${able.join(', ')}.`}${unknown}`;
    },
  },

  summary: {
    coverage: ({
      servers,
      tools,
      described,
      share,
      silent,
    }: {
      readonly servers: number;
      readonly tools: number;
      readonly described: number;
      readonly share: string;
      readonly silent: number;
    }): string =>
      `${countOf(servers, 'server')} with ${countOf(tools, 'tool')}; ${formatCount(described)} of them (${share}) claim all four hints of the specification${silent === 0 ? '' : `, and ${countOf(silent, 'server')} ${silent === 1 ? 'claims' : 'claim'} none for any tool`}.`,
    outcomes: (counts: OutcomeCounts): string => `Under balanced, ${outcomes(counts)}.`,
    failed: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'server')} could not be read.`,
    findings: ({
      attention,
      errors,
      authors,
      notes,
    }: {
      readonly attention: number;
      readonly errors: number;
      readonly authors: number;
      readonly notes: number;
    }): string => {
      const needed =
        attention === 0
          ? 'No finding needs your attention'
          : `${countOf(attention, 'finding')} ${attention === 1 ? 'needs' : 'need'} your attention${errors === 0 ? '' : `, ${countOf(errors, 'error')} among them`}`;
      return `${[
        needed,
        ...(authors === 0 ? [] : [`${countOf(authors, 'finding')} for the authors of the servers`]),
        ...(notes === 0 ? [] : [countOf(notes, 'note')]),
      ].join('; ')}.`;
    },
    noChains: ({ observed }: { readonly observed: number }): string =>
      `No chain of calls leads from untrusted text to harm without approval${observed === 0 ? '' : `, except under observe, which enforces nothing (${formatCount(observed)})`}.`,
    chains: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'chain')} of calls ${count === 1 ? 'leads' : 'lead'} from untrusted text to harm without approval.`,
  },

  location: ({ place, from, to }: { readonly place: string; readonly from: number; readonly to: number }) =>
    `${place}, characters ${from} to ${to}`,
  madeAt: ({ at }: { readonly at: string }): string => `Made by Callgate on ${at}.`,
  madeBy: 'Made by Callgate on',
  failed: 'could not be read',
  failedBecause: ({ server, problem }: { readonly server: string; readonly problem: string }): string =>
    `${server} could not be read: ${problem}`,
  unnamedTool: 'a tool without a name',
  server: 'the server itself',
  chains: 'chains of calls',
  chainsOf: ({ policy }: { readonly policy: string }): string => `chains of ${policy}`,
  underPolicy: ({ policy, story }: { readonly policy: string; readonly story: string }): string =>
    `Under ${policy}: ${story}`,
  more: ({ count }: { readonly count: number }): string => `and ${formatCount(count)} more`,

  headings: {
    summary: 'Summary',
    chains: 'Chains of calls without approval',
    chainsUnder: ({
      policy,
      count,
      observes,
    }: {
      policy: string;
      count: number;
      observes: boolean;
    }): string =>
      `Under ${policy}: ${countOf(count, 'chain')}${observes ? ', because nothing is enforced' : ''}`,
    findings: 'Findings',
    notes: 'Notes',
    authors: 'For the authors of the servers',
    servers: 'Servers',
    tools: 'Tools, server by server',
    parts: 'Parts of this report',
    navigation: {
      summary: 'Summary',
      chains: 'Chains',
      findings: 'Findings',
      servers: 'Servers',
      tools: 'Tools',
    },
  },

  columns: {
    server: 'server',
    trust: 'trust',
    tool: 'tool',
    tools: 'tools',
    allFour: 'all four hints',
    attention: 'need attention',
    notes: 'other',
    preset: 'preset',
    wouldRun: 'would run',
    wouldAsk: 'ask',
    wouldBlock: 'be blocked',
    share: 'share',
    rule: 'rule',
    where: 'where',
    what: 'what, and what to do',
    times: 'times',
    example: 'example',
    claims: 'claims',
    suggested: 'also suggested',
    suggestedShort: 'suggested',
    found: 'found',
    findings: 'findings',
  },

  text: {
    underBalanced: ' (run, ask and block under balanced)',
    overview: ['', '', 'tools', 'all four', 'run', 'ask', 'block', 'attention', 'other'],
    failed: 'failed',
    noClaims: 'claims nothing',
    suggested: ({ words }: { readonly words: string }): string => `suggested: ${words}`,
    server: ({
      trust,
      tools,
      from,
    }: {
      readonly trust: string;
      readonly tools: number;
      readonly from: string;
    }) => `${trust}, ${countOf(tools, 'tool')}, from ${from}`,
    claimed: ({ claims }: { readonly claims: readonly string[] }): string =>
      `claimed: ${claims.length === 0 ? 'nothing' : claims.join(', ')}`,
    help: ({ help }: { readonly help: string }): string => `help: ${help}`,
    times: ({ count }: { readonly count: number }): string => `${countOf(count, 'time')}, as at`,
    alike: ({ count }: { readonly count: number }): string => ` (${formatCount(count)} alike)`,
    chains: ({ policy }: { readonly policy: string }): string => `Chains under ${policy}: no approval`,
  },

  markdown: {
    alike: ({ count }: { readonly count: number }): string =>
      ` (${formatCount(count)} more like it through the same servers)`,
    noChains: 'None.',
    moreInJson: ({ count }: { readonly count: number }): string =>
      `${formatCount(count)} more are in the JSON.`,
    readFrom: ({ from }: { readonly from: string }): string => `Read from ${from}.`,
  },

  html: {
    chainsIntro: 'What text of an attacker could make an agent do with these servers as they are.',
    alike: ({ count }: { readonly count: number }): string =>
      `(${formatCount(count)} more like it through the same servers)`,
    noFindings: 'No finding needs your attention.',
    moreAtTools: ({ count }: { readonly count: number }): string =>
      `${formatCount(count)} more are at their tools.`,
    show: ({ count, isRest }: { readonly count: number; readonly isRest: boolean }): string =>
      `${isRest ? 'Show the other' : 'Show'} ${countOf(count, 'chain')}`,
    showTools: 'Show tools',
    outcomesUnder: 'Outcomes under',
    filters: { all: 'all', found: 'with findings', undescribed: 'that claim nothing' },
    noDescription: 'The tool has no description.',
    details: ({ findings }: { readonly findings: number }): string =>
      findings === 0 ? 'more' : `more, ${countOf(findings, 'finding')}`,
    believed: ({ beliefs }: { readonly beliefs: readonly string[] }): string =>
      `Believed: ${beliefs.join(', ')}`,
    suggested: 'Suggested, because:',
    unusableClaims: 'Claims that cannot be used as they are:',
    conflict: ({ hints }: { readonly hints: readonly string[] }): string =>
      `${hints.join(' and ')} conflict:`,
    findings: 'Findings:',
    claimsConflict: 'claims conflict',
    malformedClaims: ({ count }: { readonly count: number }): string => countOf(count, 'malformed claim'),
    unnamed: 'without a name',
    nothing: 'nothing',
    serverLine: ({ trust, tools }: { readonly trust: string; readonly tools: number }): string =>
      `${trust}, ${countOf(tools, 'tool')}`,
    findingCount: ({ count }: { readonly count: number }): string => countOf(count, 'finding'),
    readFrom: 'Read from',
    noClaims: 'No hint is claimed.',
    claimed: ({ claims }: { readonly claims: readonly string[] }): string =>
      `Claimed, by number of tools: ${claims.join(', ')}.`,
    ownTools: 'Its tools, in a session that has read nothing',
    aboutServer: 'About the server itself',
    allTools: 'All tools, in a session that has read nothing',
    overview: 'What would run, ask and be blocked under balanced',
    figures: {
      servers: ({ count }: { readonly count: number }): string => (count === 1 ? 'server' : 'servers'),
      tools: ({ count }: { readonly count: number }): string => (count === 1 ? 'tool' : 'tools'),
      allFour: 'of the tools claim all four hints',
      attention: ({ count }: { readonly count: number }): string =>
        count === 1 ? 'finding needs attention' : 'findings need attention',
      chains: ({ count }: { readonly count: number }): string =>
        count === 1 ? 'chain without approval' : 'chains without approval',
    },
    footer:
      'Nothing was called. Claims are what servers say about their tools. Beliefs are what Callgate takes to be true. A suggestion is what a reader of the definition would probably say; it relaxes nothing.',
    printing: 'Folded parts stay folded in print. Open what you need on paper.',
  },
};

export type ScanReportMessages = typeof scanReportMessages;
