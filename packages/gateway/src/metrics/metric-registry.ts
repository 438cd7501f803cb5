/** Names of labels with their values. */
export type MetricLabels = Readonly<Record<string, string>>;

interface HistogramState {
  readonly counts: number[];
  sum: number;
}

/** A metric has no more series; all further ones are counted together. */
const MOST_SERIES = 2000;
const OTHER = 'other';

const escapeValue = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const labelText = (labels: MetricLabels): string => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
};

/** One metric with its series. */
class MetricFamily<State> {
  readonly series: Map<string, { readonly labels: MetricLabels; readonly state: State }> = new Map();
  readonly #start: () => State;

  constructor(start: () => State) {
    this.#start = start;
  }

  of(labels: MetricLabels): State {
    const key = labelText(labels);
    const known = this.series.get(key);
    if (known !== undefined) return known.state;
    const isFull = this.series.size >= MOST_SERIES;
    const counted = isFull ? Object.fromEntries(Object.keys(labels).map((name) => [name, OTHER])) : labels;
    const place = isFull ? labelText(counted) : key;
    const state = this.series.get(place)?.state ?? this.#start();
    this.series.set(place, { labels: counted, state });
    return state;
  }
}

export interface MetricCounter {
  add(labels?: MetricLabels, amount?: number): void;
}

export interface MetricGauge {
  set(value: number, labels?: MetricLabels): void;
  /** Forgets every series. */
  clear(): void;
}

export interface MetricHistogram {
  /** In the unit of its name. */
  observe(value: number, labels?: MetricLabels): void;
}

/** Metrics of one process, and their text as Prometheus reads it (format 0.0.4). */
export class MetricRegistry {
  readonly #writers: { readonly name: string; readonly write: () => readonly string[] }[] = [];

  #add(name: string, type: string, help: string, write: () => readonly string[]): void {
    const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
    this.#writers.push({ name, write: () => [...head, ...write()] });
  }

  #values(name: string, type: string, help: string): MetricFamily<{ value: number }> {
    const family = new MetricFamily(() => ({ value: 0 }));
    this.#add(name, type, help, () =>
      [...family.series.values()].map(({ labels, state }) => `${name}${labelText(labels)} ${state.value}`),
    );
    return family;
  }

  counter(name: string, help: string): MetricCounter {
    const family = this.#values(name, 'counter', help);
    return {
      add: (labels = {}, amount = 1) => {
        family.of(labels).value += amount;
      },
    };
  }

  gauge(name: string, help: string): MetricGauge {
    const family = this.#values(name, 'gauge', help);
    return {
      set: (value, labels = {}) => {
        family.of(labels).value = value;
      },
      clear: () => family.series.clear(),
    };
  }

  /** `bounds` rise. */
  histogram(name: string, help: string, bounds: readonly number[]): MetricHistogram {
    const family = new MetricFamily<HistogramState>(() => ({
      counts: Array.from({ length: bounds.length + 1 }, () => 0),
      sum: 0,
    }));
    this.#add(name, 'histogram', help, () =>
      [...family.series.values()].flatMap(({ labels, state: { counts, sum } }) => {
        let total = 0;
        const buckets = counts.map((count, at) => {
          total += count;
          const le = at < bounds.length ? String(bounds[at]) : '+Inf';
          return `${name}_bucket${labelText({ ...labels, le })} ${total}`;
        });
        const own = labelText(labels);
        return [...buckets, `${name}_sum${own} ${sum}`, `${name}_count${own} ${total}`];
      }),
    );
    return {
      observe: (value, labels = {}) => {
        const state = family.of(labels);
        const at = bounds.findIndex((bound) => value <= bound);
        const place = at < 0 ? bounds.length : at;
        state.counts[place] = (state.counts[place] ?? 0) + 1;
        state.sum += value;
      },
    };
  }

  get names(): readonly string[] {
    return this.#writers.map(({ name }) => name);
  }

  text(): string {
    return `${this.#writers.flatMap(({ write }) => write()).join('\n')}\n`;
  }
}
