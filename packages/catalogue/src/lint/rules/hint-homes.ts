import type { JsonObject } from '@callgate/core';
import { HINTS, isJsonObject, getOwn } from '@callgate/core';
import { CLAIM_KEYS } from '@callgate/core/vocabulary';
import { lintMessages } from '@callgate/messages/catalogue/lint';
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
    ...lintMessages.rules.stripped,
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
                message: lintMessages.homes.dropped({ key }),
                help: lintMessages.homes.droppedHelp,
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
    ...lintMessages.rules.elsewhere,
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
          message: lintMessages.homes.elsewhere({ path: path.join('.') }),
          help: lintMessages.homes.elsewhereHelp({ home }),
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
