/** The presets people choose from. */
export const SCANNED_PRESETS = ['strict', 'balanced', 'intent', 'observe'] as const;
export type ScannedPreset = (typeof SCANNED_PRESETS)[number];
