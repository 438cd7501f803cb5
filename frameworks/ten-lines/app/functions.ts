import * as z from 'zod';

/** Tools of a program without a framework. */
export const functions = {
  save_note: {
    description: 'Save a note',
    inputSchema: z.object({ text: z.string() }),
    // hints stay here; no API is sent them
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    execute: async ({ text }: { text: string }) => `saved: ${text}`,
  },
};
