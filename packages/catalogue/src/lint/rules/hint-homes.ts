import type { JsonObject } from '@callgate/core';
import { HINTS, isJsonObject, getOwn } from '@callgate/core';
import { CLAIM_KEYS } from '@callgate/core/vocabulary';
import { SPECIFIED, findClaimPath } from '../hint-home.ts';
import type { RuleFinding, LintRule } from '../lint-rule.ts';
import { toolRule } from '../lint-rule.ts';

const SPECIFIED_KEYS: readonly string[] = SPECIFIED.map((hint) => HINTS[hint].key);

/** Keys of drafts: everything Callgate reads that the specification does not have. */
const DRAFT_KEYS: ReadonlySet<string> = new Set(
  [
    'inputMetadata',
    'returnMetadata',
    'io.modelcontextprotocol/action-metadata',
    'modelPreferences',
    'minTrustLevel',
    ...CLAIM_KEYS.filter((key) => key.in === 'top').map(({ key }) => key),
  ].filter((key) => !SPECIFIED_KEYS.includes(key)),
);

const homeObject = (definition: JsonObject, home: string): JsonObject => {
  const object = getOwn(definition, home);
  return isJsonObject(object) ? object : {};
};

export const strippedHint: LintRule = toolRule(
  {
    id: 'home/stripped',
    severity: 'warning',
    title: 'A hint of a draft is only where SDKs drop it.',
    explanation:
      'Clients of the SDKs keep the title and the four hints of the specification in `annotations` and drop other keys. `_meta` arrives whole. Until a draft is merged, declare its hints in `_meta`.',
    repair: 'Copies the value to the same key of `_meta`.',
  },
  ({ definition, claims }) => {
    const meta = homeObject(definition, '_meta');
    const unread = new Set(
      claims.malformed
        .filter(({ home }) => home === 'annotations')
        .map((claim) => findClaimPath(definition, claim)[1]),
    );
    return Object.entries(homeObject(definition, 'annotations')).flatMap(
      ([key, value]): readonly RuleFinding[] =>
        DRAFT_KEYS.has(key) && !unread.has(key) && getOwn(meta, key) === undefined
          ? [
              {
                path: ['annotations', key],
                message: `\`${key}\` in annotations does not reach clients built with the SDKs`,
                help: `declare it in _meta as well`,
                fix: { path: ['_meta', key], value },
              },
            ]
          : [],
    );
  },
);

export const misplacedHint: LintRule = toolRule(
  {
    id: 'home/elsewhere',
    severity: 'warning',
    title: 'A hint is where no client reads it.',
    explanation:
      'Clients read hints of the specification in `annotations`, those of drafts in `_meta` and `annotations`. Anywhere else, and in `_meta` for the four of the specification, hints are lost.',
    repair: 'Declares the same value where clients look.',
  },
  ({ definition }) => {
    const annotations = homeObject(definition, 'annotations');
    const meta = homeObject(definition, '_meta');
    const atTop = [...SPECIFIED_KEYS, ...DRAFT_KEYS].filter(
      (key) => getOwn(definition, key) !== undefined && key !== 'trusted',
    );
    const inMeta = SPECIFIED_KEYS.filter((key) => getOwn(meta, key) !== undefined);
    const found = (path: readonly string[], key: string): readonly RuleFinding[] => {
      const home = SPECIFIED_KEYS.includes(key) ? 'annotations' : '_meta';
      const there =
        home === 'annotations' ? getOwn(annotations, key) : (getOwn(meta, key) ?? getOwn(annotations, key));
      if (there !== undefined) return [];
      const value = path.length === 1 ? getOwn(definition, key) : getOwn(meta, key);
      return [
        {
          path,
          message: `\`${path.join('.')}\` is not where clients look for it`,
          help: `declare it in ${home}`,
          ...(value === undefined ? {} : { fix: { path: [home, key], value } }),
        },
      ];
    };
    return [
      ...atTop.flatMap((key) => found([key], key)),
      ...inMeta.flatMap((key) => found(['_meta', key], key)),
    ];
  },
);
