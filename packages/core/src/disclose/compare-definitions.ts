import type { JsonObject } from '../receive/json.ts';
import { isJsonObject, own } from '../receive/json.ts';
import { ARGUMENT_ROLES_KEY } from '../vocabulary/claim-keys.ts';
import { readClaims } from '../vocabulary/claims.ts';
import type { DefinitionChange, Direction } from './compare-change.ts';
import { isText } from './compare-change.ts';
import { compareClaims, isTold } from './compare-claims.ts';
import type { Difference } from './compare-json.ts';
import { differences, keysOf, sameJson, textOf } from './compare-json.ts';
import { compareRoles } from './compare-roles.ts';
import { compareSchemas } from './compare-schemas.ts';
import { carriesProse, carriesText } from './compare-text.ts';
import type { CustomHint } from './custom-hint.ts';

export interface DefinitionComparison {
  readonly verdict: Direction;
  /** Equal up to key order; everything else has at least one change. */
  readonly same: boolean;
  /** What asks for less care than before comes first. */
  readonly changes: readonly DefinitionChange[];
}

const ORDER: readonly Direction[] = ['loosened', 'tightened', 'neutral'];

const WORDS: Readonly<Record<'text' | 'output' | 'other', string>> = {
  text: 'a text that people and models read',
  output: 'another shape of results is declared',
  other: 'nothing that hints or rules read',
};

const plain = (difference: Difference, part: 'text' | 'output' | 'other'): DefinitionChange => ({
  part,
  path: difference.path,
  change: 'neutral',
  before: difference.before,
  after: difference.after,
  words: WORDS[part],
});

const TEXT_PARTS: ReadonlySet<string> = new Set(['name', 'title', 'description', 'icons']);
const HOMES: ReadonlySet<string> = new Set(['annotations', '_meta']);

const wholeText = (definition: JsonObject): string | undefined =>
  isJsonObject(definition) ? textOf(definition) : undefined;

/** An argument's own name stands for all that is inside of it. */
const movesRole = (path: string, changes: readonly DefinitionChange[]): boolean => {
  const prefix = `_meta.${ARGUMENT_ROLES_KEY}.`;
  if (!path.startsWith(prefix)) return false;
  const name = path.slice(prefix.length);
  return changes.some(
    (change) =>
      change.path === name || change.path.startsWith(`${name}.`) || change.path.startsWith(`${name}[`),
  );
};

/**
 * What changed between two definitions of a tool, and whether it asks for less care than before. Text cannot tighten,
 * but it can carry instructions: a changed one is always told. Total, whatever the definitions hold.
 */
export const compareDefinitions = (
  before: JsonObject,
  after: JsonObject,
  custom: readonly CustomHint[] = [],
): DefinitionComparison => {
  const texts = [wholeText(before), wholeText(after)] as const;
  const whole = texts[0] !== undefined && texts[1] !== undefined;
  if (whole ? texts[0] === texts[1] : sameJson(before, after))
    return { verdict: 'neutral', same: true, changes: [] };
  // Whatever has no canonical form could also be endless: it is not walked, and such a tool is set apart anyway.
  if (!whole) {
    const words = 'the definition has no canonical form';
    const change: DefinitionChange = { part: 'other', path: '', change: 'loosened', before, after, words };
    return { verdict: 'loosened', same: false, changes: [change] };
  }
  const claims = [readClaims(before), readClaims(after)] as const;
  const claimChanges = compareClaims(claims[0], claims[1], custom);
  const roleChanges = compareRoles(before, after, claims[0], claims[1]);
  const rest = keysOf(before, after).flatMap((key): readonly DefinitionChange[] => {
    const was = own(before, key);
    const is = own(after, key);
    if (key === 'inputSchema') return sameJson(was, is) ? [] : compareSchemas(was, is, key);
    const found = differences(was, is, key, key);
    if (key === 'outputSchema')
      return found.map((one) => plain(one, one.name !== 'name' && isText(one.name) ? 'text' : 'output'));
    if (HOMES.has(key))
      return found
        .filter(
          (one) =>
            carriesProse(one) ||
            (!movesRole(one.path, roleChanges) && !isTold(one.path, claims, claimChanges, custom)),
        )
        .map((one) => plain(one, isText(one.name) || carriesText(one) ? 'text' : 'other'));
    return found.map((one) =>
      plain(one, TEXT_PARTS.has(key) || isText(one.name) || carriesText(one) ? 'text' : 'other'),
    );
  });
  const all = [...claimChanges, ...roleChanges, ...rest];
  const changes = ORDER.flatMap((direction) => all.filter((change) => change.change === direction));
  return { verdict: changes[0]?.change ?? 'neutral', same: false, changes };
};
