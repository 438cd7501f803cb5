import { z } from 'zod';
import type { LayerText } from '../api/policy.ts';

/** Layers that a person writes. */
export const layersSchema: z.ZodType<LayerText[]> = z
  .array(z.strictObject({ name: z.string().min(1).max(4096), text: z.string().max(500_000) }))
  .min(1)
  .max(20);
