/** Who says that a call can be undone. */
const UNDO_SOURCES = {
  observation: 'earlier calls',
  operator: 'the operator',
  review: 'a review',
  contract: 'the sandbox',
  claim: 'the tool',
  default: 'the protocol',
};

/** A number as people read it. */
const formatFigure = (value: number): string => {
  const [whole = '', rest] = String(value).split('.');
  const grouped = whole.includes('e') ? whole : whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
};

/** Reasons of a decision, labels and origins. */
export const decisionMessages = {
  /** Why a call is decided as it is, beside the reasons that rules have. */
  reason: {
    noRule: 'No rule allows this call, so it needs approval',
    hoursNeverOverlap: 'The allowed hours of the rules never overlap',
    notJudged: ({ why }: { why: string }): string => `Callgate cannot judge this call: ${why}`,
    notJudgedBecause: {
      shape: 'its input has the wrong shape',
      version: 'its input has another version',
      revision: 'its input was made for another policy revision',
      arguments: 'its arguments are not an object',
      principal: 'its caller is not named properly',
      session: 'the state of its session cannot be read',
      sessionOrTime: 'the state of its session or its time cannot be read',
    },
    quarantined: ({ why }: { why: string }): string => `Quarantined: ${why}`,
    conflict: ({ claims }: { claims: readonly string[] }): string =>
      `Claims contradict each other: ${claims.join(' and ')}`,
    conflicting: 'The tool’s claims contradict each other, so it needs approval',
  },
  /** Why a rule counts that does not match by itself; stands behind its reason. */
  counted: {
    matches: '',
    'without-claims': ' (without the server’s own claims)',
    'weaker-labels': ' (also in a session with fewer labels)',
    fault: ' (the rule failed to evaluate, so it applies)',
  },
  /** What a rule counted. */
  figures: {
    counted: ({
      value,
      bound,
      window,
    }: {
      value: number;
      bound: number;
      window: string | undefined;
    }): string =>
      `${formatFigure(value)} of ${formatFigure(bound)}${window === undefined ? '' : ` in ${window}`}`,
    since: ({ seconds }: { seconds: number }): string =>
      `last call ${formatFigure(Math.floor(seconds))} s ago`,
    behind: ({ figures }: { figures: readonly string[] }): string => ` (${figures.join('; ')})`,
    retry: ({ seconds }: { seconds: number }): string =>
      `Try again in ${formatFigure(Math.max(1, Math.ceil(seconds)))} s`,
  },
  /** What hints tell before a person approves. */
  hint: {
    slow: 'May be slow',
    usesAi: 'Uses AI, which may cost money and time',
    heavy: 'Heavy on the system',
    capableModel: 'Works best with a more capable model',
  },
  undo: {
    impossible: 'Cannot be undone',
    unknown: 'Unknown whether it can be undone',
    notNeeded: 'Changes nothing',
    possible: ({ source }: { source: keyof typeof UNDO_SOURCES }): string =>
      `Can be undone, according to ${UNDO_SOURCES[source]}`,
    byTool: ({ tool }: { tool: string }): string => `To undo, call \`${tool}\``,
    byToolOfUntrusted: ({ tool }: { tool: string }): string =>
      `The server, which is not trusted, says: to undo, call \`${tool}\``,
  },
  /** What a session has read. */
  label: {
    private: { none: '', possible: 'May have read private data', known: 'Has read private data' },
    untrusted: {
      none: '',
      possible: 'May have read untrusted content',
      known: 'Has read untrusted content',
    },
    none: 'Has read no private data and no untrusted content',
  },
  /** Which value is not from the user, and where it was first seen. */
  origin: {
    wholeCall: 'This call',
    argument: ({ name }: { name: string }): string => `\`${name}\``,
    source: ({ server, tool, call }: { server: string; tool: string; call: string }): string =>
      `${server}/${tool} (call ${call})`,
    notFromRequest: ({ argument, text }: { argument: string; text: string }): string =>
      `${argument} is “${text}”: not from your request`,
    firstSeenUntrusted: ({ source }: { source: string }): string =>
      `; first seen in ${source}, untrusted content`,
    firstSeen: ({ source }: { source: string }): string => `; first seen in ${source}`,
    neverSeen: '; not seen before',
    untraced: ({ argument }: { argument: string }): string =>
      `${argument} could not be traced to your request`,
    empty: ({ argument }: { argument: string }): string => `${argument} is empty, which may mean everything`,
    emptyCall: 'This call names nothing, which may mean everything',
    tooMany: 'This call has more values than can be traced',
    tooLongToCompare: ({ argument }: { argument: string }): string =>
      `${argument} is too long to compare with private data`,
    sendsPrivate: ({ argument, text, source }: { argument: string; text: string; source: string }): string =>
      `${argument} sends out “${text}”, first seen in private data: ${source}`,
    maySendPrivate: ({ argument, text }: { argument: string; text: string }): string =>
      `${argument} sends out “${text}”: not from your request; may be private data`,
    more: ({ count }: { count: number }): string =>
      count === 0 ? '' : `; ${count} more ${count === 1 ? 'value' : 'values'} like it`,
    forbidden: ({ deed }: { deed: string }): string => `Your request says not to ${deed}`,
    denied: 'This call was denied before in this task',
    unasked: ({ deed }: { deed: string }): string => `Your request does not ask to ${deed}`,
    unaskedUnknown: 'Callgate cannot tell whether your request asks for this',
  },
  /** What would make a call run without approval. */
  autoIf: {
    set: ({ hint, to, meaning }: { hint: string; to: string; meaning: string }): string =>
      `an override or a review sets ${hint} to ${to}${meaning === '' ? '' : ` (${meaning})`}`,
    trust: 'the server is trusted, so its own claims count',
    private: 'the session has not read private data',
    untrusted: 'the session has not read untrusted content',
    prove: 'every decisive value comes from your request',
    words: 'Callgate knows your request',
    release: 'its quarantine is lifted after a review',
  },
  /** What must happen besides. */
  requirement: {
    approvals: ({ count, group }: { count: number; group: string | undefined }): string =>
      `Needs ${count} ${count === 1 ? 'approval' : 'approvals'}${group === undefined ? '' : ` from ${group}`}`,
    extraChecks: 'Extra checks required: no grant, whole arguments opened, a second person if there is one',
    fullAudit: 'Results are logged in full, up to 1 MiB',
    redacted: ({ names }: { names: readonly string[] }): string =>
      `Encrypted in the audit log: ${names.join(', ')}`,
    noCaching: 'No caching',
    timeout: ({ time }: { time: string }): string => `Times out after ${time}`,
    retries: ({ count }: { count: number }): string =>
      `Retried up to ${count} ${count === 1 ? 'time' : 'times'}`,
    concurrency: ({ limit, per }: { limit: number; per: string }): string =>
      `At most ${limit} at once per ${per}`,
    hours: ({ windows }: { windows: readonly string[] }): string =>
      windows.length === 0 ? 'Never allowed to run' : `Runs only ${windows.join(', ')}`,
    progress: 'Progress is shown',
    aiTag: 'Tagged as AI use',
    undo: 'Names the tool that undoes it, if one is declared',
    preview: 'Asks for a preview of its file changes, where a sandbox can show one',
    notify: ({ who }: { who: string }): string => `Alerts ${who}`,
    raise: ({ label }: { label: string }): string => `Labels the session ${label}`,
    modelAtLeast: ({ level }: { level: number }): string => `Needs a model of at least ${level}`,
    modelAtMost: ({ level }: { level: number }): string => `Needs a model of at most ${level}`,
  },
  /** How the allowed hours stand to the present time. */
  hours: {
    open: ({ time }: { time: string }): string => `Within allowed hours (${time})`,
    closed: ({ time }: { time: string }): string => `Outside allowed hours (${time})`,
    closedUntil: ({ time, opens }: { time: string; opens: string }): string =>
      `Outside allowed hours (${time}); runs from ${opens}`,
  },
  /** What a call does, told before a person approves. */
  effect: {
    destroys: 'May delete or overwrite data',
    destroysUnreviewed: 'May delete or overwrite data (unreviewed tool)',
    privileged: 'Runs with elevated rights',
    sensitive: 'Handles sensitive data',
    agentic: 'Acts as an agent: takes several steps without further approval',
    slow: ({ timeout }: { timeout: string | null }): string =>
      `May be slow${timeout === null ? '' : `; times out after ${timeout}`}`,
    usesAiOnSensitive: 'Uses AI on sensitive data, so data protection applies to the model too',
    minutes: ({ count }: { count: number }): string => `${count} minutes`,
    seconds: ({ count }: { count: number }): string => `${count} seconds`,
    milliseconds: ({ count }: { count: number }): string => `${count} milliseconds`,
  },
  /** Where one value of a call comes from. */
  value: {
    person: 'From your request',
    created: 'Created in this session',
    below: 'Below a folder that was approved or created in this task',
    directory: 'An entry of a directory',
    record: 'Belongs to an item that your request names',
    lookup: 'Only looked up; nothing is changed or sent',
    agreed: 'The user said yes to it in the chat',
    ownRecord: 'In a record of the user',
    oneTimeCode: 'A code that came after your own change there',
    pagePart: 'A part of the open page, which you named or approved',
    page: 'Printed on a page that the user named',
    own: 'Your own address',
    approved: 'Approved earlier in this task',
    idle: 'Switched off, so it decides nothing',
    maybePrivate: 'Not from your request; may come from private data that is no longer stored',
    private: 'Sent out; first seen in private data',
    empty: 'Empty, which may mean everything',
    tooMany: 'This call has more values than can be traced',
    untrusted: 'Not from your request; first seen in untrusted content',
    result: 'Not from your request; first seen in a tool result',
    unnamed: 'Not from your request',
    unseen: 'Not from your request; not seen before',
  },
  /** The same text for a person who is not the requester. What it quotes stays as it is. */
  toAnotherPerson: ({ text }: { text: string }): string => {
    const end = text.lastIndexOf('”') + 1;
    const words = text
      .slice(end)
      .replaceAll(/(y)our (request|own address)/gi, (_, first: string, what: string) =>
        first === 'Y' ? `The user’s ${what}` : `the user’s ${what}`,
      )
      .replaceAll('you did not', 'the user did not');
    return text.slice(0, end) + words;
  },
};

export type DecisionMessages = typeof decisionMessages;
