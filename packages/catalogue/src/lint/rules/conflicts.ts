import type { HintName, Json, JsonObject } from '@callgate/core';
import { HINTS, HINT_NAMES, isJsonObject, getOwn } from '@callgate/core';
import type { HintConflict } from '@callgate/core/disclose';
import type { MalformedClaim } from '@callgate/core/vocabulary';
import { CLAIM_KEYS } from '@callgate/core/vocabulary';
import { findNearestName } from '@callgate/policy';
import { lintMessages } from '@callgate/messages/catalogue/lint';
import type { Fix } from '../../finding.ts';
import { memberAt, findClaimPath } from '../hint-home.ts';
import type { InspectedTool } from '../inspect-server.ts';
import type { RuleFinding, LintRule } from '../lint-rule.ts';
import { toolRule } from '../lint-rule.ts';

const tightening = (hint: HintName): 'yes' | 'no' => (HINTS[hint].relaxing === 'yes' ? 'no' : 'yes');

/** The claims of a conflict that lower care; one of them has to go. */
const relaxingClaims = (
  { claims }: InspectedTool,
  { hints }: HintConflict,
): InspectedTool['claims']['answers'] =>
  claims.answers.filter(({ hint, answer }) => hints.includes(hint) && answer === HINTS[hint].relaxing);

const settle = (
  tool: InspectedTool,
  conflict: HintConflict,
): { readonly path: RuleFinding['path']; readonly fix?: Fix } => {
  const [relaxing] = relaxingClaims(tool, conflict);
  if (relaxing === undefined) return { path: ['annotations'] };
  const path = findClaimPath(tool.definition, relaxing);
  if (typeof memberAt(tool.definition, path) !== 'boolean') return { path };
  // aliases of opposite polarity say the same by another boolean
  const key = CLAIM_KEYS.find((each) => each.in === 'top' && each.key === path.at(-1));
  const value =
    key?.type === 'boolean' && path.length === 2
      ? key.yes[relaxing.hint] === tightening(relaxing.hint)
      : undefined;
  return value === undefined ? { path } : { path, fix: { path, value } };
};

export const conflictingHints: LintRule = toolRule(
  {
    id: 'hints/conflicting',
    severity: 'error',
    ...lintMessages.rules.conflicting,
  },
  (tool) =>
    tool.conflicts.map((conflict) => ({
      ...settle(tool, conflict),
      message: lintMessages.conflict({ keys: conflict.between }),
      help: lintMessages.conflictHelp,
    })),
);

/** A text that spells a boolean was meant as one. */
const intendedValue = (value: Json | undefined): Json | undefined =>
  typeof value !== 'string'
    ? undefined
    : /^true$/iu.test(value)
      ? true
      : /^false$/iu.test(value)
        ? false
        : undefined;

const repairOf = ({ definition }: InspectedTool, claim: MalformedClaim): Fix | undefined => {
  const path = findClaimPath(definition, claim);
  const value = memberAt(definition, path);
  if (value === undefined || Array.isArray(value)) return undefined;
  const isFlag = CLAIM_KEYS.some((each) => each.type === 'boolean' && each.key === path.at(-1));
  const boolean = isFlag ? intendedValue(value) : undefined;
  return boolean === undefined ? { path } : { path, value: boolean };
};

const PLAIN_WORDS: ReadonlySet<string> = new Set([
  'category',
  'sensitivity',
  'source',
  'destination',
  'outcome',
]);

/** `category` and the like are words servers use for themselves: a text that is near no known value is not meant for us. */
export const isServerVocabulary = (definition: JsonObject, claim: MalformedClaim): boolean => {
  const path = findClaimPath(definition, claim);
  const key = CLAIM_KEYS.find((each) => each.in === 'top' && each.key === path.at(-1));
  const value = memberAt(definition, path);
  return (
    path.length === 2 &&
    key?.type === 'enum' &&
    PLAIN_WORDS.has(key.key) &&
    typeof value === 'string' &&
    findNearestName(value, Object.keys(key.values)) === undefined
  );
};

export const malformedClaim: LintRule = toolRule(
  {
    id: 'hints/malformed',
    severity: 'error',
    ...lintMessages.rules.malformed,
  },
  (tool) =>
    tool.claims.malformed
      .filter((claim) => !isServerVocabulary(tool.definition, claim))
      .map((claim) => {
        const fix = repairOf(tool, claim);
        return {
          path: findClaimPath(tool.definition, claim),
          message: lintMessages.malformed({
            key: claim.home === claim.key ? claim.key : `${claim.home}.${claim.key}`,
            problem: claim.problem,
          }),
          help: lintMessages.malformedHelp,
          ...(fix === undefined ? {} : { fix }),
        };
      }),
);

const KEYS: readonly string[] = [
  ...new Set([
    'title',
    'modelPreferences',
    'inputMetadata',
    'returnMetadata',
    'minTrustLevel',
    ...CLAIM_KEYS.filter((key) => key.in === 'top').map(({ key }) => key),
  ]),
];

const plain = (key: string): string => key.toLowerCase().replaceAll(/[^a-z]/gu, '');

/** The key that was probably meant: another case, without `Hint`, or a typo. */
const intendedKey = (written: string): string | undefined => {
  if (KEYS.includes(written) || written.includes('/')) return undefined;
  const bare = plain(written);
  return (
    KEYS.find((key) => plain(key) === bare || plain(key) === `${bare}hint`) ??
    (/hint$/iu.test(written)
      ? findNearestName(
          written,
          HINT_NAMES.map((hint) => HINTS[hint].key),
        )
      : undefined)
  );
};

export const unknownKey: LintRule = toolRule(
  {
    id: 'hints/unknown-key',
    severity: 'warning',
    ...lintMessages.rules.unknownKey,
  },
  ({ definition }) => {
    const annotations = getOwn(definition, 'annotations');
    if (!isJsonObject(annotations)) return [];
    return Object.entries(annotations).flatMap(([key, value]): readonly RuleFinding[] => {
      const right = intendedKey(key);
      if (right === undefined || getOwn(annotations, right) !== undefined) return [];
      return [
        {
          path: ['annotations', key],
          message: lintMessages.unknownKey({ key }),
          help: lintMessages.unknownKeyHelp({ key: right }),
          ...(typeof value === 'boolean' ? { fix: { path: ['annotations', right], value } } : {}),
        },
      ];
    });
  },
);
