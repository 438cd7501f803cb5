import type { Suggestions } from '@callgate/catalogue';
import { suggestHints } from '@callgate/catalogue/suggest';
import type { JsonObject, ToolInput } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import { listApplicableOverrides, disclose } from '@callgate/core/disclose';
import type { Claim } from '@callgate/core/vocabulary';

/** How people see where such a claim comes from. No server can claim under this key. */
export const SUGGESTED_KEY = 'suggested by Callgate';

const suggestionCache = new WeakMap<readonly JsonObject[], WeakMap<JsonObject, Suggestions>>();

/** A server is looked at again whenever anybody says anything of it: what is suggested stays for the same list. */
const suggestionsFor = (
  definition: JsonObject,
  siblings: readonly JsonObject[],
  server: string,
): Suggestions => {
  const ofList = suggestionCache.get(siblings) ?? new WeakMap<JsonObject, Suggestions>();
  suggestionCache.set(siblings, ofList);
  const made = ofList.get(definition) ?? suggestHints({ definition, siblings, server });
  ofList.set(definition, made);
  return made;
};

export const suggestedClaims = (
  definition: JsonObject,
  siblings: readonly JsonObject[],
  { server, least }: { readonly server: string; readonly least: number },
): readonly Claim[] => {
  const suggestions = suggestionsFor(definition, siblings, server);
  return HINT_NAMES.flatMap((hint): readonly Claim[] => {
    const said = suggestions[hint];
    if (said === undefined || said.value === HINTS[hint].relaxing || said.confidence < least) return [];
    return [{ hint, answer: said.value, home: 'annotations', key: SUGGESTED_KEY }];
  });
};

/**
 * Those that make something stricter than it is believed. The others would only lend a default a ground, and a tool
 * that nobody described must not become a described one by a suggestion.
 */
export const keepStricterClaims = (tool: ToolInput, suggested: readonly Claim[]): readonly Claim[] => {
  if (suggested.length === 0) return suggested;
  const always = listApplicableOverrides(tool).filter(({ when }) => when === undefined);
  const { beliefs } = disclose(tool, 'all', always, []);
  return suggested.filter(({ hint, answer }) => beliefs[hint].value !== answer);
};
