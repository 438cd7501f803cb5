/**
 * The presets, without a file system.
 *
 * @module
 */
import { PRESET_TEXTS } from './preset-texts.ts';

/** Presets people choose from. `duties` is what they all start from. */
export const PRESET_NAMES = ['strict', 'balanced', 'intent', 'observe', 'duties'] as const;

export type PresetName = (typeof PRESET_NAMES)[number];

export const isPreset = (name: string): name is PresetName => PRESET_NAMES.some((preset) => preset === name);

/** The file of a preset. */
export const presetText = (name: PresetName): string => PRESET_TEXTS[name];
