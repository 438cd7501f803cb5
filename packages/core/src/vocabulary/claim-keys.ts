import type { JsonObject } from '../receive/json.ts';
import type { HintName } from './hint-names.ts';
import { HINT_NAMES } from './hint-names.ts';
import { HINTS } from './hints.ts';

export type HintValues = { readonly [H in HintName]?: 'yes' | 'no' };

/** Hints whose value is a set or an object stand beside the three-valued ones as details. */
export const SET_DETAILS = [
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
] as const;

export type SetDetail = (typeof SET_DETAILS)[number];

/** Sources whose content is not public. */
export const PRIVATE_SOURCES: ReadonlySet<string> = new Set(['internal', 'user', 'system']);

/** Where in `annotations` or `_meta` a key lives. */
export type ClaimContainer = 'top' | 'inputMetadata' | 'returnMetadata' | 'actionMetadata';

interface KeyBase {
  readonly key: string;
  readonly in: ClaimContainer;
  readonly document: string;
}

interface BooleanKey extends KeyBase {
  readonly type: 'boolean';
  readonly yes: HintValues;
  readonly no: HintValues;
}

/** Values from most relaxed to tightest: each step up is tightening. A scalar or an array (a possible set). */
export interface EnumKey extends KeyBase {
  readonly type: 'enum';
  readonly about: string;
  readonly detail: SetDetail;
  readonly values: Readonly<Record<string, HintValues>>;
}

interface TextsKey extends KeyBase {
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
export const listModelPreferencesKeys = (home: JsonObject): readonly string[] => [
  'modelPreferences',
  ...Object.keys(home)
    .filter((key) => VENDOR_PREFERENCES.test(key))
    .toSorted(),
];

const SEP_1913 = 'SEP-1913';
const SEP_2793 = 'SEP-2793';
const OLDER_SEP_1913 = 'SEP-1913, older text';

/** `low no, medium, high yes`: each value in its order, and what it says about the hint. */
const saysOf = (hint: HintName, steps: string): Readonly<Record<string, HintValues>> =>
  Object.fromEntries(
    steps.split(', ').map((step): [string, HintValues] => {
      const [value = '', answer] = step.split(' ');
      return [value, answer === 'yes' || answer === 'no' ? { [hint]: answer } : {}];
    }),
  );

const SENSITIVITY: Readonly<Record<string, HintValues>> = {
  ...saysOf('sensitiveData', 'none no, user yes, pii yes, financial yes'),
  credentials: { sensitiveData: 'yes', secret: 'yes' },
  regulated: { sensitiveData: 'yes' },
};

const OUTCOMES: Readonly<Record<string, HintValues>> = {
  benign: { destructive: 'no' },
  consequential: { readOnly: 'no' },
  irreversible: { readOnly: 'no', reversible: 'no' },
};

const flag = (
  key: string,
  document: string,
  yes: HintValues,
  no: HintValues,
  where: ClaimContainer = 'top',
): BooleanKey => ({
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

const ordered = (
  at: `${ClaimContainer}.${string}`,
  detail: SetDetail,
  document: string,
  about: string,
  values: Readonly<Record<string, HintValues>>,
): EnumKey => {
  const [where, key] = at.split('.') as [ClaimContainer, string];
  return { type: 'enum', key, in: where, about, document, detail, values };
};

const texts = (detail: SetDetail, document: string, about: string): TextsKey => ({
  type: 'texts',
  key: detail,
  in: 'top',
  about,
  document,
  detail,
});

const LEADS_TO = 'What calling it may lead to.';
const OUTPUT_SENSITIVITY = 'How sensitive the output may be.';

const ENUMS: readonly ClaimKey[] = [
  ordered(
    'inputMetadata.destination',
    'destination',
    SEP_1913,
    'Where what is sent may end up.',
    saysOf('openWorld', 'ephemeral no, system no, user no, internal no, public yes'),
  ),
  ordered(
    'inputMetadata.sensitivity',
    'inputSensitivity',
    SEP_1913,
    'How sensitive the input may be.',
    SENSITIVITY,
  ),
  ordered('inputMetadata.outcomes', 'outcomes', SEP_1913, LEADS_TO, OUTCOMES),
  ordered('actionMetadata.outcome', 'outcomes', 'action metadata extension', LEADS_TO, OUTCOMES),
  ordered(
    'returnMetadata.source',
    'source',
    SEP_1913,
    'Where what is returned comes from.',
    saysOf('unsafeOutput', 'system no, user no, internal no, trustedPublic no, untrustedPublic yes'),
  ),
  ordered('returnMetadata.sensitivity', 'returnSensitivity', SEP_1913, OUTPUT_SENSITIVITY, SENSITIVITY),
  ordered(
    'top.sensitiveHint',
    'returnSensitivity',
    OLDER_SEP_1913,
    OUTPUT_SENSITIVITY,
    saysOf('sensitiveData', 'low no, medium yes, high yes'),
  ),
  ordered(
    'top.riskLevel',
    'riskLevel',
    SEP_2793,
    'How risky the author thinks it is.',
    saysOf('requiresConfirmation', 'low no, medium, high yes, critical yes'),
  ),
  ordered('top.category', 'category', SEP_2793, 'What kind of operation it is.', {
    ...saysOf('readOnly', 'read yes, observe yes, utility, mutate no'),
    delete: { readOnly: 'no', destructive: 'yes' },
    destroy: { readOnly: 'no', destructive: 'yes' },
  }),
  ordered(
    'top.blastRadius',
    'blastRadius',
    SEP_2793,
    'How far a mistake reaches.',
    saysOf('destructive', 'item, namespace, cluster, organization, global'),
  ),
  ordered(
    'top.reversibility',
    'reversibility',
    SEP_2793,
    'Whether and how it can be undone.',
    saysOf('reversible', 'auto yes, manual, none no'),
  ),
  ordered(
    'top.approvalRecommendation',
    'approvalRecommendation',
    SEP_2793,
    'How many people the author would ask.',
    saysOf('requiresConfirmation', 'none no, single yes, multi yes'),
  ),
  texts('sideEffects', SEP_2793, 'What else happens, in the author’s words.'),
  texts('attribution', SEP_1913, 'Who stands behind the content.'),
];

/** Every key that says something about a hint, in `annotations` and in `_meta` alike. */
export const CLAIM_KEYS: readonly ClaimKey[] = [
  ...HINT_NAMES.map((name) => oneHint(name, HINTS[name].key, HINTS[name].document)),
  ...ALIASES,
  ...ENUMS,
];
