import type { JsonObject, Json } from '../receive/json.ts';
import { isJsonObject, getOwn } from '../receive/json.ts';
import { isReservedName } from '../receive/member-names.ts';
import { ARGUMENT_ROLES_KEY } from '../vocabulary/claim-keys.ts';
import type { Claims } from '../vocabulary/claim.ts';
import { readClaims } from '../vocabulary/read-claims.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import type { GroundedRole } from './argument-roles.ts';
import { resolveArgumentRoles } from './argument-roles.ts';
import type { DefinitionChange, ChangeDirection } from './compare-change.ts';
import { isTextKeyword, compareRanks } from './compare-change.ts';
import { compareClaims, isReportedChange } from './compare-claims.ts';
import type { JsonDifference } from './compare-json.ts';
import { listDifferences, unionKeys, isEqualJson, tryCanonical } from './compare-json.ts';
import { compareSchemas } from './compare-schemas.ts';
import type { CustomHint } from './custom-hint.ts';
import { readToolNature } from './tool-nature.ts';

/** How much proof a value of the role needs. Destination and critical need the same, of different things. */
const PROOF: Readonly<Record<ArgumentRole, number>> = {
  payload: 0,
  object: 1,
  critical: 2,
  destination: 2,
  code: 3,
};

const roleDirection = (before: ArgumentRole, after: ArgumentRole): ChangeDirection => {
  const change = compareRanks(PROOF[before], PROOF[after]);
  return change === 'neutral' ? 'loosened' : change;
};

const rolesOf = (definition: JsonObject, claims: Claims): ReadonlyMap<string, GroundedRole> => {
  const inputSchema: Json = getOwn(definition, 'inputSchema') ?? true;
  const claimed = claims.details.roles;
  const name = getOwn(definition, 'name');
  const roles = resolveArgumentRoles({
    trust: 'trusted',
    inputSchema,
    nature: readToolNature(definition, typeof name === 'string' ? name : '', {
      outward: true,
      mutates: true,
      agentic: claims.answers.some(({ hint, answer }) => hint === 'agency' && answer === 'yes'),
    }),
    ...(claimed === undefined ? {} : { claimed }),
  });
  return new Map(roles.map((role) => [role.path, role]));
};

/** What an argument that one side does not know counts as there, where the other side makes a claim about it. */
const UNHEARD: ArgumentRole = 'critical';

/**
 * Roles as a believed server would have them: claims first, else what the schema tells. So a new description that
 * moves a role is told too, though it is only text.
 */
const compareRoles = (
  before: JsonObject,
  after: JsonObject,
  claimsBefore: Claims,
  claimsAfter: Claims,
): readonly DefinitionChange[] => {
  const one = rolesOf(before, claimsBefore);
  const two = rolesOf(after, claimsAfter);
  const changes: DefinitionChange[] = [];
  for (const path of new Set([...one.keys(), ...two.keys()])) {
    const was = one.get(path);
    const is = two.get(path);
    // An argument that came or went is a matter of the schema, unless a role is claimed for it.
    if ((was ?? is)?.ground === 'default' && (was === undefined || is === undefined)) continue;
    const from = was?.role ?? UNHEARD;
    const to = is?.role ?? UNHEARD;
    if (from === to) continue;
    changes.push({
      part: 'role',
      path,
      change: roleDirection(from, to),
      before: was?.role,
      after: is?.role,
      words: `the argument counted as ${from} and now counts as ${to}`,
    });
  }
  return changes;
};

/** Members of the protocol that hold one word of a fixed list, or a time. */
const FIXED: ReadonlyMap<string, RegExp> = new Map([
  ['execution.taskSupport', /^(?:forbidden|optional|required)$/],
  ['annotations.audience', /^(?:user|assistant)$/],
  ['annotations.lastModified', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/],
]);

const PLAIN_NAME = /^[\w$@./:[\]-]{0,64}$/;
const OWN_MEMBER = /^_meta\.([^/[]+)/;

const stringsIn = (value: Json | undefined): readonly string[] => {
  const found: string[] = [];
  const pending: (Json | undefined)[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null)
      for (const [key, member] of Object.entries(next))
        pending.push(...(Array.isArray(next) ? [] : [key]), member);
  }
  return found;
};

/** What Callgate reads of a definition and agents never see. */
const isKeptBack = (path: string): boolean => isReservedName(OWN_MEMBER.exec(path)?.[1] ?? '');

/** Words that are no value of any list: an agent may take them for instructions. */
const carriesProse = ({ path, after }: JsonDifference): boolean =>
  !isKeptBack(path) && stringsIn(after).some((text) => !PLAIN_NAME.test(text));

/** Whether something came, or is another than before, that agents read: a string, or a name that is none. */
const carriesText = (difference: JsonDifference): boolean => {
  const { path, before, after } = difference;
  if (isKeptBack(path) || after === undefined) return false;
  if (before === undefined && path.split('.').some((name) => !PLAIN_NAME.test(name))) return true;
  const fixed = FIXED.get(path.replace(/\[\d+\]$/, ''));
  return stringsIn(after).some((text) => fixed?.test(text) !== true);
};

export interface DefinitionComparison {
  readonly verdict: ChangeDirection;
  /** Equal up to key order; everything else has at least one change. */
  readonly same: boolean;
  /** What asks for less care than before comes first. */
  readonly changes: readonly DefinitionChange[];
}

const ORDER: readonly ChangeDirection[] = ['loosened', 'tightened', 'neutral'];

const WORDS: Readonly<Record<'text' | 'output' | 'other', string>> = {
  text: 'a text that people and models read',
  output: 'another shape of results is declared',
  other: 'nothing that hints or rules read',
};

const plain = (difference: JsonDifference, part: 'text' | 'output' | 'other'): DefinitionChange => ({
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
  isJsonObject(definition) ? tryCanonical(definition) : undefined;

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
  if (whole ? texts[0] === texts[1] : isEqualJson(before, after))
    return { verdict: 'neutral', same: true, changes: [] };
  // Whatever has no canonical form could also be endless: it is not walked, and such a tool is quarantined anyway.
  if (!whole) {
    const words = 'the definition has no canonical form';
    const change: DefinitionChange = { part: 'other', path: '', change: 'loosened', before, after, words };
    return { verdict: 'loosened', same: false, changes: [change] };
  }
  const claims = [readClaims(before), readClaims(after)] as const;
  const claimChanges = compareClaims(claims[0], claims[1], custom);
  const roleChanges = compareRoles(before, after, claims[0], claims[1]);
  const rest = unionKeys(before, after).flatMap((key): readonly DefinitionChange[] => {
    const was = getOwn(before, key);
    const is = getOwn(after, key);
    if (key === 'inputSchema') return isEqualJson(was, is) ? [] : compareSchemas(was, is, key);
    const found = listDifferences(was, is, key, key);
    if (key === 'outputSchema')
      return found.map((one) =>
        plain(one, one.name !== 'name' && isTextKeyword(one.name) ? 'text' : 'output'),
      );
    if (HOMES.has(key))
      return found
        .filter(
          (one) =>
            carriesProse(one) ||
            (!movesRole(one.path, roleChanges) && !isReportedChange(one.path, claims, claimChanges, custom)),
        )
        .map((one) => plain(one, isTextKeyword(one.name) || carriesText(one) ? 'text' : 'other'));
    return found.map((one) =>
      plain(one, TEXT_PARTS.has(key) || isTextKeyword(one.name) || carriesText(one) ? 'text' : 'other'),
    );
  });
  const all = [...claimChanges, ...roleChanges, ...rest];
  const changes = ORDER.flatMap((direction) => all.filter((change) => change.change === direction));
  return { verdict: changes[0]?.change ?? 'neutral', same: false, changes };
};
