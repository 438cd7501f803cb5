import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JournalLine } from '../../gate/test/faults/journal.ts';
import { NewLines } from '../../gate/test/faults/new-lines.ts';
import { factsOf, judge } from '../../gate/test/faults/judge.ts';
import { pause, until } from '../../gate/test/faults/until.ts';
import { testLimit, trackSteps } from '../../gate/test/long-test.ts';
import { Random, cases, seedOf } from '../../gate/test/random.ts';
import type { CompanyWorker } from './company.ts';
import { Company, makeWorker } from './company.ts';

/** As many as are asked for, in multiples of ten so that every kind is among them. */
const FAULTS = Math.max(10, Math.ceil(Number(process.env['CALLGATE_FAULTS'] ?? cases(10, 1000)) / 10) * 10);
const IN_A_ROUND = 50;
const PATIENCE = testLimit(9);
/** What must have happened, or it would show nothing; and how many faults more there are at most until it has. */
const SEEN = ['approved', 'refused', 'expired', 'grantsUsed', 'indeterminate'] as const;
const MOST_FAULTS = FAULTS + 60;
const HOUR = 3_600_000;
/** Each of the three takes it to be another time. */
const SKEWS: readonly number[] = [0, 3 * HOUR, -3 * HOUR];

let worker: Awaited<ReturnType<typeof makeWorker>>;
beforeAll(async () => {
  worker = await makeWorker();
}, 120_000);
afterAll(() => worker.remove());

/** How often each happens in ten faults. */
const KINDS = {
  /** A gate is killed, and another one starts in its place. */
  kill: 3,
  /** A gate stands still. */
  pause: 2,
  /** The server stands still. */
  freeze: 1,
  /** All connections are cut. */
  cut: 1,
  /** The server crashes and starts again. */
  restart: 2,
  /** The server crashes, and its standby takes its place. */
  promote: 1,
} as const;
type CompanyFault = keyof typeof KINDS;

const isFault = (name: string): name is CompanyFault => name in KINDS;
const TEN: readonly CompanyFault[] = Object.entries(KINDS).flatMap(([kind, times]) =>
  isFault(kind) ? Array.from({ length: times }, () => kind) : [],
);

class FaultRound {
  readonly #company: Company;
  readonly #random: Random;
  readonly #workers: Map<number, CompanyWorker> = new Map();
  readonly #lines: NewLines;
  /** What was sent and not heard of yet, by whoever asked for it. */
  readonly #out: Map<string, string> = new Map();
  #started = 0;
  readonly counted: Partial<Record<CompanyFault | 'inFlight', number>> = {};

  constructor(company: Company, random: Random) {
    this.#company = company;
    this.#random = random;
    this.#lines = new NewLines(company.files.journal);
  }

  async #start(place: number): Promise<void> {
    this.#started += 1;
    const name = `w${this.#started}`;
    this.#workers.set(place, await this.#company.work(name, SKEWS[place] ?? 0));
  }

  async begin(): Promise<void> {
    await Promise.all(SKEWS.map((_, place) => this.#start(place)));
    await this.#goOn();
  }

  #read(): readonly JournalLine[] {
    const lines = this.#lines.next();
    for (const line of lines) {
      if (line.what === 'sends') this.#out.set(line.step, line.step.split(' ')[0] ?? '');
      if (line.what === 'over' || line.what === 'threw') this.#out.delete(line.step);
    }
    return lines;
  }

  /** Waits for the moment at which somebody has sent a call that nobody has heard of yet. How many there are. */
  async #inFlight(sender?: string): Promise<number> {
    let count = 0;
    await until(() => {
      this.#read();
      // what people agreed to may have been sent by others
      const own = [...this.#out].filter(([step, by]) => step.includes(' office/slow ') && by === sender);
      count = sender === undefined ? this.#out.size : own.length;
      return count > 0;
    });
    return count;
  }

  /** Everybody works on. */
  async #goOn(): Promise<void> {
    this.#read();
    const done = new Map([...this.#workers.values()].map(({ name }) => [name, 0]));
    await until(async () => {
      for (const { child, name, ended } of this.#workers.values())
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`${name} ended by itself: ${JSON.stringify(await ended)}`);
      for (const line of this.#read()) {
        const name = line.what === 'over' ? (line.step.split(' ')[0] ?? '') : '';
        done.set(name, (done.get(name) ?? 0) + 1);
      }
      return [...this.#workers.values()].every(({ name }) => (done.get(name) ?? 0) >= 2);
    });
  }

  #count(what: CompanyFault | 'inFlight', many: number): void {
    this.counted[what] = (this.counted[what] ?? 0) + many;
  }

  /** Some longer than a transaction may stand still. */
  #aWhile(): number {
    return this.#random.chance(0.2) ? 4000 : this.#random.below(800);
  }

  async fault(kind: CompanyFault): Promise<void> {
    const place = this.#random.below(SKEWS.length);
    const one = this.#workers.get(place);
    if (one === undefined) throw new Error('nobody');
    await pause(this.#random.below(200));
    this.#count('inFlight', await this.#inFlight(kind === 'kill' || kind === 'pause' ? one.name : undefined));
    await this.#strike(kind, place, one);
    this.#count(kind, 1);
    await this.#goOn();
  }

  async #strike(kind: CompanyFault, place: number, one: CompanyWorker): Promise<void> {
    if (kind === 'kill') {
      one.child.kill('SIGKILL');
      await one.ended;
      this.#read();
      for (const [step, by] of this.#out) if (by === one.name) this.#out.delete(step);
      await this.#start(place);
    } else if (kind === 'pause') {
      one.child.kill('SIGSTOP');
      await pause(this.#aWhile());
      one.child.kill('SIGCONT');
    } else if (kind === 'freeze') await this.#company.freeze(this.#aWhile());
    else if (kind === 'cut') this.#company.cut();
    else if (kind === 'restart') await this.#company.restart();
    else await this.#company.promote();
  }

  /** How everybody ends who is told to. */
  async end(): Promise<readonly unknown[]> {
    writeFileSync(this.#company.files.stop, '');
    return await Promise.all([...this.#workers.values()].map(({ ended }) => ended));
  }

  kill(): void {
    this.#lines.close();
    for (const { child } of this.#workers.values()) child.kill('SIGKILL');
  }
}

const round = async (
  random: Random,
  faults: readonly CompanyFault[],
  step: (where: string) => void,
): Promise<Readonly<Record<string, number>>> => {
  const company = await Company.found(worker.program);
  const all = new FaultRound(company, random);
  let done = false;
  try {
    await all.begin();
    for (const kind of faults) {
      step(`${kind} after ${JSON.stringify(all.counted)} in ${company.folder}`);
      await all.fault(kind);
    }
    step(`the end in ${company.folder}`);
    const well = { code: 0, signal: null, complaint: '' };
    expect(await all.end(), company.folder).toEqual(SKEWS.map(() => well));
    expect(await judge(company, { recover: true }), company.folder).toEqual([]);
    const { log, rows, calls, journal } = await factsOf(company);
    const by = (event: string): number => rows.filter((row) => row.event === event).length;
    done = true;
    return {
      ...all.counted,
      gates: journal.filter(({ what }) => what === 'begins').length,
      calls: calls.size,
      rows: rows.length,
      intents: by('dispatching'),
      arrived: log.frames.length,
      votes: by('vote'),
      approved: by('approved'),
      refused: by('refused'),
      expired: by('expired'),
      grants: by('grant'),
      grantsUsed: by('grant-used'),
      indeterminate: by('indeterminate'),
    };
  } finally {
    all.kill();
    await company.remove(!done);
  }
};

it(
  `three gates on one database under ${FAULTS} faults send nothing twice, nothing without people or record, and lose nothing`,
  { timeout: PATIENCE },
  async () => {
    const random = new Random(seedOf('gates on one database'));
    const totals: Record<string, number> = {};
    const step = trackSteps();
    const isShown = (): boolean => SEEN.every((what) => (totals[what] ?? 0) > 0);
    let done = 0;
    let rounds = 0;
    while (done < FAULTS || (done < MOST_FAULTS && !isShown())) {
      const count = done < FAULTS ? Math.min(FAULTS - done, IN_A_ROUND) : TEN.length;
      const faults = random.shuffled(Array.from({ length: count }, (_, n) => TEN[n % TEN.length] ?? 'kill'));
      const counts = await round(random, faults, step);
      for (const [what, many] of Object.entries(counts)) totals[what] = (totals[what] ?? 0) + many;
      done += count;
      rounds += 1;
    }
    console.log(JSON.stringify(totals));
    const tenth = done / TEN.length;
    expect(totals).toMatchObject(
      Object.fromEntries(Object.entries(KINDS).map(([kind, times]) => [kind, times * tenth])),
    );
    expect(totals['gates']).toBe(SKEWS.length * rounds + KINDS.kill * tenth);
    for (const what of SEEN) expect(totals[what], what).toBeGreaterThan(0);
    expect(totals['inFlight']).toBeGreaterThanOrEqual(done);
    expect(totals['arrived']).toBeGreaterThan(done * 3);
  },
);
