import type { StreamedEvent } from './streamed-event.ts';
import { severityOf } from './streamed-event.ts';

const OCSF_VERSION = '1.6.0';
const SEVERITY = ['', 'Informational', 'Low', 'Medium', 'High', 'Critical'] as const;
const OTHER = 99;

const ACTION = {
  allowed: { action_id: 1, action: 'Allowed', disposition_id: 1, disposition: 'Allowed' },
  denied: { action_id: 2, action: 'Denied', disposition_id: 2, disposition: 'Blocked' },
  deferred: { action_id: OTHER, action: 'Deferred', disposition_id: OTHER, disposition: 'Deferred' },
  error: { action_id: 0, action: 'Unknown', disposition_id: 27, disposition: 'Error' },
} as const;

const STATUS = {
  allowed: { status_id: 1, status: 'Success' },
  denied: { status_id: 1, status: 'Success' },
  deferred: { status_id: OTHER, status: 'Waiting' },
  error: { status_id: 2, status: 'Failure' },
} as const;

/** The class, and what only that class has. */
const classOf = (event: StreamedEvent): Readonly<Record<string, unknown>> =>
  event.event === 'alert' || event.event === 'unreadable'
    ? {
        category_uid: 2,
        category_name: 'Findings',
        class_uid: 2004,
        class_name: 'Detection Finding',
        activity_id: 1,
        activity_name: 'Create',
        type_uid: 200_401,
        finding_info: { uid: event.uid ?? `entry-${event.seq}`, title: event.code ?? event.event },
        status_id: 1,
        status: 'New',
      }
    : {
        category_uid: 6,
        category_name: 'Application Activity',
        class_uid: 6003,
        class_name: 'API Activity',
        activity_id: OTHER,
        activity_name: event.event,
        type_uid: 600_399,
        api: {
          operation: event.tool === '' ? event.event : event.tool,
          service: { name: event.server === '' ? 'callgate' : event.server },
          ...(event.call === null ? {} : { request: { uid: event.call } }),
        },
        src_endpoint: { name: 'callgate' },
        ...ACTION[event.outcome],
        ...STATUS[event.outcome],
      };

/** An entry of the audit log as an event of the Open Cybersecurity Schema Framework. */
export const ocsfEvent = (event: StreamedEvent, version: string): Readonly<Record<string, unknown>> => ({
  ...classOf(event),
  time: event.at,
  severity_id: severityOf(event),
  severity: SEVERITY[severityOf(event)],
  ...(event.code === undefined ? {} : { status_code: event.code }),
  metadata: {
    version: OCSF_VERSION,
    profiles: ['security_control'],
    product: { vendor_name: 'Callgate', name: 'Callgate', version },
    log_name: 'audit',
    event_code: event.event,
    sequence: event.seq,
    ...(event.uid === null ? {} : { uid: event.uid }),
    ...(event.call === null ? {} : { correlation_uid: event.call }),
  },
  actor: {
    user: { uid: event.principal === '' ? 'callgate' : event.principal },
    ...(event.session === undefined ? {} : { session: { uid: event.session } }),
  },
  ...(event.rules === undefined || event.rules[0] === undefined
    ? {}
    : { policy: { uid: event.rules[0], name: event.rules[0] } }),
  unmapped: {
    event_hash: event.hash,
    ...(event.decision === undefined ? {} : { decision: event.decision, enforced: event.enforced }),
    ...(event.rules === undefined ? {} : { rules: event.rules }),
    ...(event.private === undefined
      ? {}
      : { labels: { private: event.private, untrusted: event.untrusted } }),
    ...(event.by === undefined ? {} : { by: event.by }),
  },
});
