import { display } from '@callgate/core';
import type { StreamedEvent } from './streamed-event.ts';
import { severityOf } from './streamed-event.ts';

/** CEF counts from 0 to 10. */
const SEVERITY = [0, 1, 4, 6, 8, 10] as const;

const shown = (text: string): string => display(text, { max: 500 });
const headOf = (text: string): string => shown(text).replaceAll(/[\\|]/g, String.raw`\$&`);
const valueOf = (text: string): string => shown(text).replaceAll(/[\\=]/g, String.raw`\$&`);

/** An entry of the audit log as a line of ArcSight's Common Event Format. */
export const cefLine = (event: StreamedEvent, version: string): string => {
  const labelled: readonly (readonly [string, string, string | undefined])[] = [
    ['cs1', 'call', event.call ?? undefined],
    ['cs2', 'session', event.session],
    ['cs3', 'rules', event.rules?.join(',')],
    ['cs4', 'decision', event.decision],
    ['cs5', 'labels', event.private === undefined ? undefined : `${event.private}/${event.untrusted ?? ''}`],
    ['cs6', 'hash', event.hash],
  ];
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['rt', String(event.at)],
    ['externalId', event.uid ?? undefined],
    ['act', event.outcome],
    ['suser', event.principal],
    ['duser', event.by],
    ['destinationServiceName', event.server],
    ['request', event.tool],
    ['reason', event.code],
    ['cn1Label', 'entry'],
    ['cn1', String(event.seq)],
    ...labelled.flatMap(([key, name, value]) =>
      value === undefined || value === '' ? [] : [[`${key}Label`, name] as const, [key, value] as const],
    ),
  ];
  const extension = fields
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value = '']) => `${key}=${valueOf(value)}`)
    .join(' ');
  return `CEF:0|Callgate|Callgate|${version}|${headOf(event.event)}|${headOf(event.event)}|${SEVERITY[severityOf(event)]}|${extension}`;
};
