import type { Json, JsonObject } from '../receive/json.ts';
import { own } from '../receive/json.ts';
import type { Claims } from '../vocabulary/claim.ts';
import type { Role } from '../vocabulary/roles.ts';
import type { GroundedRole } from './argument-roles.ts';
import { argumentRoles } from './argument-roles.ts';
import { readToolNature } from './tool-nature.ts';
import type { DefinitionChange, Direction } from './compare-change.ts';
import { byRank } from './compare-change.ts';

/** How much proof a value of the role needs. Destination and critical need the same, of different things. */
const PROOF: Readonly<Record<Role, number>> = { payload: 0, object: 1, critical: 2, destination: 2, code: 3 };

const direction = (before: Role, after: Role): Direction => {
  const change = byRank(PROOF[before], PROOF[after]);
  return change === 'neutral' ? 'loosened' : change;
};

const rolesOf = (definition: JsonObject, claims: Claims): ReadonlyMap<string, GroundedRole> => {
  const inputSchema: Json = own(definition, 'inputSchema') ?? true;
  const claimed = claims.details.roles;
  const name = own(definition, 'name');
  const roles = argumentRoles({
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
const UNHEARD: Role = 'critical';

/**
 * Roles as a believed server would have them: claims first, else what the schema tells. So a new description that
 * moves a role is told too, though it is only text.
 */
export const compareRoles = (
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
    // An argument that came or went is a matter of the schema, unless somebody claims a role for it.
    if ((was ?? is)?.ground === 'default' && (was === undefined || is === undefined)) continue;
    const from = was?.role ?? UNHEARD;
    const to = is?.role ?? UNHEARD;
    if (from === to) continue;
    changes.push({
      part: 'role',
      path,
      change: direction(from, to),
      before: was?.role,
      after: is?.role,
      words: `the argument counted as ${from} and now counts as ${to}`,
    });
  }
  return changes;
};
