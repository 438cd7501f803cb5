import type { HintName, JsonObject } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import type { HintValues } from '@callgate/core/vocabulary';
import { SET_DETAILS } from '@callgate/core/vocabulary';
import { conversionMessages } from '@callgate/messages/conversion';
import type { ConversionLoss } from '../conversion-loss.ts';
import type { ManifestTool, ManifestHints } from '../manifest.ts';
import { readHintAnswers } from '../overrides.ts';
import { readHintSentences, addHintSentence, stripHintSentences } from '../hint-sentence.ts';
import { getTighteningAnswer } from '../set-values.ts';
import type { ConvertedTool } from './build-manifest.ts';
import { toInputSchema } from './build-manifest.ts';

/** What a vendor's function tool can hold besides name, description and arguments. */
export interface VendorLimits {
  readonly vendor: string;
  readonly names: RegExp;
  readonly outputSchema: boolean;
}

/** What of a tool every vendor takes. */
export interface VendorTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
}

const lostOf = (tool: ManifestTool, says: HintValues, limits: VendorLimits): ConversionLoss[] => {
  const { vendor } = limits;
  const lost: ConversionLoss[] = [];
  const note = (what: string, why: string): void => void lost.push({ tool: tool.name, what, why });
  if (!limits.names.test(tool.name))
    note('name', conversionMessages.nameRefused({ vendor, pattern: limits.names.source }));
  for (const hint of HINT_NAMES)
    if (tool.hints[hint] !== undefined && says[hint] !== getTighteningAnswer(hint))
      note(`hints.${hint}`, conversionMessages.noFieldToRelax({ vendor }));
  for (const detail of SET_DETAILS)
    if (tool.hints[detail] !== undefined)
      note(`hints.${detail}`, conversionMessages.noFieldButSentence({ vendor }));
  for (const what of ['modelPreferences', 'minTrustLevel'] as const)
    if (tool.hints[what] !== undefined) note(`hints.${what}`, conversionMessages.noField({ vendor }));
  for (const what of ['title', 'conditions', 'arguments', 'directory', 'other'] as const)
    if (tool[what] !== undefined) note(what, conversionMessages.noField({ vendor }));
  if (tool.outputSchema !== undefined && !limits.outputSchema)
    note('outputSchema', conversionMessages.noField({ vendor }));
  return lost;
};

/** A tool for a vendor without fields for hints: what asks for care stands in its description. */
export const toVendor = (
  tool: ManifestTool,
  limits: VendorLimits,
): { readonly parts: VendorTool; readonly lost: readonly ConversionLoss[] } => {
  const says = readHintAnswers(tool.hints);
  const description = addHintSentence(tool.description ?? '', says);
  return {
    parts: {
      name: tool.name,
      ...(description === '' && tool.description === undefined ? {} : { description }),
      inputSchema: tool.inputSchema,
      ...(tool.outputSchema !== undefined && limits.outputSchema ? { outputSchema: tool.outputSchema } : {}),
    },
    lost: lostOf(tool, says, limits),
  };
};

const hintsSaid = (says: HintValues): ManifestHints => {
  const hints: { [H in HintName]?: boolean } = {};
  for (const hint of HINT_NAMES) if (says[hint] !== undefined) hints[hint] = says[hint] === 'yes';
  return hints;
};

/** A tool of a vendor. Of its hints only what its description says in the standard sentence is known. */
export const fromVendor = (
  parts: Omit<VendorTool, 'inputSchema'> & { readonly inputSchema: JsonObject | undefined },
  unread: readonly string[],
  vendor: string,
): ConvertedTool => {
  const lost: ConversionLoss[] = unread.map((what) => ({
    tool: parts.name,
    what,
    why: conversionMessages.vendorOwn({ vendor }),
  }));
  const { description, outputSchema } = parts;
  const bare = description === undefined ? undefined : stripHintSentences(description);
  return {
    tool: {
      name: parts.name,
      // a description that was nothing but the sentence
      ...(bare === undefined || (bare === '' && description !== '') ? {} : { description: bare }),
      inputSchema: toInputSchema(parts.inputSchema, (what, why) =>
        lost.push({ tool: parts.name, what, why }),
      ),
      ...(outputSchema === undefined ? {} : { outputSchema }),
      hints: hintsSaid(readHintSentences(description ?? '')),
    },
    lost,
  };
};
