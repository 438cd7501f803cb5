import type { JsonObject } from '@callgate/core';
import { readDefinitionContent } from './definition-content.ts';
import type { FoundVerb } from './main-verb.ts';
import { findDescriptionVerb, findNameVerb, findTitleVerb } from './main-verb.ts';

/** What a tool does, in the verb of its name, title or description: `get`, `delete`. Undefined where none is found. */
export const findToolVerb = (definition: JsonObject): FoundVerb | undefined => {
  const content = readDefinitionContent({ definition, siblings: [] });
  return findNameVerb(content) ?? findTitleVerb(content) ?? findDescriptionVerb(content);
};
