/** What adapters say to models and hosts, and write to the audit log about calls. */
export const adapterMessages = {
  notRun: ({ reason }: { reason: string }) => `Not run: ${reason}`,
  notRecorded: ({ reason }: { reason: string }) => `Not recorded: ${reason}`,
  gateFailed: ({ problem }: { problem: string }) => `The gate failed: ${problem}`,
  thrownWithoutText: 'The thrown value has no text',
  error: ({ text }: { text: string }) => `Error: ${text}`,
  withheld: ({ reason }: { reason: string }) => `The answer is withheld: ${reason}`,
  /** What to do after a call that ran and was not recorded. */
  findOut: 'Find out whether it ran before you call it again.',
  dropProviderRun: 'Drop this turn. Leave the tool out, or run it in a tool of your own.',
  useVersion2: 'Create the agent with version "v2", in which calls of one step can pause.',
  dropUnrecorded: 'Drop this turn. It is not in the audit log.',

  waiting: {
    slot: 'it waits until other calls of its kind have ended',
    hours: 'it waits for its hours',
    until: ({ time }: { time: string }) => `it can run from ${time} on`,
    description: ({ tool, reason, args }: { tool: string; reason: string; args: string }) =>
      `${tool} waits: ${reason}\n${args}`,
  },

  /** How an earlier call of the same id stands: the text stands between "this call" and "already". */
  sent: {
    dispatching: 'is running',
    done: 'ran',
    failed: 'failed',
    indeterminate: 'was sent with an unknown result',
  },

  /** Why a call ended as it did. */
  outcome: {
    hostCancelled: 'The host cancelled the call',
    hostCancelledBefore: 'The host cancelled the call before it ran',
    hostLate: 'The host did not run it in time',
    hostEnded: 'The host ended the turn without running it',
    hostSilent: 'The host did not report the result',
    hostInterrupted: ({ problem }: { problem: string }) => `The host interrupted the call: ${problem}`,
    hostOtherArguments: 'The host ran it with other arguments',
    runnerLate: 'The runner of the call did not answer in time',
    stepCancelled: 'The step was cancelled before it ran',
    clientDenied: 'The client did not run it',
    clientNotJson: ({ problem }: { problem: string }) => `The result of the client is not JSON: ${problem}`,
    providerStopped: 'The provider stopped during the call',
    providerSilent: 'The provider did not report the result',
    providerChanged: 'The provider ran something other than the approved call',
    approvalNotSent: 'Its approval was not sent',
    personFirst: 'A person is asked first',
    edited: 'Its arguments were edited',
    cancelled: ({ problem }: { problem: string }) => `Cancelled: ${problem}`,
    threw: ({ problem }: { problem: string }) => `The tool threw: ${problem}`,
    resultNotJson: ({ problem }: { problem: string }) =>
      `The call ran, but its result cannot be kept as JSON: ${problem}`,
    resultTooLarge: ({ bytes, most }: { bytes: number; most: number }) =>
      `it has ${bytes} bytes, more than ${most}`,
    ranUnrecorded: ({ reasons }: { reasons: string }) => `The call ran, but was not recorded: ${reasons}`,
    ranResultUnrecorded: ({ problem }: { problem: string }) =>
      `The call ran, but its result could not be recorded: ${problem}`,
    clientUnrecorded: ({ reasons }: { reasons: string }) =>
      `The result of a client was not recorded: ${reasons}`,
    ranAtProvider: ({ tool, reason }: { tool: string; reason: string }) =>
      `${tool} ran at the provider: ${reason}`,
    argumentsChanged: 'Its arguments were changed after the decision',
    argumentsUnfit: ({ problem }: { problem: string }) => `The tool does not take the arguments: ${problem}`,
    aroundGate: 'A middleware called the tool in a way that bypasses the gate',
    otherMiddleware: 'Another middleware answered instead of the tool',
  },

  /** Alerts for the operator. */
  alerts: {
    ofTool: ({ tool, alert }: { tool: string; alert: string }) => `${tool}: ${alert}`,
    unseen: 'A tool ran that the gate did not see',
    otherArguments: 'A tool ran with other arguments than the gate decided on',
    clientCancelled: 'A client answered a call that was cancelled, or that another process dispatched',
    clientUnapproved: 'A client says that it ran a call that was not dispatched',
    unusableTool: ({ tool, problem }: { tool: string; problem: string }) =>
      `${tool} cannot be called: ${problem}`,
  },

  /** What a host shows or a model reads. */
  answers: {
    gateDecides: 'The gate decides',
    policyAllows: 'The policy allows it',
    toolAsks: 'The tool asks for confirmation',
    notConfirmed: 'it was not confirmed',
    notRecorded: 'it was not recorded',
    hostRuleAsks: 'A rule of the host asks a person first',
    organisationAsks: 'A policy of the organisation asks a person first',
    cannotAsk: 'this program cannot ask its user',
    notWrapped: 'This tool does not go through the gate. Wrap it with gatedTools',
    pluginMissing: 'This call does not go through the gate. Register gatePlugin with the runner too',
    serverUnknown: 'the gate does not know this server',
    denied: 'it was denied',
    rejected: 'it was rejected',
    askAgain: "Not run: the call waits for a person's approval. Ask again later with the same arguments",
    callState: ({ state }: { state: string }) => `the call is ${state}`,
    incomplete: 'is not complete yet',
    cutOff: 'was cut off; make it again, shorter',
    argumentsEdited: ({ args }: { args: string }) => `A person changed the arguments of this call to ${args}`,
  },

  /** Descriptions of tools that providers run. They are part of the definitions: a new text is a new definition. */
  providerTools: {
    searchWeb: 'Search the web',
    readPage: 'Read a page of the web',
    readPages: 'Read pages of the web',
    runCode: 'Run code in a container',
    runCommands: 'Run commands in a container',
    editFiles: 'Edit files in a container',
    findTool: 'Find a tool',
    askModel: 'Ask another model for advice',
    lookUpPlaces: 'Look up places',
    searchFiles: 'Search files that were uploaded',
    makePicture: 'Make a picture',
  },

  /** How a program answers a call that waits for approval. */
  approve: {
    inProgram:
      'Answer with turn.pending() and turn.vote(), or give callgate({ channels: [terminalChannel()] }) to be asked here.',
    inInbox: 'Answer with `callgate inbox`, or with turn.pending() and turn.vote() in the program.',
    waiting: ({ tool, help }: { tool: string; help: string }) =>
      `callgate: ${tool} waits for approval. ${help}\n`,
  },

  /** What is not valid in a vote: the text follows "is not". */
  vote: {
    object: 'an object',
    text: 'a text',
    number: 'a number',
    trueOrFalse: 'true or false',
    via: ({ values }: { values: string }) => `one of ${values}`,
  },

  /** What is wrong with a tool or a list of tools. */
  tools: {
    registeredTwice: 'it was registered twice, with different definitions or trust',
    definedTwice: 'it is defined twice, in different ways',
    notObject: 'it is not an object',
    noTools: 'it has no tools',
    circular: 'it repeats its pages',
    tooLong: 'it is too long',
    noName: 'it has no name',
    schemaNotObject: 'its input schema is not an object',
    memberNotObject: ({ member }: { member: string }) => `its ${member} is not an object`,
    notCanonical: 'it has no canonical form',
    sameName: 'several tools have this name',
    notJson: 'it is not JSON',
    toolsCallRequest: 'a request for tools/call',
    clientMember: ({ member }: { member: string }) => `${member} of the client`,
    modelUnmatched: ({ calls }: { calls: string }) =>
      `the model requirements of ${calls} are unknown: the gate has no such call`,
    more: ({ count }: { count: number }) => `${count} more`,
  },
};
