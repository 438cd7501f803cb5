import type { ScaleModel } from './model.ts';
import { valueAt } from './model.ts';

export interface SimulationPlan {
  readonly databases: number;
  readonly replicasADatabase: number;
  readonly coresADatabase: number;
  /** New calls a second, at a time in milliseconds. */
  rate(at: number): number;
  readonly forMs: number;
  /** Calls that may wait at a replica; who comes then is told to come again. */
  readonly mostWaiting: number;
  /** Between 0 and 1. */
  random(): number;
}

export interface SimulationResult {
  readonly calls: number;
  readonly answered: number;
  readonly refused: number;
  /** What the gate adds to a call: both commits with their waits, without the server's own time. */
  readonly p50: number;
  readonly p99: number;
  /** Share of the time that processors of databases are busy. */
  readonly databaseBusy: number;
  /** Share of the time that a database numbers entries; at 1 the chain falls behind. */
  readonly numberingBusy: number;
}

interface Piece {
  readonly since: number;
  readonly isLast: boolean;
}

interface Database {
  /** When each of its processors is free. */
  readonly free: number[];
  entries: number;
}

interface Replica {
  readonly database: Database;
  readonly waiting: Piece[];
  calls: number;
  isBusy: boolean;
  /** When its one thread is free. */
  free: number;
}

const MOST_IN_A_COMMIT = 64;

interface SimulationEvent {
  readonly at: number;
  readonly run: () => void;
}

/** The earliest first. */
class EventQueue {
  readonly #events: SimulationEvent[] = [];

  add(at: number, run: () => void): void {
    const events = this.#events;
    let place = events.length;
    events.push({ at, run });
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((events[parent]?.at ?? 0) <= at) break;
      this.#swap(place, parent);
      place = parent;
    }
  }

  take(): SimulationEvent | undefined {
    const events = this.#events;
    const [first] = events;
    const last = events.pop();
    if (last === undefined || events.length === 0) return first;
    events[0] = last;
    for (let place = 0; ;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      let least = place;
      for (const child of [left, right])
        if ((events[child]?.at ?? Infinity) < (events[least]?.at ?? Infinity)) least = child;
      if (least === place) return first;
      this.#swap(place, least);
      place = least;
    }
  }

  #swap(one: number, other: number): void {
    const events = this.#events;
    const [a, b] = [events[one], events[other]];
    if (a === undefined || b === undefined) return;
    events[one] = b;
    events[other] = a;
  }
}

class Simulation {
  readonly #model: ScaleModel;
  readonly #plan: SimulationPlan;
  readonly #events = new EventQueue();
  readonly #databases: readonly Database[];
  readonly #replicas: readonly Replica[];
  readonly #took: number[] = [];
  #now = 0;
  #calls = 0;
  #refused = 0;
  #databaseWork = 0;

  constructor(model: ScaleModel, plan: SimulationPlan) {
    this.#model = model;
    this.#plan = plan;
    this.#databases = Array.from({ length: plan.databases }, () => ({
      free: Array.from({ length: plan.coresADatabase }, () => 0),
      entries: 0,
    }));
    this.#replicas = this.#databases.flatMap((database) =>
      Array.from({ length: plan.replicasADatabase }, () => ({
        database,
        waiting: [],
        calls: 0,
        isBusy: false,
        free: 0,
      })),
    );
  }

  run(): SimulationResult {
    this.#arriveLater();
    for (let event = this.#events.take(); event !== undefined; event = this.#events.take()) {
      this.#now = event.at;
      event.run();
    }
    const took = this.#took.toSorted((a, b) => a - b);
    const at = (share: number): number => took[Math.floor(share * (took.length - 1))] ?? 0;
    const { forMs, databases, coresADatabase } = this.#plan;
    const entries = Math.max(...this.#databases.map((each) => each.entries));
    return {
      calls: this.#calls,
      answered: took.length,
      refused: this.#refused,
      p50: at(0.5),
      p99: at(0.99),
      databaseBusy: this.#databaseWork / (Math.max(forMs, this.#now) * databases * coresADatabase),
      numberingBusy: (entries * this.#model.numbering) / Math.max(forMs, this.#now),
    };
  }

  #arriveLater(): void {
    const { rate, random, forMs } = this.#plan;
    const at = this.#now + (-Math.log(1 - random()) * 1000) / rate(this.#now);
    if (at > forMs) return;
    this.#events.add(at, () => {
      this.#arrive();
      this.#arriveLater();
    });
  }

  #arrive(): void {
    this.#calls += 1;
    const replica = this.#replicas[Math.floor(this.#plan.random() * this.#replicas.length)];
    if (replica === undefined) return;
    if (replica.calls >= this.#plan.mostWaiting) {
      this.#refused += 1;
      return;
    }
    replica.calls += 1;
    this.#ask(replica, { since: this.#now, isLast: false });
  }

  /** First its process works on it, then it waits for the next commit. */
  #ask(replica: Replica, piece: Piece): void {
    replica.free = Math.max(this.#now, replica.free) + this.#model.replicaCpu / 2;
    this.#events.add(replica.free, () => {
      replica.waiting.push(piece);
      if (!replica.isBusy) this.#commit(replica);
    });
  }

  /** What waits shares one commit; a processor of the database works on it for a part of its time. */
  #commit(replica: Replica): void {
    const pieces = replica.waiting.splice(0, MOST_IN_A_COMMIT);
    replica.isBusy = pieces.length > 0;
    if (!replica.isBusy) return;
    const { commit, database: work } = this.#model;
    const whole = valueAt(commit, pieces.length);
    const processor = Math.min(valueAt(work, pieces.length), whole);
    const { free } = replica.database;
    const core = free.indexOf(Math.min(...free));
    const begins = Math.max(this.#now, free[core] ?? 0);
    free[core] = begins + processor;
    this.#databaseWork += processor;
    replica.database.entries += pieces.length;
    this.#events.add(begins + whole, () => {
      for (const { since, isLast } of pieces) {
        if (isLast) {
          this.#took.push(this.#now - since);
          replica.calls -= 1;
        } else this.#ask(replica, { since, isLast: true });
      }
      this.#commit(replica);
    });
  }
}

/** Runs a model for a while, with as many calls as come. */
export const simulateCalls = (model: ScaleModel, plan: SimulationPlan): SimulationResult =>
  new Simulation(model, plan).run();
