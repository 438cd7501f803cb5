/** What the gateway answers agents, hosts and servers over MCP: refusals and states. Models and developers read it. */
export const agentMessages = {
  /** A whole answer that did not come from a server. */
  fromCallgate: ({ text }: { text: string }) => `Callgate: ${text}`,
  failure: ({ code, problem }: { code: string; problem: string }) => `Callgate: ${code}: ${problem}`,
  internalFailure:
    'Callgate: internal error. A call may have run: do not repeat it by yourself; tell the user.',
  unrecorded: ({ code }: { code: string }) =>
    `Callgate: the call may have run, but its result could not be recorded (${code}). Do not repeat it by yourself; tell the user.`,
  notLetThrough: 'Callgate did not let it through',
  hiddenSecret: '[a secret of this server]',

  /** Messages that are not valid JSON-RPC. */
  message: {
    batch: 'Batches are not supported. Send each message by itself',
    notObject: 'A message must be a JSON object',
    memberUnknown: ({ members }: { members: string }) => `Unknown member \`${members}\``,
    version: 'Member `jsonrpc` must be "2.0"',
    id: ({ most }: { most: number }) =>
      `An id must be a whole number or a string of at most ${most} characters`,
    method: 'Member `method` must be a string',
    params: 'Member `params` must be an object',
    result: 'Member `result` must be an object',
    error: 'Member `error` must be an object',
    errorMembers: 'An error must have a whole number `code` and a string `message`',
    ambiguous: 'A message must have exactly one of a method, a result and an error',
    metaNotObject: ({ key }: { key: string }) => `params._meta["${key}"] must be an object`,
    versionUnknown: 'This protocol version is not supported',
    metaMissing: ({ member }: { member: string }) =>
      `params.${member} is missing or of the wrong type. Every request of this protocol version needs it`,
    tooLong: ({ most }: { most: number }) => `A line is longer than ${most} bytes`,
    cut: 'The input ended inside a line',
    answerUnknown: 'This answers no open request',
    idInUse: 'A request with this id is still open',
    notInitialized: 'Send `initialize` first',
    initializedTwice: 'This connection is initialized already',
    sessionInitializedTwice: 'This session is initialized already',
    methodUnknown: ({ method }: { method: string }) => `There is no method \`${method}\``,
    methodUnsupported: 'This method is not supported here',
    notificationUnknown: ({ method }: { method: string }) => `There is no notification \`${method}\``,
    dropped: ({ count }: { count: number }) => `${count} more messages were refused in a minute`,
  },

  /** Parameters of requests. */
  params: {
    memberUnknown: 'params has an unknown member',
    notText: ({ member }: { member: string }) => `params.${member} is missing or not a text`,
    notObject: ({ member }: { member: string }) => `params.${member} is not an object`,
    stateInvalid: 'params.requestState is not the one that was given, or has expired',
    stateOfOther: 'params.requestState belongs to another request',
    argumentReserved: 'An argument has a reserved name',
    argumentSpelling: ({ argument }: { argument: string }) =>
      `The tool has no argument \`${argument}\`, but a server could take it for one. Spell it exactly`,
    headerMismatch: ({ argument }: { argument: string }) =>
      `The header for \`${argument}\` is missing or differs from the argument`,
    headerDiffers: ({ header }: { header: string }) =>
      `The ${header} header is missing or differs from the body`,
    levelUnknown: ({ levels }: { levels: string }) => `params.level must be one of ${levels}`,
    refUnknown: 'params.ref is not in the lists',
    subscriptions: ({ most }: { most: number }) =>
      `params.notifications.resourceSubscriptions must be a list of at most ${most} URIs`,
    toolUnknown: ({ tool }: { tool: string }) => `There is no tool \`${tool}\``,
    promptUnknown: ({ prompt }: { prompt: string }) => `There is no prompt \`${prompt}\``,
    resourceUnknown: ({ uri }: { uri: string }) => `There is no resource \`${uri}\``,
    serverGone: 'Its server is no longer there',
  },

  /** Tools that take long. */
  tasks: {
    tooMany: 'Callgate: there are too many tasks. Call again later',
    unsupported: 'The client does not declare that it supports tasks',
    methodUnsupported: ({ method }: { method: string }) => `${method} is not supported here`,
    unknown: 'There is no such task',
    ended: ({ status }: { status: string }) => `The task is ${status} already and cannot be cancelled`,
    sent: 'The call was sent',
    waits: ({ waiting, call }: { waiting: string; call: string }) => `The call ${call} waits for ${waiting}`,
    failed: 'The task failed inside Callgate',
    cancelledAfter: 'Cancelled after the call was sent; it may still take effect',
    cancelledBefore: 'Cancelled before the call was sent',
    answerLost: 'Callgate: the answer did not reach the server',
  },

  /** The tool by which an agent tells what it was asked to do. */
  declareTask: {
    title: 'Declare the task',
    description:
      'Tell Callgate in the user’s own words what they asked for. Call it once, before anything else, when a new task begins.',
    argument: 'What the user asked for, word for word',
  },

  /** The tool by which an agent tells which calls it intends. */
  declarePlan: {
    title: 'Declare planned calls',
    description:
      'List calls that you will make, with their exact arguments, so that the user is asked about all of them at once. Nothing runs now: make each call afterwards as you listed it. A call that you did not list, or make otherwise, is asked about then.',
    calls: 'The calls, in the order in which you will make them',
    tool: 'Name of the tool, as listed',
    arguments: 'Its exact arguments. Leave a call out if you do not know them all yet',
    auto: 'runs without asking',
    held: ({ call }: { call: string }) => `waits for approval (${call})`,
    approved: 'is approved',
    denied: 'was denied. Do not make it',
    same: 'is the same call as one that waits already; one approval is for one call',
    stopped: ({ reasons }: { reasons: string }) => `will not run: ${reasons}`,
    line: ({ number, tool, state }: { number: number; tool: string; state: string }) =>
      `${number}. ${tool} ${state}`,
    next: 'Nothing has run. Make each call now, exactly as listed: one that waits runs once it is approved.',
    empty: 'List at least one call',
  },

  /** Servers that are not ready, for models. */
  server: {
    starting: 'is still starting',
    unavailable: 'is unavailable',
    'sign-in': 'requires sign-in (401)',
    'crash-loop': 'is unavailable: it exits again and again',
    toolsMissing: 'its tools are missing from the list',
    callsFail: 'calls to its tools fail',
    tellUser: 'Tell the user.',
    retried: 'Callgate retries by itself; try again later.',
    state: ({
      server,
      state,
      effect,
      next,
    }: {
      server: string;
      state: string;
      effect: string;
      next: string;
    }) => `The server ${server} ${state}; ${effect}. ${next}`,
    instructions: ({ server, text }: { server: string; text: string }) =>
      `The server ${server} says of itself:\n${text}`,
    unreachable: ({ server, code }: { server: string; code: string }) =>
      `The server ${server} cannot be reached (${code}). The operator finds the cause in the log`,
    unreachableNow: ({ server, reason }: { server: string; reason: string }) =>
      `The server ${server} cannot be reached (${reason})`,
    nameAtAddress: ({ name, address }: { name: string; address: string }) =>
      `${name}, which is at ${address}`,
    redefined: 'The definition of the tool changed after the decision. Call again',
    callAt: ({ server }: { server: string }) => `a call at ${server}`,
    taskCancelled: 'The server cancelled the task',
    taskFailed: 'The task failed',
    httpStatus: ({ status }: { status: number }) => `The server answered with HTTP status ${status}`,
    noLongerNeeded: 'no longer needed',
    resourcesUntold: 'Other replicas do not know the resources that it returned',
  },

  /** Requests of servers to clients. */
  serverRequests: {
    unsupported: 'Servers cannot send requests in this protocol version',
    clientUnsupported: 'This client does not support it',
    tooMany: 'Too many requests are open',
    unanswered: 'The request could not be answered',
    nobody: 'There is no client to ask',
    nobodyHere: 'No client is asked here',
    label: ({ server }: { server: string }) => `[asked by the server ${server}]`,
    off: ({ method }: { method: string }) => `${method} is off for this server`,
    noAnswer: 'The client did not answer',
    notSent: 'The answer was not sent',
    notSentBecause: ({ reasons }: { reasons: string }) => `The answer was not sent: ${reasons}`,
    notAllowed: ({ server }: { server: string }) =>
      `The server ${server} sent the client a request that is off for it, or that the client does not support`,
    kindUnknown: 'The server sent a request of an unknown kind',
  },

  /** What differs between a call and what the gate decided on. */
  mismatch: {
    server: 'it was decided for another server',
    kind: 'it was decided as another kind of call',
    target: 'it was decided for another prompt or resource',
    state: 'it was decided for another state of the server',
    argument: 'it was decided for another argument',
    resourceArguments: 'a resource takes no arguments',
    completionNotText: 'the argument to complete is not text',
  },

  /** Answers over HTTP. */
  http: {
    contentType: 'Send application/json in UTF-8',
    contentEncoding: 'Send the body as it is, without Content-Encoding',
    accept: 'Accept application/json and text/event-stream',
    acceptJson: 'Accept application/json',
    tooLarge: 'The body is too large',
    failed: 'Internal error',
    failedUnknown: 'Internal error in the gateway. It is unknown whether the request took effect',
    hosts: 'List names and ports of a load balancer in http.hosts',
    endpoint: ({ path }: { path: string }) => `The endpoint is ${path}`,
    tokenNeeded: 'A token for agents is required',
    versionUnsupported: 'The MCP-Protocol-Version header has a version that is not supported',
    initializeFirst: 'Send `initialize` first, then its Mcp-Session-Id with every request',
    sessionUnknown: 'There is no such session. Send `initialize` again',
    adviceSessionUnknown: 'There is no such session. Send the Mcp-Session-Id of an open one, or none',
    clientTooLarge: 'The description of the client is too large',
    storeAway: 'The session cannot be looked up now. Send the request again',
    tooManySessions: 'There are too many sessions',
    closing: 'The gateway is closing',
    noStreams: 'This protocol version has no sessions and no streams of their own',
  },

  /** Requests for a model. */
  modelAdvice: {
    none: 'No models are configured here',
    shape: 'it has the wrong shape',
    at: ({ place, problem }: { place: string; problem: string }) => `\`${place}\`: ${problem}`,
    keysUnknown: ({ keys, known }: { keys: string; known: string }) => `unknown ${keys}; known are ${known}`,
    metaInvalid: ({ key, problem }: { key: string; problem: string }) =>
      `params._meta["${key}"] must be true or a request for a model: ${problem}`,
    notJson: 'it is not JSON',
    bodyUnreadable: ({ problem, code }: { problem: string; code: string }) =>
      `The body cannot be read: ${problem} (${code})`,
    noneRecommended: 'No model is recommended',
  },

  /** Decisions for other programs. */
  access: {
    bodyUnreadable: ({ problem }: { problem: string }) => `The request cannot be read: ${problem}`,
    memberMissing: ({ member }: { member: string }) => `\`${member}\` is missing`,
    notAboutOthers: 'You may only ask about yourself',
    actionUnknown: 'The only action is call',
    resourceUnknown: 'There is no such tool here',
    outsideHours: 'Outside the allowed hours',
    unrecorded: 'The decision could not be recorded',
  },

  /** An interceptor of other programs' calls. */
  intercept: {
    description: 'Decides by policy whether a tool call may run, and follows its result',
    unreadable: ({ problem }: { problem: string }) => `The parameters cannot be read: ${problem}`,
    payloadMixed: 'It must be the message, or its params or result alone',
    interceptorUnknown: 'The only interceptor here is callgate',
    eventUnknown: 'The only event here is tools/call',
    principalOther: 'Calls of another principal need a connection of their own',
    toolUnknown: 'There is no such tool here',
    resultUnknown: 'This result belongs to no call that was allowed here',
    resultLate: 'This call was given up before its result came',
    failed: 'The call could not be decided',
  },

  /** Hooks of hosts. */
  hooks: {
    runs: 'Callgate lets it run by itself.',
    earlierRanTooSoon: 'The host ran an earlier call of this session before a person could have approved it',
    ranTooSoon: 'The host ran it before a person could have approved it',
    hostAsked: 'The host asked its user and then ran it',
    ranAlready: 'The host ran it already',
    state: ({ state }: { state: string }) => `it is ${state}`,
    otherArguments: 'The host ran it with other arguments',
  },
};
