import { suggest } from '@callgate/catalogue/suggest';
import type { Claim, JsonObject, ToolInput } from '@callgate/core';
import { HINTS, HINT_NAMES, applicableOverrides, disclose } from '@callgate/core';

/** How people see where such a claim comes from. No server can claim under this key. */
export const SUGGESTED_KEY = 'suggested by Callgate';

/** The suggestions that ask for more care and are sure enough, as claims. */
export const suggestedClaims = (
  definition: JsonObject,
  siblings: readonly JsonObject[],
  { server, least }: { readonly server: string; readonly least: number },
): readonly Claim[] => {
  const suggestions = suggest({ definition, siblings, server });
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
export const stricter = (tool: ToolInput, suggested: readonly Claim[]): readonly Claim[] => {
  if (suggested.length === 0) return suggested;
  const always = applicableOverrides(tool).filter(({ when }) => when === undefined);
  const { beliefs } = disclose(tool, 'all', always, []);
  return suggested.filter(({ hint, answer }) => beliefs[hint].value !== answer);
};
