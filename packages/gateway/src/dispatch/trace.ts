import { createHash } from 'node:crypto';

/** A `traceparent` for one call at one server. It is made of the call's id alone, so the audit log identifies it. */
export const traceparentOf = (call: string): string => {
  const hex = createHash('sha256').update(`callgate trace ${call}`).digest('hex');
  return `00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-01`;
};
