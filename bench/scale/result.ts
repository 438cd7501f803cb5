import { z } from 'zod';

const figureSchema = z.object({
  setUp: z.string(),
  gates: z.number(),
  inFlight: z.number(),
  rounds: z.number(),
  calls: z.number(),
  perSecond: z.number(),
  slowest: z.number(),
  fastest: z.number(),
  p50: z.number(),
  p99: z.number(),
  coresOfGates: z.number(),
  coresOfDatabase: z.number(),
  // results of before it was counted have none
  coresOfAll: z.number().nullable().default(null),
  cpuOfGates: z.number(),
  cpuOfDatabase: z.number(),
  callsACommit: z.number().nullable(),
  walBytesACall: z.number().nullable(),
  unnumbered: z.number(),
  numberedAfterMs: z.number(),
});

const lookedSchema = z.object({
  figure: figureSchema,
  looks: z.number(),
  lanes: z.object({
    idle: z.number(),
    gate: z.number(),
    running: z.number(),
    disk: z.number(),
    standby: z.number(),
    locks: z.number(),
    other: z.number(),
  }),
  numbering: z.number(),
  waitingToNumber: z.number(),
  statementsACall: z.number(),
});

/** `bench/results/scale.json`, as far as pages are made of it. */
export const scaleResultSchema = z.object({
  command: z.string(),
  date: z.string(),
  cores: z.number(),
  loadAverage: z.number(),
  loadAverageAfter: z.number(),
  postgres: z.string(),
  microsToSync: z.number(),
  figures: z.array(figureSchema),
  looked: z.array(lookedSchema),
  gateways: z.array(figureSchema),
});
export type ScaleResult = z.infer<typeof scaleResultSchema>;
