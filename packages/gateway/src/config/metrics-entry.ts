import { isLoopbackHost } from '@callgate/http';
import { configErrors } from '@callgate/messages/errors/config';
import type { MetricsEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';
import { readValueSource } from './values.ts';

/** Where metrics are served, and who may read them. */
export interface MetricsConfig {
  readonly host: string;
  readonly port: number;
  readonly hosts: readonly string[];
  /** Absent: everybody on this machine. */
  readonly token?: string;
}

const MIN_TOKEN = 16;

export const readMetrics = (entry: MetricsEntry, reading: ConfigReader): MetricsConfig => {
  const { host = '127.0.0.1', port = 9464, hosts = [] } = entry;
  const at = ['metrics', 'token'];
  if (entry.token === undefined) {
    if (!isLoopbackHost(host)) reading.error(['metrics', 'host'], configErrors.network.metricsOpen());
    return { host, port, hosts };
  }
  const token = readValueSource(entry.token, at, reading) ?? '';
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < MIN_TOKEN)
    reading.error(at, configErrors.network.metricsToken({ characters: MIN_TOKEN }));
  return { host, port, hosts, token };
};
