import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Presets people choose from. `duties` is what they all start from. */
export const PRESET_NAMES = ['strict', 'balanced', 'intent', 'observe', 'duties'] as const;

export type PresetName = (typeof PRESET_NAMES)[number];

export const isPreset = (name: string): name is PresetName => PRESET_NAMES.some((preset) => preset === name);

export const presetFile = (name: PresetName): string =>
  fileURLToPath(new URL(`../presets/${name}.yaml`, import.meta.url));

export const presetText = (name: PresetName): string => readFileSync(presetFile(name), 'utf8');
