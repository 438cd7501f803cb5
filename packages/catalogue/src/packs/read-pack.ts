import type { RefusedYaml } from '@callgate/policy/yaml';
import { loadYaml } from '@callgate/policy/yaml';
import type { Pack } from './pack.ts';
import { packSchema } from './pack-schema.ts';

export type PackOutcome = { readonly ok: true; readonly pack: Pack } | RefusedYaml;

/** Reads the text of a pack. `name` is for messages. Nothing of it counts by being read: the operator accepts it. */
export const readPack = (text: string, name: string): PackOutcome => {
  const read = loadYaml(
    packSchema,
    { name, text },
    {
      code: 'PACK',
      keyHelp: () => undefined,
      words: ({ message }) => message.replace(/^Invalid (?:input|option): /, ''),
    },
  );
  return read.ok ? { ok: true, pack: read.content } : read;
};
