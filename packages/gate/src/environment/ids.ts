import { randomBytes, randomFillSync } from 'node:crypto';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

const POOL = Buffer.alloc(4096);
let used: number = POOL.length;

/** Sixteen bytes of chance. Taking many at once is several times as quick; each is given out once. */
const chanceBytes = (): Buffer => {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += 16;
  return POOL.subarray(used - 16, used);
};

/** An id that sorts by time: 10 digits of milliseconds, 16 of chance. */
export const mintId = (now: number): string => {
  let time = '';
  for (let rest = now, at = 0; at < 10; at += 1, rest = Math.floor(rest / 32))
    time = DIGITS[rest % 32] + time;
  let chance = '';
  for (const byte of chanceBytes()) chance += DIGITS[byte & 31];
  return time + chance;
};

/** A name that cannot be guessed. Its holder may resume or withdraw its call, and nothing else. */
export const mintTicket = (): string => `tk_${randomBytes(24).toString('base64url')}`;
