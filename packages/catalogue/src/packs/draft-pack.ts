import type { HintName } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import { Document, isCollection } from 'yaml';
import type { ListedServer } from '../listed-server.ts';
import { suggestHints } from '../suggest/suggest-hints.ts';
import type { Suggestions } from '../suggestion.ts';
import type { Pack, PackedTool } from './pack-schema.ts';
import { PACKED_HINTS } from './pack-schema.ts';

const isAnswered = (hint: HintName, set: PackedTool['set']): boolean => Object.hasOwn(set, hint);

/** The hints a pack sets and the suggestion gives another value. Where one of them is silent they do not differ. */
export const findDifferingHints = (
  { set }: Pick<PackedTool, 'set'>,
  suggestions: Suggestions,
): readonly HintName[] =>
  HINT_NAMES.filter((hint) => {
    const suggested = suggestions[hint];
    return isAnswered(hint, set) && suggested !== undefined && suggested.value !== set[hint];
  });

const suggestedSet = (suggestions: Suggestions): PackedTool['set'] => {
  const reads = suggestions.readOnly?.value === 'yes';
  const said = HINT_NAMES.flatMap((hint) => {
    const value = suggestions[hint]?.value;
    const idle = reads && (hint === 'destructive' || hint === 'reversible');
    return value === undefined || idle || !PACKED_HINTS.includes(hint) ? [] : [[hint, value] as const];
  });
  return { readOnly: 'no', ...Object.fromEntries(said) };
};

/** Who drafts it, and of what. */
export interface PackDraftSource extends Pick<Pack, 'server' | 'serverVersion' | 'reviewed'> {
  readonly listed: Pick<ListedServer, 'tools' | 'info'>;
}

/** A pack with what is suggested and nothing judged: without a `why` for each tool it is not valid. */
export const draftPack = ({ listed, ...head }: PackDraftSource): Pack => {
  const called = listed.info?.['name'];
  const tools = listed.tools.map((definition) => {
    const suggestions = suggestHints({
      definition,
      siblings: listed.tools,
      server: typeof called === 'string' ? called : head.server,
    });
    const drafted = {
      definition: digestDefinition(definition).digest,
      set: suggestedSet(suggestions),
      why: '',
    };
    return [String(definition['name']), drafted] as const;
  });
  return { version: 1, ...head, tools: Object.fromEntries(tools) };
};

/** The text of a pack, the same for equal packs. */
export const packText = (pack: Pack): string => {
  const document = new Document(pack, { version: '1.2' });
  for (const path of [['reviewed'], ...Object.keys(pack.tools).map((name) => ['tools', name, 'set'])]) {
    const node = document.getIn(path, true);
    if (isCollection(node)) node.flow = true;
  }
  return document.toString({ lineWidth: 0 });
};
