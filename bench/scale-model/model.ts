import { z } from 'zod';

const figure = z.object({
  setUp: z.string(),
  inFlight: z.number(),
  perSecond: z.number(),
  cpuOfGates: z.number(),
  cpuOfDatabase: z.number(),
  callsACommit: z.number().nullable(),
  walBytesACall: z.number().nullable(),
});

const resultSchema = z.object({
  date: z.string(),
  loadAverage: z.number(),
  figures: z.array(figure),
  looked: z.array(z.object({ figure, numbering: z.number() })),
  gateways: z.array(figure),
});

export type ScaleResult = z.infer<typeof resultSchema>;

export const readScaleResult = (text: string): ScaleResult => resultSchema.parse(JSON.parse(text));

/** Of a line y = start + each · x. */
interface Line {
  readonly start: number;
  readonly each: number;
}

const fit = (points: readonly (readonly [x: number, y: number])[]): Line => {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)];
  const slope =
    points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) /
    points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  return { start: my - slope * mx, each: slope };
};

export const valueAt = ({ start, each }: Line, x: number): number => start + each * x;

/** What one replica and one database take, from measured figures. Times in milliseconds. */
export interface ScaleModel {
  /** From the beginning of a commit to its answer, by the pieces of work in it. A call is two. */
  readonly commit: Line;
  /** Processor time of the database for it. */
  readonly database: Line;
  /** Processor time of a replica for a call of the whole gateway. */
  readonly replicaCpu: number;
  /** To give an entry its place in the one chain of a database: one at a time. */
  readonly numbering: number;
  readonly bytesACall: number;
}

const PIECES = 2;

/** Whose figures: one gate on a database whose commits wait for a standby, and one whole gateway. */
export const MODELLED = { gate: 'PostgreSQL, standby, 1 gate', gateway: 'PostgreSQL, 1 gateway' } as const;

export const makeScaleModel = ({ figures, looked, gateways }: ScaleResult): ScaleModel => {
  const setUp = MODELLED.gate;
  const gateway = gateways
    .filter((each) => each.setUp === MODELLED.gateway)
    .toSorted((a, b) => b.inFlight - a.inFlight)[0];
  const rows = figures.flatMap((each) => {
    if (each.setUp !== setUp || each.callsACommit === null) return [];
    return [{ ...each, pieces: each.callsACommit * PIECES }];
  });
  const busiest = rows.toSorted((a, b) => b.inFlight - a.inFlight)[0];
  const numbered = looked
    .filter((each) => each.figure.setUp === setUp)
    .toSorted((a, b) => b.figure.inFlight - a.figure.inFlight)[0];
  if (rows.length < 2 || busiest === undefined || numbered === undefined || gateway === undefined)
    throw new Error(`no figures of ${setUp}: run npm run bench -- scale`);
  return {
    commit: fit(rows.map(({ pieces, perSecond }) => [pieces, (1000 * pieces) / PIECES / perSecond])),
    database: fit(
      rows.map(({ pieces, cpuOfDatabase }) => [pieces, (pieces * cpuOfDatabase) / PIECES / 1000]),
    ),
    replicaCpu: gateway.cpuOfGates / 1000,
    numbering: (1000 * numbered.numbering) / (numbered.figure.perSecond * PIECES),
    bytesACall: busiest.walBytesACall ?? 0,
  };
};
