import { isLoopbackHost } from '@callgate/http';
import { configErrors } from '@callgate/messages/errors/config';
import type { TracingEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';
import { readValueSource } from './values.ts';

/** Where spans are sent. */
export interface TracingConfig {
  readonly url: string;
  readonly service: string;
  /** The value of the Authorization header. */
  readonly authorization?: string;
}

const TRACES = '/v1/traces';

export const readTracing = (entry: TracingEntry, reading: ConfigReader): TracingConfig => {
  const { endpoint, service = 'callgate' } = entry;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (url === undefined || !isSafe || url.username !== '' || url.password !== '')
    reading.error(['tracing', 'endpoint'], configErrors.network.tracingEndpoint());
  else if (!url.pathname.endsWith(TRACES)) url.pathname = url.pathname.replace(/\/$/, '') + TRACES;
  const place = { url: url?.href ?? endpoint, service };
  if (entry.authorization === undefined) return place;
  const authorization = readValueSource(entry.authorization, ['tracing', 'authorization'], reading) ?? '';
  return { ...place, authorization };
};
