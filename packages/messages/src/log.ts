/** Lines of the operator's log and alerts of `callgate status`. Each stands after the name of its server or subject. */
export const logMessages = {
  observing: 'THE POLICY ONLY OBSERVES: no call is held or blocked, whatever is decided',
  callsStopped: ({ problem }: { problem: string }) => `NO CALL IS SENT ANY MORE: ${problem}`,
  store: ({ location, replication }: { location: string; replication: string }) =>
    `The store is ${location}; ${replication}`,
  databaseStates: {
    ready: 'The database is reachable again. Calls are decided',
    away: 'The database cannot be reached. No call is decided until it can; Callgate keeps trying',
    lost: 'THE DATABASE LOST ENTRIES THAT IT HAD ACKNOWLEDGED: no call is decided on it. Restore the entries, or accept the loss with callgate accept --lost-entries; then this process goes on',
  },
  replication: {
    none: 'it is not replicated: what it acknowledged is lost with its disk',
    standbys: ({ count }: { count: number }) =>
      count === 1 ? '1 standby follows' : `${count} standbys follow`,
    asynchronous: ({ standbys }: { standbys: string }) =>
      `replication is asynchronous, ${standbys}: the last entries may be lost when one is promoted`,
    synchronousMissing: ({ standbys }: { standbys: string }) =>
      `replication is synchronous, ${standbys}, but commits wait for a standby that is missing`,
    synchronous: ({ standbys, count }: { standbys: string; count: number }) =>
      `replication is synchronous, ${standbys} and commits wait for ${count}`,
    changed: ({ replication }: { replication: string }) =>
      `The replication of the database changed: ${replication}`,
  },
  settingsUnreadable: ({ problem }: { problem: string }) =>
    `Settings in the folder of Callgate are not used, and answers in band do not count: ${problem}`,
  aboutCall: ({ call }: { call: string }) => `call ${call}`,
  forPeople: ({ names }: { names: string }) => `for ${names}`,
  failedInside: 'an internal error',
  ofServer: ({ server, message }: { server: string; message: string }) => `${server}: ${message}`,

  issuer: {
    back: 'The token issuer answers again',
    failed: ({ problem }: { problem: string }) =>
      `Agents cannot sign in, except with tokens signed by a known key: ${problem}`,
  },

  sessions: {
    otherSession: ({ session, others }: { session: string; others: string }) =>
      `A connection of ${session} was used for a call that ${others} announced; the connection keeps its session`,
  },

  hooks: {
    resultUnreadable: ({ tool }: { tool: string }) =>
      `The result of \`${tool}\` cannot be read; it may hold anything`,
    ranUnapproved: ({ reason }: { reason: string }) => `A tool ran without approval: ${reason}`,
    ranOtherArguments: 'A tool ran with other arguments than the gate decided on',
    ranUnseen: ({ tool }: { tool: string }) => `\`${tool}\` ran, and its call was not seen in this session`,
  },

  advice: {
    resultNotShared: 'Other processes do not know of a result',
    about: ({ what, problem }: { what: string; problem: string }) => `${what}: ${problem}`,
  },

  /** Tools, prompts and resources that agents do not get, or get as they were pinned. */
  /** What a line of the log is about: it comes before the text. */
  about: {
    pinnedDefinitions: 'pinned definitions',
    server: ({ server }: { server: string }) => `server ${server}`,
    entry: ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`,
    entryNumber: ({ kind, number }: { kind: string; number: number }) => `${kind} number ${number}`,
    list: ({ kind }: { kind: string }) => `${kind} list`,
  },
  shapes: {
    expected: ({ type }: { type: string }) => `expected ${type}`,
    invalid: 'not valid',
    notObject: 'not an object',
    entry: 'the entry',
    at: ({ place, problem }: { place: string; problem: string }) => `${place}: ${problem}`,
    toolTwice: 'a tool is in it twice',
  },
  tools: {
    nameTooLong: ({ most }: { most: number }) =>
      `the name for agents would be longer than ${most} characters`,
    changes: ({ changes, more }: { changes: readonly string[]; more: number }) =>
      `${changes.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    /** Reasons of settings, kept with the tool. */
    enabled: 'enabled by the operator',
    nothingCarried: 'it carries nothing to the server',
    fromLock: 'from the lock file',
    notOffered: ({ reason }: { reason: string }) => `Not offered: ${reason}`,
    nameRule: 'a name is 1 to 128 of A-Z a-z 0-9 _ . -',
    aliasTwice: 'there are two servers of this name',
    looksLike: ({ other }: { other: string }) => `it looks like \`${other}\``,
    looksLikeQuarantined: ({ other }: { other: string }) =>
      `it looks like \`${other}\`, which is quarantined until only one of them is listed`,
    nameTaken: ({ other }: { other: string }) => `\`${other}\` is the name of something else`,
    servers: ({ servers }: { servers: number }) => `${servers} servers list it`,
    violated: ({ tool, what }: { tool: string | null; what: string }) =>
      `${tool === null ? 'a tool of its server' : `tool \`${tool}\` of its server`} broke its claims: ${what}`,
    disabled: ({ by, reason }: { by: string; reason: string }) => `${by} disabled it: ${reason}`,
    memberMissing: ({ member }: { member: string }) => `it has no ${member}`,
    definitionLong: ({ characters }: { characters: number }) => `its definition has ${characters} characters`,
    templateUnreadable: 'the URIs of this template cannot be determined',
    listedTwice: 'Listed more than once',
    listedTwiceQuarantined: 'Listed more than once and quarantined',
    decisionsUnreadable: ({ problem }: { problem: string }) =>
      `No tool is offered, because it is unknown which are disabled: ${problem}`,
    decisionsGone: ({ file, tools }: { file: string; tools: string }) =>
      `${file} is gone, or older than before: decisions about ${tools} count until Callgate restarts. Restore it from a backup, or change any tool in the console, which writes the file again`,
    instructionsChanged: ({ server }: { server: string }) =>
      `Its instructions for models changed. Models still get the first ones. To review: callgate accept ${server}`,
    trustMoved: ({ trust, server }: { trust: string; server: string }) =>
      `No longer ${trust}: another command or URL was trusted under this name. To trust this one: callgate accept ${server} --trust`,
    trustUnreadable: ({ problem }: { problem: string }) => `It is unknown what was trusted: ${problem}`,
    pinned: ({ definitions }: { definitions: string }) => `${definitions} seen for the first time`,
    newAndPinned: 'New, and pinned',
    repinned: ({ changes }: { changes: string }) =>
      `Its definition changed harmlessly and was pinned again: ${changes}`,
    review: ({ reason, command }: { reason: string; command: string }) => `${reason}. To review: ${command}`,
    lock: ({ reason }: { reason: string }) => `${reason}. To accept it as it is now: callgate lock`,
    changeFailed: ({ change }: { change: string }) => `The change failed: ${change}`,
  },

  /** Why a tool is quarantined. Several reasons stand in one line. */
  quarantine: {
    pinsUnreadable: ({ problem }: { problem: string }) =>
      `the earlier definitions of its server are unknown: ${problem}`,
    listedTwice: 'its server lists it more than once',
    nameTwice: 'its server lists the name more than once, until it lists it once',
    confusable: ({ name }: { name: string }) =>
      `its server also lists \`${name}\`, which looks like it, until it lists only one of them`,
    drifted: ({ changes }: { changes: string }) =>
      `its definition changed since it was first seen: ${changes}`,
    pinsFull: 'its server has listed too many definitions to pin this one',
    lockServer: 'the lock file has another command or URL for its server',
    lockMissing: 'it is not in the lock file',
    lockDiffers: 'its definition is not the one in the lock file',
  },

  console: {
    contentBlocked: ({ uri, directive }: { uri: string; directive: string }) =>
      `A browser blocked ${uri} on a page by ${directive}`,
    somethingBlocked: 'something',
  },

  /** What an operator did to a tool; stands behind their name. */
  toolChange: {
    enable: 'enabled it',
    disable: 'disabled it',
    keepOut: ({ definition }: { definition: string }) => `hid it while its definition is ${definition}`,
    override: ({ hints, definition }: { hints: string; definition: string | undefined }) =>
      `set ${hints}${definition === undefined ? '' : ` for definition ${definition}`}`,
    clearOverride: 'withdrew what was set',
    review: ({ hints, definition }: { hints: string; definition: string }) =>
      `reviewed definition ${definition}: ${hints === '' ? 'no hints' : hints}`,
    clearReview: 'withdrew the review',
    accept: ({ definition }: { definition: string }) =>
      `accepted definition ${definition} in place of the pinned one`,
  },

  /** Why a list of a server was not read to its end. */
  listProblem: {
    error: ({ page, code }: { page: number; code: number }) =>
      `the server answered page ${page} with error ${code}`,
    memberMissing: ({ page, member }: { page: number; member: string }) => `page ${page} has no ${member}`,
    tooManyEntries: ({ most }: { most: number }) => `it has more than ${most} entries`,
    cursorInvalid: ({ page }: { page: number }) => `page ${page} has no usable cursor`,
    cursorRepeated: ({ page }: { page: number }) => `page ${page} leads back to an earlier page`,
    tooManyPages: ({ most }: { most: number }) => `it has more than ${most} pages`,
    restOffered: 'what was read of it is offered',
    nothingOffered: 'nothing of it is offered',
  },
};
