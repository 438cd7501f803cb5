import type { CallPreview } from './call-preview.ts';
import { parseShownChanges, previewScope } from './call-preview.ts';
import type { CallRow } from './call-row.ts';
import type { Keys } from './keys.ts';
import { openJson } from './secrets.ts';

/** What people are shown of what a call would change; null where it was not run for that. */
export const openPreview = (keys: Keys, { id, situation: { preview } }: CallRow): CallPreview | null => {
  if (preview === undefined || 'problem' in preview) return preview ?? null;
  return { digest: preview.digest, ...parseShownChanges(openJson(keys, preview.sealed, previewScope(id))) };
};
