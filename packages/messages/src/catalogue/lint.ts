import { countOf } from '../text/count.ts';

const DECLARES_IN_META = 'Declares the hint in `_meta`, where it reaches clients.';

const code = (text: string): string => `\`${text}\``;

/** A hint with its value, as `readOnlyHint: true`. */
interface SpelledHint {
  readonly hint: string;
}

interface HintReason {
  readonly because: string;
}

/** Findings of the lint for authors of servers. A message has no full stop, a help has. */
export const lintMessages = {
  rules: {
    conflicting: {
      title: 'Two claims of a tool exclude each other.',
      explanation:
        'A tool cannot only read and destroy, be closed and return public content, or return secrets that are not sensitive. Callgate believes the worse of both and tells the operator; `strict` blocks the tool.',
      repair: 'Takes back the claim that lowers care.',
    },
    malformed: {
      title: 'A claim is of the wrong type or has a value that does not exist.',
      explanation:
        'The claim does not count. Clients of the SDKs refuse the whole list of tools for one `readOnlyHint: "true"` or `annotations: null`.',
      repair: 'Writes the boolean that a text spells, and takes out what cannot be read.',
    },
    unknownKey: {
      title: 'A key in `annotations` looks like a hint but is not one.',
      explanation: 'No client reads `readOnly`, `readonlyHint` or `destructive_hint`: the claim is lost.',
      repair: 'Declares the same value by the name the hint has.',
    },
    slowExecution: {
      title: 'A slow tool does not say so, or one that says so is not.',
      explanation:
        'SEP-1984: set `slowExecutionHint` if a call usually takes more than a few seconds. Clients give it time and show progress. Recorded durations count more than words: more than 5 seconds in half of at least 3 calls is slow.',
      repair: DECLARES_IN_META,
    },
    agency: {
      title: 'A tool that plans and acts by itself does not say so.',
      explanation:
        'SEP-1938: set `agencyHint` if the tool has an agent loop: plan, act and observe, chains of tools, own retries. Clients show progress and ask earlier.',
      repair: DECLARES_IN_META,
    },
    aiProcessing: {
      title: 'A tool that hands data to a model does not say so.',
      explanation:
        'SEP-1984: set `aiProcessingHint` if the tool calls AI services, runs models, makes embeddings, or judges language. It costs money, and data goes to another processor.',
      repair: DECLARES_IN_META,
    },
    resourceIntensive: {
      title: 'A heavy tool does not say so.',
      explanation:
        'SEP-1984: set `resourceIntensiveHint` for much computing (encoding, compression), memory (images, analysis) or disk. Clients run fewer at once.',
      repair: DECLARES_IN_META,
    },
    sensitiveData: {
      title: 'A tool that touches personal, secret or regulated data does not say so.',
      explanation:
        'SEP-1984: set `sensitiveDataHint` for personal data, credentials, and financial, medical or legal data. Clients keep a full record, do not cache, and do not mix it with untrusted content.',
      repair: DECLARES_IN_META,
    },
    privilegedAccess: {
      title: 'A tool that needs elevated rights does not say so.',
      explanation:
        'SEP-1984: set `privilegedAccessHint` if the tool needs administrator rights, changes a system’s configuration, or can affect other users and processes.',
      repair: DECLARES_IN_META,
    },
    idempotentAsReadOnly: {
      title: 'Idempotent is used where read-only is meant, or the other way round.',
      explanation:
        'Idempotent: a second call changes nothing more; the first may delete everything. Read-only: no call changes anything.',
      repair: 'Declares whether it only reads.',
    },
    contradicted: {
      title: 'A claim that lowers care is contradicted by name, description or schema.',
      explanation:
        'Verbs, HTTP methods, arguments and siblings clearly say that the tool writes, destroys, reaches outside or returns data, and the hint says the opposite. One of the two is wrong.',
      repair: 'Declares what the definition shows.',
    },
    tooStrict: {
      title: 'A tool that seems to only read says that it writes.',
      explanation:
        'A read that is declared a write asks people every time. It is safe, but people who are asked too often stop reading.',
      repair: 'Offers the read-only claim; never applied automatically.',
    },
    stripped: {
      title: 'A hint of a draft is only where SDKs drop it.',
      explanation:
        'Clients of the SDKs keep the title and the four hints of the specification in `annotations` and drop other keys. `_meta` arrives whole. Until a draft is merged, declare its hints in `_meta`.',
      repair: 'Copies the value to the same key of `_meta`.',
    },
    elsewhere: {
      title: 'A hint is where no client reads it.',
      explanation:
        'Clients read hints of the specification in `annotations`, those of drafts in `_meta` and `annotations`. Anywhere else, and in `_meta` for the four of the specification, hints are lost.',
      repair: 'Declares the same value where clients look.',
    },
    missing: {
      title: 'A tool does not say whether it only reads.',
      explanation:
        'A tool without `readOnlyHint` counts as changing and destroying. Every call asks a person, even a lookup.',
      repair: 'Declares what name, description and schema clearly say.',
    },
    incomplete: {
      title: 'A tool leaves one of the other hints of the specification unsaid.',
      explanation:
        'Missing hints count as their worst value: `destructiveHint` true, `idempotentHint` false, `openWorldHint` true. The first two matter only for tools that change things.',
      repair: 'Declares what name, description and schema clearly say.',
    },
    allHighest: {
      title: 'Every tool asks for the most able model.',
      explanation:
        'SEP-2417: servers should not set `intelligencePriority` to 1.0 for all tools. The signal helps only if it tells tools apart.',
      repair: null,
    },
    undifferentiated: {
      title: 'All tools prefer the same model.',
      explanation:
        'Equal preferences for a list and for a deep analysis tell a client nothing; nor does a tool whose intelligence, cost and speed weigh the same.',
      repair: null,
    },
    byInput: {
      title: 'The model is chosen by what a tool takes, not by what it returns.',
      explanation:
        'SEP-2417: preferences are about the reader of the result. A tool that returns an id needs no able model; one that returns an analysis does.',
      repair: null,
    },
    openWorldInconsistent: {
      title: 'Tools of one server that reach equally far say different things about it.',
      explanation:
        'Whether an outside service is an open world is a property of the server: `get_issue` cannot be open if `update_issue` is closed. Operators must override the whole server.',
      repair: null,
    },
    destructiveWithoutReversible: {
      title: 'A tool says that it destroys, but not whether that can be undone.',
      explanation:
        'Moving to a bin and erasing are both destructive. `reversibleHint` (SEP-1984) tells them apart: `intent` asks about what cannot be undone, `strict` needs two people for it.',
      repair: 'Declares what the definition or a sibling that does the opposite says.',
    },
    reversible: {
      title: 'A tool shows whether it can be undone, and does not declare it.',
      explanation:
        'SEP-1984: set `reversibleHint` if a program can undo the effect, and false if nothing can, as for a sent mail.',
      repair: 'Declares what the definition or a sibling that does the opposite says.',
    },
    titleMissing: {
      title: 'A tool has no title.',
      explanation: 'Approvers read the title of a tool. Without one they see the name that programs use.',
      repair: 'Writes the words of the name as a title.',
    },
    descriptionMissing: {
      title: 'A tool has no description.',
      explanation:
        'Models choose tools by it, and operators review by it. Without it Callgate cannot suggest or check hints.',
      repair: null,
    },
    worstCase: {
      title: 'The claims describe a harmless call, not the worst one.',
      explanation:
        'Hints describe the tool, not one call. A tool with `action: list | delete` can delete; one that runs code can do anything. Split it, or declare the worst.',
      repair: 'Declares the worst case.',
    },
  },

  definitionShows: 'its definition says so',
  writes: 'it writes',
  reads: 'it reads',
  declare: ({ hint }: SpelledHint): string => `Declare ${code(hint)}.`,
  line: ({
    severity,
    rule,
    tool,
    path,
    problem,
  }: {
    readonly severity: string;
    readonly rule: string;
    readonly tool: string | undefined;
    readonly path: string;
    readonly problem: string;
  }): string => `${severity} ${rule} ${tool === undefined ? '' : `${tool} `}at ${path}: ${problem}`,
  fromTest: 'a test',
  expectedProblems: 'Expected problems in how the tools are described, and found none',
  expectedNone: ({ findings }: { readonly findings: readonly string[] }): string =>
    `Expected the tools to be well described:\n${findings.join('\n')}`,

  conflict: ({ keys }: { readonly keys: readonly string[] }): string =>
    `${keys.map(code).join(' and ')} cannot both be true`,
  conflictHelp: 'Remove the wrong one. Until then the worse of both is believed.',
  malformed: ({ key, problem }: { readonly key: string; readonly problem: string }): string =>
    `${code(key)} is ${problem}`,
  malformedHelp: 'Write a value of the right type, or leave it out.',
  unknownKey: ({ key }: { readonly key: string }): string => `There is no hint ${code(key)}`,
  unknownKeyHelp: ({ key }: { readonly key: string }): string => `Write ${code(key)}.`,

  missing: {
    readOnly: ({ hint }: SpelledHint): string =>
      `${code(hint)} is missing, so clients assume that the tool changes things`,
    destructive: ({ hint }: SpelledHint): string =>
      `${code(hint)} is missing, so clients assume that the tool destroys`,
    idempotent: ({ hint }: SpelledHint): string =>
      `${code(hint)} is missing, so clients do not retry after a failure`,
    openWorld: ({ hint }: SpelledHint): string =>
      `${code(hint)} is missing, so clients assume that the tool reaches outside`,
    probably: ({ hint, because }: SpelledHint & HintReason): string =>
      `It is probably ${code(hint)}: ${because}.`,
    probablyInMeta: ({ hint, because }: SpelledHint & HintReason): string =>
      `It is probably ${code(hint)} in \`_meta\`: ${because}.`,
    declare: ({ hint }: SpelledHint): string => `Declare ${code(hint)}, true or false, for the worst call.`,
  },

  reversible: {
    unsaid: 'The tool says that it destroys, but not whether that can be undone',
    shown: ({ because }: HintReason): string => `\`reversibleHint\` is missing, but ${because}`,
    declare: 'Declare `reversibleHint` in `_meta`: true if another call can undo its effect.',
  },

  drafts: {
    agentName: 'its name says that it is an agent',
    actsAlone: 'it plans and acts on its own',
    modelName: 'its name says that it uses a model',
    usesModel: 'it says that it uses a model',
    mostlyLong: 'such work takes long',
    takesLong: 'it says that it takes long',
    mostlyHeavy: 'such work needs many resources',
    isHeavy: 'it says that it needs many resources',
    dataName: 'its name names personal or regulated data',
    dataLead: 'it mentions personal or regulated data',
    systemName: 'its name says that it changes a system or the rights of others',
    elevated: 'it says that it needs elevated rights',
    found: ({ because, text }: HintReason & { readonly text: string }): string =>
      `${because} (${code(text)})`,
    missing: ({ hint, because }: SpelledHint & HintReason): string =>
      `${code(hint)} is missing, but ${because}`,
    declare: ({ yes, no }: { readonly yes: string; readonly no: string }): string =>
      `Declare ${code(yes)} in \`_meta\` if that is true, ${code(no)} if not.`,
    slow: ({
      deniesSlowness,
      calls,
      usual,
    }: {
      readonly deniesSlowness: boolean;
      readonly calls: number;
      readonly usual: string;
    }): string =>
      `${deniesSlowness ? 'The tool says that it is not slow' : '`slowExecutionHint` is missing'}, but half of ${countOf(calls, 'call')} took ${usual} or longer`,
    slowHelp: ({ hint }: SpelledHint): string =>
      `Declare ${code(hint)} in \`_meta\`, so that clients wait and show progress.`,
    quick: ({ calls }: { readonly calls: number }): string =>
      `The tool says that it is slow, but nearly all of ${countOf(calls, 'call')} took less than a second`,
    quickHelp: 'Leave `slowExecutionHint` out if that is usual.',
  },

  evidence: {
    callerAddress: ({ argument }: { readonly argument: string }): string =>
      `${code(argument)} is an address that the caller chooses`,
    contradicted: ({ claim, because }: { readonly claim: string } & HintReason): string =>
      `The tool claims ${code(claim)}, but ${because}`,
    contradictedHelp: ({ hint }: SpelledHint): string =>
      `Declare ${code(hint)}, or say in name and description why it is not so.`,
    repeatIsNoRead: ({ because }: HintReason): string =>
      `The tool claims to only read, but ${because}; being repeatable does not make it a read`,
    repeatIsNoReadHelp: ({ hint, kept }: SpelledHint & { readonly kept: string }): string =>
      `Declare ${code(hint)} and keep ${code(kept)}.`,
    readUnsaid: ({ because }: HintReason): string =>
      `The tool claims to be repeatable and not to only read, but ${because}`,
    readUnsaidHelp: ({ hint, kept }: SpelledHint & { readonly kept: string }): string =>
      `Declare ${code(hint)} if no call changes anything: ${code(kept)} does not say so.`,
    overstatedHelp: ({ hint }: SpelledHint): string => `Declare ${code(hint)} if no call changes anything.`,
  },

  worstCase: {
    choice: ({ argument, choice }: { readonly argument: string; readonly choice: string }): string =>
      `${code(argument)} can be ${code(choice)}`,
    code: ({ argument }: { readonly argument: string }): string =>
      `${code(argument)} is run as code, which can do anything`,
    found: ({ hint, because }: SpelledHint & HintReason): string =>
      `The tool claims ${code(hint)}, but ${because}, and the worst call counts`,
    help: ({ hint }: SpelledHint): string =>
      `Declare ${code(hint)}, or move what changes things to a tool of its own.`,
  },

  homes: {
    dropped: ({ key }: { readonly key: string }): string =>
      `${code(key)} in \`annotations\` does not reach clients built with the SDKs`,
    droppedHelp: 'Declare it in `_meta` as well.',
    elsewhere: ({ path }: { readonly path: string }): string =>
      `${code(path)} is not where clients look for it`,
    elsewhereHelp: ({ home }: { readonly home: string }): string => `Declare it in ${code(home)}.`,
  },

  models: {
    allHighest: ({ count }: { readonly count: number }): string =>
      `All ${countOf(count, 'tool')} with modelPreferences set intelligencePriority to 1`,
    allHighestHelp:
      'Lower it where a small model can read the result, and leave modelPreferences out where any model will do.',
    allSame: ({ count }: { readonly count: number }): string =>
      `All ${countOf(count, 'tool')} with modelPreferences set the same values`,
    allSameHelp: 'Tell tools whose results need judgement from those that any model can read.',
    noWeight: ({ tool }: { readonly tool: string }): string =>
      `${code(tool)} weighs intelligence, cost and speed the same`,
    noWeightHelp: 'Say what matters more, or leave modelPreferences out.',
    tooAble: ({ wants }: { readonly wants: number }): string =>
      `The tool asks for an able model (${wants}), but it returns an id, a state or a number`,
    tooSimple: ({ wants }: { readonly wants: number }): string =>
      `The tool asks for a simple model (${wants}), but its result needs judgement`,
    byResult: 'Set it by how hard the result is to read.',
  },

  openWorld: {
    tools: ({ names, more }: { readonly names: readonly string[]; readonly more: number }): string =>
      `${names.map(code).join(', ')}${more === 0 ? '' : ` and ${more} more`}`,
    apart: ({
      tools,
      count,
      value,
      others,
    }: {
      readonly tools: string;
      readonly count: number;
      readonly value: boolean;
      readonly others: number;
    }): string =>
      `${tools} ${count === 1 ? 'claims' : 'claim'} \`openWorldHint: ${value}\`, while ${countOf(others, 'tool')} about the same things claim \`${!value}\``,
    help: 'Decide once for the server whether it reaches an open world, and say it for every tool.',
  },

  text: {
    noTitle: 'The tool has no title',
    noTitleHelp: 'Say in a few words what it does, for the person who approves a call.',
    noDescription: 'The tool has no description',
    noDescriptionHelp: 'Say what it does, what it changes, and what it returns.',
  },
};

export type LintMessages = typeof lintMessages;
