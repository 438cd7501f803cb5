import { countOf } from '../text/count.ts';
import { joinNames } from '../text/join-names.ts';

/** Tests of a policy: calls, and what must be decided about them. */
export const policyTestMessages = {
  files: 'Files *.test.yaml, or folders of them; by default those of this folder and all below it',
  watch: 'Run again whenever a test, policy or catalogue changes',
  junit: 'Write the results as JUnit XML to this file',
  record: 'Write cases of a recorded session: its key, or the id of a call in it',
  output: 'With --record: write them to this file',
  policy: 'With --record: the policy that the cases expect; by default the one in force',
  json: 'One JSON object: cases and coverage',
  title: 'Policy tests',

  headline: ({
    place,
    call,
    name,
  }: {
    readonly place: string;
    readonly call: string;
    readonly name: string | undefined;
  }): string => `${place}: ${name === undefined ? call : `${name} (${call})`}`,
  failed: 'FAILED',
  expected: ({ what, value }: { readonly what: string; readonly value: string }): string =>
    `- ${what}: ${value}`,
  actual: ({ what, value }: { readonly what: string; readonly value: string }): string =>
    `+ ${what}: ${value}`,
  what: {
    outcome: 'expect',
    fired: 'rules',
    notFired: 'notRules',
    withinHours: 'withinHours',
    obligation: ({ key }: { readonly key: string }): string => `obligations.${key}`,
    label: ({ label }: { readonly label: string }): string => `labels.${label}`,
  },
  noRule: 'no rule',
  unexplained: ({ count }: { readonly count: number }): string =>
    `${countOf(count, 'more failure')} without the explanation; run one file to see it`,
  summary: ({ cases, failed }: { readonly cases: number; readonly failed: number }): string =>
    `${countOf(cases, 'case')}, ${failed} failed`,
  rulesCovered: ({
    policy,
    fired,
    rules,
  }: {
    readonly policy: string;
    readonly fired: number;
    readonly rules: number;
  }): string => `${policy}: ${fired} of ${countOf(rules, 'rule')} fired`,
  rulesMissed: ({ rules }: { readonly rules: readonly string[] }): string =>
    `  no case fires ${joinNames(rules)}`,
  toolsCovered: ({ called, tools }: { readonly called: number; readonly tools: number }): string =>
    `  ${called} of ${countOf(tools, 'tool')} called`,
  toolsMissed: ({ tools }: { readonly tools: readonly string[] }): string =>
    `  no case calls ${joinNames(tools)}`,
  more: ({ count }: { readonly count: number }): string => `${count} more`,
  recordedHead: ({ session }: { readonly session: string }): string =>
    `Recorded from session ${session}. Look at what is expected before you keep it.`,
  leftOut: ({ count, because }: { readonly count: number; readonly because: string }): string =>
    `note: ${countOf(count, 'call')} left out: ${because}`,
  recorded: ({ cases, path }: { readonly cases: number; readonly path: string }): string =>
    `${countOf(cases, 'case')} written to ${path}`,

  /** What an editor shows. */
  schema: {
    file: 'Tests of a Callgate policy: calls, and what must be decided about them',
    policy:
      'A preset, a policy file, or a list of layers; relative to this file. If absent: the file beside this one without `.test`.',
    catalogue:
      'Where the tools are: a catalogue, tools/list answer, manifest or lock; relative to this file.',
    servers: 'Servers with their tools, as in a catalogue.',
    disclosures: 'Tools as the audit log has them, by server/tool. `callgate test --record` writes them.',
    cases: 'Calls, each decided by itself.',
    traces: 'Calls one after the other in one session: results label it.',
    name: 'What the test shows, in a sentence.',
    subject: 'Who calls.',
    principalKind: 'A person or a program; a person if absent.',
    groups: 'The groups of the caller.',
    roles: 'The roles of the caller.',
    delegation: 'On whose behalf the caller acts, nearest first.',
    vouched: 'Whether the operator vouches for the client that declares the task.',
    catalogueFile: 'A catalogue, tools/list answer, manifest or lock; relative to this file.',
    catalogueServer: 'The server of a tools/list answer or manifest, as rules name it.',
    catalogueTrust: 'How far its server is trusted, where the file does not say so.',
    serverName: 'The alias of the server.',
    call: 'The tool that is called, as server/tool.',
    callShape: 'must be server/tool',
    args: 'The arguments of the call.',
    hints:
      'The tool by what an operator says of it, instead of one of a catalogue; {} for an unreviewed tool.',
    trust: 'With hints: the trust level of the server.',
    disclosure: 'One of `disclosures`, if it is not called like the tool.',
    session: 'The session before the call; nothing read if absent.',
    private: 'Whether the session has read private data: none, possible or known.',
    untrusted: 'Whether the session has read untrusted content: none, possible or known.',
    words: 'Whether the user’s request is known; true if absent.',
    origins: 'Where values come from: proven, destination and created are yes, no or unknown.',
    history:
      'What earlier calls come to, by counters as rules write them: a number, seconds since, true or false. No calls if absent.',
    principal: 'Who calls: a name, or an object with subject, kind, groups, roles and delegation.',
    withinHours:
      'Whether the call may run at this time: false if it waits for the hours of a rule. True where no rule has hours.',
    at: 'When, with the offset of the operator’s time zone, as 2027-01-04T23:00:00+01:00. Now if absent.',
    expect: 'The outcome.',
    rules: 'Rules that must be among those that fired.',
    notRules: 'Rules that must not have fired.',
    rows: 'The case once for each row; what a row says counts instead. `args` and `session` are added to.',
    labels: 'Labels of the session before the call.',
    answer: 'What a person answers if the call needs approval: approve if it has a result, else deny.',
    result: 'What the call returns: a text, or a CallToolResult. It labels the session.',
    user: 'What the user says.',
    assistant: 'What the agent says to the user.',
    task: 'A task that the agent declares.',
    end: 'The task has ended.',
    declassify: 'An operator removes a label.',
    steps: 'Calls, and what is said between them.',
  },
};

export type PolicyTestMessages = typeof policyTestMessages;
