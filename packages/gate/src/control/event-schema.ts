import { z } from 'zod';
import type { LostEvents } from '../events.ts';
import type { GateEvent } from '../gate.ts';
import { CALL_STATES } from '../record/call-row.ts';
import { alertSchema } from './answer-schemas.ts';

const call = z.string();

export const eventSchema: z.ZodType<GateEvent | LostEvents> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('held'),
    call,
    waiting: z.enum(['people', 'hours', 'slot']),
    at: z.number(),
  }),
  z.strictObject({ type: z.literal('moved'), call, state: z.enum(CALL_STATES), at: z.number() }),
  z.strictObject({
    type: z.literal('progress'),
    call,
    progress: z.strictObject({
      progress: z.number(),
      total: z.number().exactOptional(),
      message: z.string().exactOptional(),
    }),
  }),
  z.strictObject({ type: z.literal('reissued'), call, twin: z.string() }),
  z.strictObject({ type: z.literal('resources'), call, cpuMs: z.number(), maxRssBytes: z.number() }),
  z.strictObject({ type: z.literal('alert'), alert: alertSchema }),
  z.strictObject({ type: z.literal('broken'), code: z.string(), message: z.string() }),
  z.strictObject({ type: z.literal('lost'), count: z.number() }),
]);
