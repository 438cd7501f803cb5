import type { z } from 'zod';

/** What a note says, if it says just that. */
export const readSharedJson = <T>(text: string, shape: z.ZodType<T>): T | undefined => {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
