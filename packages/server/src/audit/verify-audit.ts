import { isJsonObject, getOwn } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { guardMessages } from '@callgate/messages/guard';
import { z } from 'zod';
import type { AuditEvent } from './audit-event.ts';
import { NO_HASH, hashEvent } from './audit-event.ts';

const eventSchema: z.ZodType<AuditEvent> = z.strictObject({
  event_id: z.string(),
  occurred_at: z.string(),
  principal_id: z.string(),
  event_type: z.enum(['tools/call', 'tools/result']),
  tool_name: z.string(),
  outcome: z.enum(['allowed', 'denied', 'deferred', 'error']),
  extensions: z.custom<AuditEvent['extensions']>((value) => isJsonObject(value)),
  previous_hash: z.string(),
  event_hash: z.string(),
});

export interface AuditCheck {
  readonly events: readonly AuditEvent[];
  /** Lines, from 1 (0 is the record as a whole), that are not events, were changed or do not follow the one before. */
  readonly broken: readonly { readonly line: number; readonly problem: string }[];
}

const readEvent = (line: string): AuditEvent | undefined => {
  try {
    const value = parseStrict(line);
    if (!isJsonObject(value) || getOwn(value, 'event_hash') === undefined) return undefined;
    return eventSchema.parse(value);
  } catch {
    return undefined;
  }
};

/**
 * Derives every hash of an audit log again. A writer of the file can rewrite all of it: that shows only where
 * `head`, the hash of a line that was kept elsewhere, is given. What was cut off after that line does not show.
 */
export const verifyAudit = (text: string, known: { readonly head?: string } = {}): AuditCheck => {
  const events: AuditEvent[] = [];
  const broken: { line: number; problem: string }[] = [];
  let previous = NO_HASH;
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const event = readEvent(line);
    const at = index + 1;
    if (event === undefined) {
      broken.push({ line: at, problem: guardMessages.audit.notEvent });
      continue;
    }
    const { event_hash: hash, ...body } = event;
    if (hashEvent(body) !== hash) broken.push({ line: at, problem: guardMessages.audit.changed });
    if (event.previous_hash !== previous)
      broken.push({ line: at, problem: guardMessages.audit.notFollowing });
    previous = hash;
    events.push(event);
  }
  const { head } = known;
  if (head !== undefined && !events.some(({ event_hash: hash }) => hash === head))
    broken.push({ line: 0, problem: guardMessages.audit.knownLineMissing });
  return { events, broken };
};
