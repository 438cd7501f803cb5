import type { JsonObject } from '@callgate/core';

/** A tool whose calls run by themselves. */
export const READ_NOTE: JsonObject = {
  name: 'read_note',
  description: 'Reads a note',
  annotations: {
    readOnlyHint: true,
    openWorldHint: false,
    unsafeOutputHint: false,
    sensitiveDataHint: false,
  },
  inputSchema: { type: 'object', properties: { id: { type: 'string' }, folder: { type: 'string' } } },
};
