import type { Answer } from './answer.ts';
import type { HintName } from './hint-names.ts';

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
  readonly badge: { readonly yes: string; readonly no: string };
  readonly description: string;
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
  },
  destructive: {
    name: 'destructive',
    key: 'destructiveHint',
    document: SPECIFICATION,
    default: 'yes',
    relaxing: 'no',
    badge: { yes: 'can destroy', no: 'only adds' },
    description: 'The tool may delete or overwrite; meaningful only if it is not read-only.',
  },
  idempotent: {
    name: 'idempotent',
    key: 'idempotentHint',
    document: SPECIFICATION,
    default: 'no',
    relaxing: 'yes',
    badge: { yes: 'safe to repeat', no: 'acts again when repeated' },
    description: 'Repeating the call with the same arguments has no additional effect.',
  },
  openWorld: {
    name: 'openWorld',
    key: 'openWorldHint',
    document: SPECIFICATION,
    default: 'yes',
    relaxing: 'no',
    badge: { yes: 'reaches outside', no: 'stays inside' },
    description: 'The tool interacts with an open world of external entities.',
  },
  agency: {
    name: 'agency',
    key: 'agencyHint',
    document: 'SEP-1938',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'acts as an agent', no: 'one plain operation' },
    description: 'The tool plans and acts in several steps of its own towards a goal.',
  },
  aiProcessing: {
    name: 'aiProcessing',
    key: 'aiProcessingHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'uses AI', no: 'uses no AI' },
    description: 'The tool uses a machine learning or language model.',
  },
  slowExecution: {
    name: 'slowExecution',
    key: 'slowExecutionHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'may be slow', no: 'quick' },
    description: 'The tool typically takes long to run.',
  },
  resourceIntensive: {
    name: 'resourceIntensive',
    key: 'resourceIntensiveHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'heavy on the system', no: 'light' },
    description: 'The tool uses much processor time, memory or disk.',
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
  },
  privilegedAccess: {
    name: 'privilegedAccess',
    key: 'privilegedAccessHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'needs elevated rights', no: 'ordinary rights' },
    description: 'The tool needs administrative or otherwise elevated rights.',
  },
  reversible: {
    name: 'reversible',
    key: 'reversibleHint',
    document: SEP_1984,
    default: 'unknown',
    relaxing: 'yes',
    badge: { yes: 'can be undone', no: 'cannot be undone' },
    description: 'What the tool does can be undone; meaningful only if it is not read-only.',
  },
  requiresConfirmation: {
    name: 'requiresConfirmation',
    key: 'requiresConfirmation',
    document: 'side-effect disclosure specification',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'asks to be confirmed', no: 'needs no confirmation' },
    description: 'The author asks for approval of every call, whatever the tool does.',
  },
  secret: {
    name: 'secret',
    key: 'secretHint',
    document: 'SEP-1560',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'returns secrets', no: 'no secrets' },
    description: 'The tool returns or handles secrets such as keys and passwords.',
  },
  unsafeOutput: {
    name: 'unsafeOutput',
    key: 'unsafeOutputHint',
    document: 'SEP-1561',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'returns untrusted content', no: 'returns checked content' },
    description: 'What the tool returns may contain instructions written by others.',
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
  },
  maliciousActivity: {
    name: 'maliciousActivity',
    key: 'maliciousActivityHint',
    document: 'SEP-1913',
    default: 'unknown',
    relaxing: 'no',
    badge: { yes: 'malice was noticed', no: 'no malice noticed' },
    description: 'The server noticed, or warns of, malicious activity around this tool.',
  },
};
