import type { Json } from '@callgate/core';
import { globMatches } from '@callgate/core/decide';
import type { Guard } from './diagrams.ts';
import { ALWAYS } from './diagrams.ts';
import type { SituationSpace } from './situation-space.ts';

interface PatternParts {
  readonly server: string;
  readonly name: string;
}

/** A pattern as one of the server's name and one of the tool's. */
export const partsOf = (pattern: string): PatternParts => {
  const slash = pattern.indexOf('/');
  // a colon before the slash: the uri of a resource, not a server
  if (slash < 0 || pattern.slice(0, slash).includes(':')) return { server: '*', name: pattern };
  return { server: pattern.slice(0, slash), name: pattern.slice(slash + 1) };
};

const matching = (space: SituationSpace, field: string, pattern: string): Guard => {
  if (/^\*+$/.test(pattern)) return ALWAYS;
  const choice = space.open(field);
  if (choice !== undefined)
    return space.guard(choice, (text: Json) => typeof text === 'string' && globMatches(pattern, text));
  return space.guard(space.member(field, pattern), (matches) => matches);
};

/** Where one of the patterns looks at the tool. */
export const patternGuard = (space: SituationSpace, patterns: readonly string[]): Guard =>
  space.diagrams.any(
    patterns.map((pattern) => {
      const { server, name } = partsOf(pattern);
      return space.diagrams.and(matching(space, 'server.name', server), matching(space, 'tool.name', name));
    }),
  );
