import type { Answer } from './answer.ts';
import type { HintName } from './hint-names.ts';

/** The five questions a new annotation should answer before anybody relies on it. */
export interface FiveQuestions {
  /** What a client does differently because of it. */
  readonly behaviour: string;
  /** Whether it is any use from a server nobody vouches for. */
  readonly trust: string;
  /** Whether a namespaced `_meta` key would do. */
  readonly meta: string;
  /** What it says together with others. */
  readonly combination: string;
  /** Whether it informs or has to be enforced to be worth anything. */
  readonly hintOrContract: string;
}

/** One hint of the vocabulary. Parsing, beliefs, documentation, badges and schemas are all driven by these rows. */
export interface HintEntry {
  readonly name: HintName;
  /** The boolean annotation key of the document that introduced it. */
  readonly key: string;
  readonly document: string;
  /** What is believed when nobody says anything. */
  readonly default: Answer;
  /** The value that lowers care: believing it needs a ground. */
  readonly relaxing: 'yes' | 'no';
  /** Badge words for the two values, in plain language. */
  readonly badge: { readonly yes: string; readonly no: string };
  readonly description: string;
  readonly questions: FiveQuestions;
}

const SPECIFICATION = 'MCP specification 2025-03-26';
const SEP_1984 = 'SEP-1984';

export const HINTS: Readonly<Record<HintName, HintEntry>> = {
  readOnly: {
    name: 'readOnly',
    key: 'readOnlyHint',
    document: SPECIFICATION,
    default: 'no',
    relaxing: 'yes',
    badge: { yes: 'only reads', no: 'changes things' },
    description: 'The tool does not modify its environment.',
    questions: {
      behaviour: 'A described read runs without asking; everything else is a write.',
      trust: 'To relax, yes: an unvouched-for server that claims it is treated as if it had said nothing.',
      meta: 'No: it is the hint every client reads.',
      combination:
        'With destructive it is a contradiction. With openWorld it still carries data out in its query.',
      hintOrContract: 'A hint; a contract where a sandbox gives the tool nothing durable to write to.',
    },
  },
  destructive: {
    name: 'destructive',
    key: 'destructiveHint',
    document: SPECIFICATION,
    default: 'yes',
    relaxing: 'no',
    badge: { yes: 'can destroy', no: 'only adds' },
    description: 'The tool may delete or overwrite; meaningful only if it is not read-only.',
    questions: {
      behaviour:
        'A destroying call is confirmed, and in a labelled session also needs a verb of its kind in the person’s words.',
      trust: 'The tightening value is believed from anybody, the relaxing one only on a ground.',
      meta: 'No: it is the hint every client reads.',
      combination: 'With agency: stronger terms. With reversible yes and no destruction: the lightest write.',
      hintOrContract: 'A hint: what it destroys is outside what a sandbox can see.',
    },
  },
  idempotent: {
    name: 'idempotent',
    key: 'idempotentHint',
    document: SPECIFICATION,
    default: 'no',
    relaxing: 'yes',
    badge: { yes: 'safe to repeat', no: 'acts again when repeated' },
    description: 'Repeating the call with the same arguments has no additional effect.',
    questions: {
      behaviour: 'A failed call may be retried by itself; otherwise a retry is a new decision.',
      trust: 'Yes: a wrong claim repeats an effect.',
      meta: 'No: it is the hint every client reads.',
      combination: 'Never read-only: an idempotent write still writes the first time.',
      hintOrContract: 'A hint.',
    },
  },
  openWorld: {
    name: 'openWorld',
    key: 'openWorldHint',
    document: SPECIFICATION,
    default: 'yes',
    relaxing: 'no',
    badge: { yes: 'reaches outside', no: 'stays inside' },
    description: 'The tool interacts with an open world of external entities.',
    questions: {
      behaviour:
        'Its call can carry data out and its result can carry instructions in: both are tracked per session.',
      trust: 'To relax, yes. Servers use it inconsistently, so operators override it per server.',
      meta: 'No: it is the hint every client reads.',
      combination:
        'The outward leg of the lethal trifecta, together with private data and untrusted content seen.',
      hintOrContract: 'A hint; a contract where the network reaches only the operator’s list.',
    },
  },
  agency: {
    name: 'agency',
    key: 'agencyHint',
    document: 'SEP-1938',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'acts as an agent', no: 'one plain operation' },
    description: 'The tool plans and acts in several steps of its own towards a goal.',
    questions: {
      behaviour:
        'Progress is shown as an activity feed; enabling it is asked about; its own label raise counts before it runs.',
      trust: 'No: saying so can only tighten.',
      meta: 'It could, but pickers that separate agents from utilities need a common key.',
      combination: 'With destructive: stricter human control. With readOnly: lower risk, still autonomous.',
      hintOrContract: 'A hint.',
    },
  },
  aiProcessing: {
    name: 'aiProcessing',
    key: 'aiProcessingHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'uses AI', no: 'uses no AI' },
    description: 'The tool uses a machine learning or language model.',
    questions: {
      behaviour: 'The call is tagged for AI governance, counted, and its cost and delay are told.',
      trust: 'No: saying so can only tighten.',
      meta: 'For one organisation’s own reporting, yes; for common governance, no.',
      combination: 'With sensitiveData: AI governance and data protection together.',
      hintOrContract: 'A hint.',
    },
  },
  slowExecution: {
    name: 'slowExecution',
    key: 'slowExecutionHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'may be slow', no: 'quick' },
    description: 'The tool typically takes long to run.',
    questions: {
      behaviour: 'Progress is shown, the delay is told beforehand, the call can be offered as a task.',
      trust: 'No: it never lifts the operator’s cap on time.',
      meta: 'It could; a common key lets every client show progress.',
      combination: 'With resourceIntensive: detailed progress and managed resources.',
      hintOrContract: 'A hint.',
    },
  },
  resourceIntensive: {
    name: 'resourceIntensive',
    key: 'resourceIntensiveHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'heavy on the system', no: 'light' },
    description: 'The tool uses much processor time, memory or disk.',
    questions: {
      behaviour: 'Few run at once, hours can be set, the system load is told and watched.',
      trust: 'No: saying so can only tighten.',
      meta: 'It could; a common key lets every client limit concurrency.',
      combination: 'With slowExecution: detailed progress and managed resources.',
      hintOrContract: 'A hint; a contract where the sandbox caps resources.',
    },
  },
  sensitiveData: {
    name: 'sensitiveData',
    key: 'sensitiveDataHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'touches sensitive data', no: 'no sensitive data' },
    description:
      'The tool processes or can reach personal, financial, credential or otherwise confidential data.',
    questions: {
      behaviour: 'Full audit, no caching of results, and the session counts as having touched private data.',
      trust: 'To relax, yes; to tighten, no.',
      meta: 'No: the private leg of the trifecta depends on it across servers.',
      combination:
        'With privilegedAccess: high risk. With aiProcessing: data protection applies to the model too.',
      hintOrContract: 'A hint.',
    },
  },
  privilegedAccess: {
    name: 'privilegedAccess',
    key: 'privilegedAccessHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'needs elevated rights', no: 'ordinary rights' },
    description: 'The tool needs administrative or otherwise elevated rights.',
    questions: {
      behaviour: 'Always confirmed, also when it only reads.',
      trust: 'No: saying so can only tighten.',
      meta: 'It could; a common key lets every client ask.',
      combination: 'With sensitiveData: stronger terms, or two approvers.',
      hintOrContract: 'A hint; a contract where the sandbox drops the rights.',
    },
  },
  reversible: {
    name: 'reversible',
    key: 'reversibleHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'yes',
    badge: { yes: 'can be undone', no: 'cannot be undone' },
    description: 'What the tool does can be undone; meaningful only if it is not read-only.',
    questions: {
      behaviour:
        'Approvers are told who says so, and by which tool where the definition names one; what cannot be undone is confirmed, in strict settings by two.',
      trust: 'To relax, yes.',
      meta: 'No: approvers need it in every client.',
      combination:
        'With destructive no: the lightest write. Alike reversible calls may be approved as a group.',
      hintOrContract: 'A hint.',
    },
  },
  requiresConfirmation: {
    name: 'requiresConfirmation',
    key: 'requiresConfirmation',
    document: 'side-effect disclosure specification',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'asks to be confirmed', no: 'needs no confirmation' },
    description: 'The author asks for a person’s word before every call, whatever the tool’s nature.',
    questions: {
      behaviour: 'The call is confirmed, also when it only reads (it may cost money).',
      trust: 'No: saying yes can only tighten, and saying no never lifts another rule.',
      meta: 'It could; a common key makes it hold in every client.',
      combination: 'Independent of destructive: one is nature, the other a demand.',
      hintOrContract: 'Made a contract by the gate, which holds the call.',
    },
  },
  secret: {
    name: 'secret',
    key: 'secretHint',
    document: 'SEP-1560',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'returns secrets', no: 'no secrets' },
    description: 'The tool returns or handles secrets such as keys and passwords.',
    questions: {
      behaviour:
        'Values are encrypted in the record and hashed in logs; the session counts as having touched private data.',
      trust: 'No to tighten; and it hides nothing from approvers and record-keepers.',
      meta: 'It is found in both homes; either is read.',
      combination: 'With openWorld: the shortest path out.',
      hintOrContract: 'A hint.',
    },
  },
  unsafeOutput: {
    name: 'unsafeOutput',
    key: 'unsafeOutputHint',
    document: 'SEP-1561',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'returns untrusted content', no: 'returns checked content' },
    description: 'What the tool returns may contain instructions written by others.',
    questions: {
      behaviour: 'The session counts as having seen untrusted content from then on.',
      trust: 'To relax, yes; to tighten, no.',
      meta: 'No: the untrusted leg of the trifecta depends on it across servers.',
      combination:
        'The untrusted leg of the trifecta; with any consequential call after it, the trigger of a hold.',
      hintOrContract: 'A hint.',
    },
  },
  trusted: {
    name: 'trusted',
    key: 'trustedHint',
    document: 'SEP-1487',
    default: 'unknown',
    relaxing: 'yes',
    badge: { yes: 'output vouched for', no: 'output not vouched for' },
    description:
      'The output of the tool is vouched for. It means only that the output is not labelled untrusted.',
    questions: {
      behaviour: 'Believed yes, its output does not label the session untrusted.',
      trust: 'Yes, wholly: a server cannot vouch for itself.',
      meta: 'Yes: it only matters where one organisation runs both sides.',
      combination: 'With unsafeOutput it is a contradiction.',
      hintOrContract:
        'Asks to be a contract; here it is believed only from the operator or a server they trust.',
    },
  },
  maliciousActivity: {
    name: 'maliciousActivity',
    key: 'maliciousActivityHint',
    document: 'SEP-1913',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'malice was noticed', no: 'no malice noticed' },
    description: 'The server noticed, or warns of, malicious activity around this tool.',
    questions: {
      behaviour: 'The call is confirmed and what it returns counts as untrusted.',
      trust: 'No: saying so can only tighten.',
      meta: 'No: a warning must reach every client.',
      combination: 'Implies unsafeOutput and requiresConfirmation.',
      hintOrContract: 'A hint.',
    },
  },
};
