declare module 'parse-prometheus-text-format' {
  interface PrometheusSeries {
    readonly labels?: Readonly<Record<string, string>>;
    readonly value?: string;
    readonly buckets?: Readonly<Record<string, string>>;
    readonly count?: string;
    readonly sum?: string;
  }

  interface PrometheusFamily {
    readonly name: string;
    readonly help: string;
    readonly type: string;
    readonly metrics: readonly PrometheusSeries[];
  }

  export default function parsePrometheusTextFormat(text: string): readonly PrometheusFamily[];
}
