/** What a guarded MCP server tells models and people about a call that it does not run. */
export const guardMessages = {
  /** Follows the name of the tool. */
  notRun: ({ tool, reason }: { tool: string; reason: string }) => `${tool} did not run: ${reason}`,

  noArguments: 'no arguments',

  refusals: {
    undeclared: ({ tool }: { tool: string }) => `${tool} is not declared by this server`,
    unknownTool: ({ tool }: { tool: string }) => `${tool} is not a tool of this server`,
    argumentsAmbiguous: 'its arguments can be read in more than one way',
    argumentsReadOtherwise:
      'its schema reads these arguments as something else. Send them as its input schema says, and leave none to a default.',
    serverFailed: 'its server failed.',
    keyUnreadable: 'its idempotency key is not a text of 1 to 200 characters',
    keyReused: 'its idempotency key belongs to a call with other arguments',
    cancelled: 'it was cancelled.',
    cannotAsk: ({ why }: { why: string }) =>
      `it needs a person's approval, and ${why}. Use a client that supports elicitation.`,
    tooLongToAsk: "it needs a person's approval, and its arguments are too long to be shown in full.",
    stateOfOther: 'the answer belongs to another call. Call it again without requestState.',
    answerLate: 'the answer came too late. Call it again to ask again.',
    answerUsed: 'this answer was used already. Call it again.',
    denied: 'it was not approved.',
    unanswered: 'no person answered.',
    fastMcp: 'FastMCP refused it before it ran',
    sdk: 'the SDK refused it before it ran',
    outsideGuard: ({ tool }: { tool: string }) =>
      `${tool} ran outside of its guard; its answer is not released`,
    auditUnwritable: ({ cause }: { cause: string }) =>
      `The audit log could not be written, so no call runs${cause}`,
  },

  /** Why no person can be asked: follows "and". */
  cannotAsk: {
    server: 'this server cannot show a question to its client',
    client: 'this client cannot show a question',
  },

  question: {
    title: ({ tool, reasons }: { tool: string; reasons: string }) => `Run ${tool}? ${reasons}.`,
    authorAsks: "Its author requires a person's approval",
    declared: ({ hints }: { hints: string }) => `It is declared as: ${hints}.`,
    args: ({ args }: { args: string }) => `Arguments: ${args}`,
    run: 'Run it',
    runMore: 'This call only, with these arguments.',
  },

  /** What a handler wanted and what its tool declares: "wants to …, but declares …". */
  scope: {
    afterEnd: ({ wanted }: { wanted: string }) => `${wanted} after its call ended`,
    nothing: 'nothing',
    nothingOfThat: 'nothing of that',
    change: 'change something',
    onlyReads: 'that it only reads',
    destroy: 'destroy something',
    onlyAdds: 'that it only adds',
    read: 'read something',
    readPrivate: 'read private data',
    noSensitive: 'that it touches no sensitive data',
    readSecret: 'read a secret',
    noSecrets: 'that it returns no secrets',
    returnUntrusted: 'return content of others',
    safeOutput: 'that its output is safe',
    readUnknown: 'read an unknown kind of data',
    irreversible: 'do something that cannot be undone',
    reversible: 'that it can be undone',
    reachHost: 'reach a host',
    reachUnnamed: 'reach something that is not a host name',
    reach: ({ host }: { host: string }) => `reach ${host}`,
    staysInside: 'that it stays inside',
    elevate: 'use elevated rights',
    notElevated: 'that it needs none',
    askModel: 'ask a model',
    noAi: 'that it uses no AI',
    takeUnknown: 'take an unknown kind of resource',
    takeUnkept: 'take something that is not kept',
  },

  audit: {
    unwritableWarning: ({ problem }: { problem: string }) =>
      `The audit log cannot be written, so no call runs: ${problem}`,
    noEvent: 'There is no event near the end of the audit log',
    notEvent: 'not an event',
    changed: 'changed after it was written',
    notFollowing: 'does not follow the line before it',
    knownLineMissing: 'the line that is known from elsewhere is not in it',
  },

  params: {
    unknownTool: ({ tool }: { tool: string }) => `There is no tool ${tool}`,
    argumentsNotObject: 'Arguments must be an object',
    nameMissing: 'A name is required',
    noResult: 'The handler returned no result',
  },
};
