import { z } from 'zod';

/** What the bench tells a process that it started. */
export const toldSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('load'),
    inFlight: z.number().int().positive(),
    milliseconds: z.number().positive(),
  }),
  z.object({ type: z.literal('close') }),
]);
export type Told = z.infer<typeof toldSchema>;

/** What such a process says. */
export const saidSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('loaded'),
    /** Milliseconds of every call, in no order. */
    latencies: z.instanceof(Float64Array),
    milliseconds: z.number().positive(),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type Said = z.infer<typeof saidSchema>;
