/** The report of `callgate audit --export`. Head cells are columns of its tables. */
export const reportMessages = {
  title: 'Callgate: audit report',
  more: ({ count }: { readonly count: string }): string => `${count} more are not shown`,
  outcomes: { calls: 'calls', auto: 'auto', confirm: 'confirm', block: 'block' },
  time: { title: 'Time', head: ['first entry', 'last entry', 'entries', 'unreadable'] },
  decisions: { title: 'Decisions', head: ['only observed', 'not accepted'] },
  states: { title: 'States of calls', head: ['state', 'calls'] },
  days: { title: 'Decisions by day', day: 'day' },
  rules: { title: 'Rules that held or blocked calls', head: ['rule', 'outcome', 'calls'] },
  sessions: {
    title: 'Questions by session',
    note: ({ questions, sessions }: { readonly questions: string; readonly sessions: string }): string =>
      `${questions} questions in ${sessions} sessions`,
    head: ['session', 'questions'],
  },
  tools: { title: 'Tools', tool: 'tool', head: ['done', 'failed', 'unknown result', 'median time'] },
  hints: { title: 'Hints of called tools', hint: 'hint' },
  approvers: {
    title: 'Approvers',
    head: ['person', 'votes', 'approved', 'denied', 'approval rate', 'median time to decide', 'in under 2 s'],
  },
  ai: { title: 'Use of AI', head: ['tool', 'principal', 'calls sent'] },
  rerouted: {
    title: 'Rerouted models',
    note: ({
      steps,
      cheaper,
      amount,
    }: {
      readonly steps: string;
      readonly cheaper: boolean;
      readonly amount: string;
    }): string => `${steps} steps rerouted; estimated ${amount} ${cheaper ? 'saved' : 'more spent'}`,
    head: ['instead of', 'model', 'steps', 'saved'],
  },
  unknown: { title: 'Unknown results', head: ['time', 'tool', 'call', 'settled'], notYet: 'not yet' },
};

export type ReportMessages = typeof reportMessages;
