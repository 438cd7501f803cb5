import type { JsonObject } from '../receive/json.ts';
import type { HintName } from './hint-names.ts';
import { HINT_NAMES } from './hint-names.ts';
import { HINTS } from './hints.ts';

/** What one value of a key says about the hints. */
export type Says = { readonly [H in HintName]?: 'yes' | 'no' };

/** Hints whose value is a set or an object stand beside the three-valued ones as details. */
export type SetDetail =
  | 'destination'
  | 'outcomes'
  | 'source'
  | 'inputSensitivity'
  | 'returnSensitivity'
  | 'riskLevel'
  | 'category'
  | 'blastRadius'
  | 'reversibility'
  | 'sideEffects'
  | 'approvalRecommendation'
  | 'attribution';

export const SET_DETAILS: readonly SetDetail[] = [
  'destination',
  'outcomes',
  'source',
  'inputSensitivity',
  'returnSensitivity',
  'riskLevel',
  'category',
  'blastRadius',
  'reversibility',
  'sideEffects',
  'approvalRecommendation',
  'attribution',
];

/** Sources whose content is not public. */
export const PRIVATE_SOURCES: ReadonlySet<string> = new Set(['internal', 'user', 'system']);

/** Where in `annotations` or `_meta` a key lives. */
export type Container = 'top' | 'inputMetadata' | 'returnMetadata' | 'actionMetadata';

interface KeyBase {
  readonly key: string;
  readonly in: Container;
  readonly document: string;
}

export interface BooleanKey extends KeyBase {
  readonly type: 'boolean';
  readonly yes: Says;
  readonly no: Says;
}

/** Values from most relaxed to tightest: each step up is tightening. A scalar or an array (a possible set). */
export interface EnumKey extends KeyBase {
  readonly type: 'enum';
  readonly about: string;
  readonly detail: SetDetail;
  readonly values: Readonly<Record<string, Says>>;
}

export interface TextsKey extends KeyBase {
  readonly type: 'texts';
  readonly about: string;
  readonly detail: SetDetail;
}

export type ClaimKey = BooleanKey | EnumKey | TextsKey;

export const ACTION_METADATA_KEY = 'io.modelcontextprotocol/action-metadata';
export const TRUST_ANNOTATIONS_KEY = 'io.modelcontextprotocol/trust-annotations';
export const TOOL_RESOLUTION_KEY = 'io.modelcontextprotocol/tool-resolution';
export const AI_INVOCATION_KEY = 'io.modelcontextprotocol/aiInvocation';
export const ARGUMENT_ROLES_KEY = 'dev.callgate/arguments';
export const DIRECTORY_KEY = 'dev.callgate/directory';
export const UNDO_KEY = 'dev.callgate/undo';
export const MODEL_PREFERENCES_KEYS: readonly string[] = [
  'modelPreferences',
  'com.example/model-preferences',
];

const VENDOR_PREFERENCES = /^[^/]{1,256}\/(?:model-preferences|modelPreferences)$/;

/** Where a home may hold model preferences: under the plain key, then under vendors' keys in the order of their names. */
export const modelPreferencesKeys = (home: JsonObject): readonly string[] => [
  'modelPreferences',
  ...Object.keys(home)
    .filter((key) => VENDOR_PREFERENCES.test(key))
    .toSorted(),
];

const SEP_1913 = 'SEP-1913';
const SEP_2793 = 'SEP-2793';
const OLDER_SEP_1913 = 'SEP-1913, older text';

const sensitivity: Readonly<Record<string, Says>> = {
  none: { sensitiveData: 'no' },
  user: { sensitiveData: 'yes' },
  pii: { sensitiveData: 'yes' },
  financial: { sensitiveData: 'yes' },
  credentials: { sensitiveData: 'yes', secret: 'yes' },
  regulated: { sensitiveData: 'yes' },
};

const outcomes: Readonly<Record<string, Says>> = {
  benign: { destructive: 'no' },
  consequential: { readOnly: 'no' },
  irreversible: { readOnly: 'no', reversible: 'no' },
};

const flag = (key: string, document: string, yes: Says, no: Says, where: Container = 'top'): BooleanKey => ({
  type: 'boolean',
  key,
  in: where,
  document,
  yes,
  no,
});

const oneHint = (hint: HintName, key: string, document: string): BooleanKey => ({
  type: 'boolean',
  key,
  in: 'top',
  document,
  yes: { [hint]: 'yes' },
  no: { [hint]: 'no' },
});

const ALIASES: readonly ClaimKey[] = [
  flag('maliciousActivityHint', SEP_1913, { unsafeOutput: 'yes', requiresConfirmation: 'yes' }, {}),
  flag('safeForContextHint', 'SEP-1561, older text', { unsafeOutput: 'no' }, { unsafeOutput: 'yes' }),
  flag('verifiedOutputHint', 'SEP-1561, older text', { unsafeOutput: 'no' }, { unsafeOutput: 'yes' }),
  oneHint('unsafeOutput', 'untrustedContentHint', 'WebMCP'),
  flag('consequentialHint', 'WebMCP', { readOnly: 'no' }, {}),
  oneHint('secret', 'SecretHint', 'SEP-1560 as @azure/mcp writes it'),
  oneHint('trusted', 'trusted', 'SEP-1487, abstract'),
  oneHint('sensitiveData', 'privateHint', OLDER_SEP_1913),
  oneHint('requiresConfirmation', 'requiresReview', 'action metadata extension'),
  flag(
    'requiresReview',
    'action metadata extension',
    { requiresConfirmation: 'yes' },
    { requiresConfirmation: 'no' },
    'actionMetadata',
  ),
];

const ENUMS: readonly ClaimKey[] = [
  {
    type: 'enum',
    key: 'destination',
    in: 'inputMetadata',
    about: 'Where what is sent may end up.',
    document: SEP_1913,
    detail: 'destination',
    values: {
      ephemeral: { openWorld: 'no' },
      system: { openWorld: 'no' },
      user: { openWorld: 'no' },
      internal: { openWorld: 'no' },
      public: { openWorld: 'yes' },
    },
  },
  {
    type: 'enum',
    key: 'sensitivity',
    in: 'inputMetadata',
    about: 'How sensitive the input may be.',
    document: SEP_1913,
    detail: 'inputSensitivity',
    values: sensitivity,
  },
  {
    type: 'enum',
    key: 'outcomes',
    in: 'inputMetadata',
    about: 'What calling it may lead to.',
    document: SEP_1913,
    detail: 'outcomes',
    values: outcomes,
  },
  {
    type: 'enum',
    key: 'outcome',
    in: 'actionMetadata',
    about: 'What calling it may lead to.',
    document: 'action metadata extension',
    detail: 'outcomes',
    values: outcomes,
  },
  {
    type: 'enum',
    key: 'source',
    in: 'returnMetadata',
    about: 'Where what is returned comes from.',
    document: SEP_1913,
    detail: 'source',
    values: {
      system: { unsafeOutput: 'no' },
      user: { unsafeOutput: 'no' },
      internal: { unsafeOutput: 'no' },
      trustedPublic: { unsafeOutput: 'no' },
      untrustedPublic: { unsafeOutput: 'yes' },
    },
  },
  {
    type: 'enum',
    key: 'sensitivity',
    in: 'returnMetadata',
    about: 'How sensitive the output may be.',
    document: SEP_1913,
    detail: 'returnSensitivity',
    values: sensitivity,
  },
  {
    type: 'enum',
    key: 'sensitiveHint',
    in: 'top',
    about: 'How sensitive the output may be.',
    document: OLDER_SEP_1913,
    detail: 'returnSensitivity',
    values: {
      low: { sensitiveData: 'no' },
      medium: { sensitiveData: 'yes' },
      high: { sensitiveData: 'yes' },
    },
  },
  {
    type: 'enum',
    key: 'riskLevel',
    in: 'top',
    about: 'How risky the author thinks it is.',
    document: SEP_2793,
    detail: 'riskLevel',
    values: {
      low: { requiresConfirmation: 'no' },
      medium: {},
      high: { requiresConfirmation: 'yes' },
      critical: { requiresConfirmation: 'yes' },
    },
  },
  {
    type: 'enum',
    key: 'category',
    in: 'top',
    about: 'What kind of operation it is.',
    document: SEP_2793,
    detail: 'category',
    values: {
      read: { readOnly: 'yes' },
      observe: { readOnly: 'yes' },
      utility: {},
      mutate: { readOnly: 'no' },
      delete: { readOnly: 'no', destructive: 'yes' },
      destroy: { readOnly: 'no', destructive: 'yes' },
    },
  },
  {
    type: 'enum',
    key: 'blastRadius',
    in: 'top',
    about: 'How far a mistake reaches.',
    document: SEP_2793,
    detail: 'blastRadius',
    values: { item: {}, namespace: {}, cluster: {}, organization: {}, global: {} },
  },
  {
    type: 'enum',
    key: 'reversibility',
    in: 'top',
    about: 'Whether and how it can be undone.',
    document: SEP_2793,
    detail: 'reversibility',
    values: { auto: { reversible: 'yes' }, manual: {}, none: { reversible: 'no' } },
  },
  {
    type: 'enum',
    key: 'approvalRecommendation',
    in: 'top',
    about: 'How many people the author would ask.',
    document: SEP_2793,
    detail: 'approvalRecommendation',
    values: {
      none: { requiresConfirmation: 'no' },
      single: { requiresConfirmation: 'yes' },
      multi: { requiresConfirmation: 'yes' },
    },
  },
  {
    type: 'texts',
    key: 'sideEffects',
    in: 'top',
    about: 'What else happens, in the author’s words.',
    document: SEP_2793,
    detail: 'sideEffects',
  },
  {
    type: 'texts',
    key: 'attribution',
    in: 'top',
    about: 'Who stands behind the content.',
    document: SEP_1913,
    detail: 'attribution',
  },
];

/** Every key that says something about a hint, in `annotations` and in `_meta` alike. */
export const CLAIM_KEYS: readonly ClaimKey[] = [
  ...HINT_NAMES.map((name) => oneHint(name, HINTS[name].key, HINTS[name].document)),
  ...ALIASES,
  ...ENUMS,
];
