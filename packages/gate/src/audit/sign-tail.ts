import { fileAnchor } from '../record/checkpoint-anchor.ts';
import type { CheckpointerOptions } from './checkpointer.ts';
import { Checkpointer } from './checkpointer.ts';

export interface SignTailParts extends Pick<CheckpointerOptions, 'store' | 'keys'> {
  /** The anchor file. */
  readonly path: string;
}

/** Signs a record to its end and remembers that outside, for a process that wrote something and ends. */
export const signTail = async ({ store, keys, path }: SignTailParts): Promise<void> => {
  const checkpoint = await new Checkpointer({ store, keys, everyRows: 1 }).catchUp('now');
  if (checkpoint !== undefined) await fileAnchor(path).put(checkpoint);
};
