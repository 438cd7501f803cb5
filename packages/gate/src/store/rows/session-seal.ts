import type { Keys } from '../../record/keys.ts';
import { storeCorrupt } from '../faults.ts';
import type { PartName } from './session-parts.ts';

/** The place a sealed text belongs to: it can be opened nowhere else. */
const about = (key: string, part: PartName | number): string =>
  JSON.stringify(['session', key, typeof part === 'number' ? `seen ${part}` : part]);

/** @param part A part, or the place of a result that was seen. */
export const sealPart = (keys: Keys, key: string, part: PartName | number, text: string): string =>
  keys.encrypt(text, about(key, part));

export const openPart = (keys: Keys, key: string, part: PartName | number, sealed: string): string => {
  try {
    return keys.decrypt(sealed, about(key, part));
  } catch (error) {
    throw storeCorrupt(`session ${key}, sealed with other keys or changed,`, error);
  }
};
