import { z } from 'zod';

/** What the bench tells a process that it started. */
export const benchCommandSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('load'),
    inFlight: z.number().int().positive(),
    milliseconds: z.number().positive(),
  }),
  z.object({ type: z.literal('close') }),
]);
export type BenchCommand = z.infer<typeof benchCommandSchema>;

/** What such a process says. */
export const benchReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('loaded'),
    /** Milliseconds of every call, in no order. */
    latencies: z.instanceof(Float64Array),
    milliseconds: z.number().positive(),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type BenchReport = z.infer<typeof benchReportSchema>;
