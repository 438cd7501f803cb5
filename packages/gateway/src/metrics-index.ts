/**
 * What a gateway does, as metrics for Prometheus. Loaded where a configuration has `metrics`.
 *
 * @module
 */
import type { MetricsConfig } from './config/metrics-entry.ts';
import type { Gateway, GatewayOptions } from './gateway.ts';
import { GatewayMetrics } from './metrics/gateway-metrics.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';

/** Metrics of a gateway that is not open yet. */
export interface GatewayMeasurement {
  readonly observe: NonNullable<GatewayOptions['observe']>;
  /** Serves them once it is open. */
  serve(gateway: Gateway): Promise<{ readonly url: string; close(): Promise<void> }>;
}

export const measureGateway = (config: MetricsConfig): GatewayMeasurement => {
  const metrics = new GatewayMetrics();
  return {
    observe: metrics.observe,
    serve: async (gateway) => {
      metrics.follow(gateway);
      const { port, close } = await serveMetrics(config, metrics);
      const host = config.host.includes(':') ? `[${config.host}]` : config.host;
      return {
        url: `http://${host}:${port}/metrics`,
        close: async () => {
          await close();
          metrics.close();
        },
      };
    },
  };
};
