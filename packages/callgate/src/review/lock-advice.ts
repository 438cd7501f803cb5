import { advise } from '@callgate/catalogue';
import type { HintName, JsonObject } from '@callgate/core';
import { HINT_NAMES, display } from '@callgate/core';
import type { LockAdvice, LockedSuggestion, Pins } from '@callgate/gateway/config';
import { lockParts } from '@callgate/gateway/config';

const MAX_TEXT = 160;

const shown = (text: string): string => display(text, { max: MAX_TEXT });

/** What a reviewer of each tool is told first, as it stands in a lock: short, and safe to show. */
export const lockAdvice = async (server: string, pins: Pins): Promise<(tool: string) => LockAdvice> => {
  const { pinKey } = await lockParts();
  const siblings: readonly JsonObject[] = [...pins.values()]
    .filter(({ kind }) => kind === 'tool')
    .map(({ definition }) => definition);
  return (tool) => {
    const definition = pins.get(pinKey('tool', tool))?.definition;
    if (definition === undefined) return {};
    const { suggestions, doubts } = advise({ server, definition, siblings });
    const said = HINT_NAMES.flatMap((hint): readonly (readonly [HintName, LockedSuggestion])[] => {
      const suggestion = suggestions[hint];
      if (suggestion === undefined) return [];
      const { value, confidence, because } = suggestion;
      return [[hint, { value, confidence, because: shown(because[0] ?? '') }]];
    });
    const told = doubts.map(({ rule, message }) => `${rule}: ${shown(message)}`);
    return {
      ...(said.length === 0 ? {} : { suggestions: Object.fromEntries(said) }),
      ...(told.length === 0 ? {} : { doubts: told }),
    };
  };
};
