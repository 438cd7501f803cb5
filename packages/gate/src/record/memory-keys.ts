import { keysFromMaterial, newKeyMaterial } from './key-material.ts';
import type { Keys } from './keys.ts';

/** Keys that nobody keeps: another call gives other ones. For tests and for records that need not outlive the process. */
export const memoryKeys = (): Keys => keysFromMaterial(newKeyMaterial());
