/** Output of `callgate replay`: summary, scores, the audit log decided again, a session as a story. */
export const replayMessages = {
  names: ({ names, more }: { readonly names: readonly string[]; readonly more: number }): string =>
    `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  policy: ({ policy }: { readonly policy: string }): string => `policy ${policy}`,
  more: ({ count }: { readonly count: string }): string => `and ${count} more`,
  notScored: ({ sessions }: { readonly sessions: string }): string =>
    `not scored, because labels are missing: ${sessions}`,
  notInTraces: ({ calls }: { readonly calls: string }): string =>
    `labelled, but not in the traces: ${calls}; such attacks do not count as stopped`,
  noCatalogue: 'without --catalogue every tool is unreviewed',
  summary: {
    quiet: ({
      sessions,
      share,
      perSession,
    }: {
      readonly sessions: string;
      readonly share: string;
      readonly perSession: string;
    }): string => `no approval needed in ${sessions} (${share}); ${perSession} calls held per session`,
    unjudged: ({ calls }: { readonly calls: string }): string =>
      `${calls} could not be judged: see the decisions`,
    rules: 'Rules that fired',
    tools: 'Tools',
    sessions: 'Sessions with the most calls held',
    held: ({ held, calls }: { readonly held: string; readonly calls: string }): string =>
      `${held} of ${calls}`,
  },
  scores: {
    title: 'Scores',
    legend: [
      'stopped: every labelled call held; consequential: every labelled call that does something;',
      'broken: at least one labelled call held; zero-prompt: benign sessions without a held call;',
      'prompts: held calls a benign session; questions: the same, those that came together as one;',
      'together: the same, if calls that need nothing of each other came at once;',
      'planned: the same, if the agent declared the calls that it could make already;',
      'blocked: benign calls that were blocked',
    ],
  },
  audit: {
    noRule: 'no rule',
    entry: ({
      seq,
      at,
      tool,
      call,
      again,
    }: {
      readonly seq: number;
      readonly at: string;
      readonly tool: string;
      readonly call: string;
      readonly again: boolean;
    }): string => `entry ${seq}  ${at}  ${tool}  call ${call}${again ? ', when it was decided again' : ''}`,
    notReproduced: ({ entry }: { readonly entry: string }): string => `NOT REPRODUCED  ${entry}`,
    differs: ({
      parts,
      recorded,
      recordedRules,
      now,
      nowRules,
    }: {
      readonly parts: string;
      readonly recorded: string;
      readonly recordedRules: string;
      readonly now: string;
      readonly nowRules: string;
    }): string => `differs in ${parts}: recorded ${recorded} by ${recordedRules}; now ${now} by ${nowRules}`,
    by: ({ rules }: { readonly rules: string }): string => `by ${rules}`,
    unreadable: ({
      seq,
      tool,
      because,
    }: {
      readonly seq: number;
      readonly tool: string;
      readonly because: string;
    }): string => `CANNOT BE REBUILT  entry ${seq}  ${tool}  ${because}`,
    about: ({ calls }: { readonly calls: string }): string => `about ${calls}`,
    reproduced: ({
      count,
      share,
      missed,
      unreadable,
    }: {
      readonly count: string;
      readonly share: string;
      readonly missed: string | undefined;
      readonly unreadable: string | undefined;
    }): string =>
      `${count} reproduced by the recorded policy (${share})${missed === undefined ? '' : `, ${missed} NOT`}${unreadable === undefined ? '' : `, ${unreadable} cannot be rebuilt`}`,
    changed: ({ count, policy }: { readonly count: string; readonly policy: string }): string =>
      `${count} would have another outcome under ${policy}, each alone in its recorded session`,
    tools: 'Tools with the most changes',
  },
  story: {
    label: { private: 'private data', untrusted: 'untrusted content' },
    labels: 'labels',
    moreLines: ({ lines }: { readonly lines: string }): string => `and ${lines}`,
    content: ({ mark }: { readonly mark: string }): string =>
      `${mark} is quoted, pasted or forwarded: content, not part of the request`,
    origin: {
      person: "from the user's request",
      approved: 'approved earlier in this task',
      created: 'created in this session',
      below: 'below a folder that was approved or created in this task',
      directory: 'listed in a directory, for an internal audience',
      record: 'belongs to a record that the request names',
      lookup: 'only looked up; nothing is changed or sent',
      agreed: 'the user said yes to it in the chat',
      ownRecord: 'in a record of the user',
      oneTimeCode: "a code that came after the user's own change there",
      pagePart: 'a part of the open page, which the user named or approved',
      page: 'printed on a page that the user named',
      own: "the user's own, which proves nothing",
      idle: 'decides nothing',
      trusted: 'trusted content, not from the request',
      untrusted: 'untrusted content',
      nowhere: 'not seen before',
    },
    firstSeen: ({ tool, call }: { readonly tool: string; readonly call: string }): string =>
      `, first seen in the result of ${tool} (call ${call})`,
    holds: ({ text }: { readonly text: string }): string => `holds ${text}`,
    observing: 'OBSERVING ONLY: this outcome is recorded and not enforced',
    rules: ({ rules }: { readonly rules: string }): string => `rules: ${rules}`,
    call: ({ call }: { readonly call: string }): string => `call ${call}`,
    task: 'A client declared the task',
    notBelieved: ({ why }: { readonly why: string }): string => `not believed: ${why}`,
    request: "The user's request",
    answer: 'The agent wrote',
    requestHidden: 'hidden here',
    ended: 'The task has ended',
    endedRequest: 'its request no longer counts',
    declassified: 'Declassified',
    declassifiedLabel: ({
      label,
      by,
      reason,
    }: {
      readonly label: string;
      readonly by: string;
      readonly reason: string;
    }): string => `${label} no longer counts, by ${by}: ${reason}`,
    byResult: ({ call }: { readonly call: string }): string => `by the labels of the result of call ${call}`,
    byCall: ({ call }: { readonly call: string }): string => `by call ${call}`,
    end: 'In the end',
    endCounts: ({
      calls,
      held,
      labels,
    }: {
      readonly calls: string;
      readonly held: number;
      readonly labels: { readonly private: string; readonly untrusted: string } | undefined;
    }): string =>
      `${calls}, ${held} held${labels === undefined ? '' : `; private data: ${labels.private}, untrusted content: ${labels.untrusted}`}`,
    session: ({ session }: { readonly session: string }): string => `Session ${session}`,
  },
};

export type ReplayMessages = typeof replayMessages;
