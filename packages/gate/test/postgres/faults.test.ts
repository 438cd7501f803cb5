import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsOf, judge } from '../faults/judge.ts';
import { pause, until } from '../faults/until.ts';
import { Random, cases, seedOf } from '../random.ts';
import type { Worker } from './company.ts';
import { Company, makeWorker } from './company.ts';
import { NewLines } from './new-lines.ts';

const FAULTS = cases(30, 1000);
const IN_A_ROUND = 50;
const PATIENCE = 12 * 3_600_000;
const HOUR = 3_600_000;
/** Each of the three takes it to be another time. */
const SKEWS: readonly number[] = [0, 3 * HOUR, -3 * HOUR];

let worker: Awaited<ReturnType<typeof makeWorker>>;
beforeAll(async () => {
  worker = await makeWorker();
}, 120_000);
afterAll(() => worker.remove());

type Fault = 'kill' | 'pause' | 'cut' | 'restart' | 'promote';

/** How often each happens in ten faults. */
const KINDS: readonly Fault[] = [
  'kill',
  'kill',
  'kill',
  'pause',
  'pause',
  'pause',
  'cut',
  'restart',
  'restart',
  'promote',
];

class Round {
  readonly #company: Company;
  readonly #random: Random;
  readonly #workers: Map<number, Worker> = new Map();
  readonly #lines: NewLines;
  #started = 0;
  readonly counted: Partial<Record<Fault, number>> = {};

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

  /** Everybody works on. */
  async #goOn(): Promise<void> {
    this.#lines.next();
    const done = new Map([...this.#workers.values()].map(({ name }) => [name, 0]));
    await until(async () => {
      for (const { child, name, ended } of this.#workers.values())
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`${name} ended by itself: ${JSON.stringify(await ended)}`);
      for (const line of this.#lines.next()) {
        const name = line.what === 'over' ? (line.step.split(' ')[0] ?? '') : '';
        done.set(name, (done.get(name) ?? 0) + 1);
      }
      return [...this.#workers.values()].every(({ name }) => (done.get(name) ?? 0) >= 2);
    });
  }

  async fault(kind: Fault): Promise<void> {
    this.counted[kind] = (this.counted[kind] ?? 0) + 1;
    const place = this.#random.below(SKEWS.length);
    const one = this.#workers.get(place);
    if (one === undefined) throw new Error('nobody');
    await pause(this.#random.below(200));
    if (kind === 'kill') {
      one.child.kill('SIGKILL');
      await one.ended;
      await this.#start(place);
    } else if (kind === 'pause') {
      one.child.kill('SIGSTOP');
      // some longer than a transaction may stand still
      await pause(this.#random.chance(0.2) ? 4000 : this.#random.below(800));
      one.child.kill('SIGCONT');
    } else if (kind === 'cut') this.#company.cut();
    else if (kind === 'restart') await this.#company.restart();
    else await this.#company.promote();
    await this.#goOn();
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

const round = async (random: Random, faults: readonly Fault[]): Promise<Readonly<Record<string, number>>> => {
  const company = await Company.found(worker.program);
  const all = new Round(company, random);
  let done = false;
  try {
    await all.begin();
    for (const kind of faults) await all.fault(kind);
    const well = { code: 0, signal: null, complaint: '' };
    expect(await all.end(), company.folder).toEqual(SKEWS.map(() => well));
    expect(await judge(company, { recover: true }), company.folder).toEqual([]);
    const { log, rows } = await factsOf(company);
    const by = (event: string): number => rows.filter((row) => row.event === event).length;
    done = true;
    return {
      ...all.counted,
      rows: rows.length,
      arrived: log.frames.length,
      approved: by('approved'),
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
    const faults = random.shuffled(
      Array.from({ length: FAULTS }, (_, n) => KINDS[n % KINDS.length] ?? 'kill'),
    );
    const totals: Record<string, number> = {};
    for (let from = 0; from < faults.length; from += IN_A_ROUND) {
      const counts = await round(random, faults.slice(from, from + IN_A_ROUND));
      for (const [what, count] of Object.entries(counts)) totals[what] = (totals[what] ?? 0) + count;
    }
    console.log(JSON.stringify(totals));
    expect(totals['approved']).toBeGreaterThan(0);
    expect(totals['grantsUsed']).toBeGreaterThan(0);
    expect(totals['arrived']).toBeGreaterThan(FAULTS * 3);
  },
);
