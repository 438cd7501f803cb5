import { randomBytes, randomFillSync } from 'node:crypto';

const DIGITS = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');
const TIME = 10;
const CHANCE = 16;

/** The id that is being written: one text is made of it, and none on the way. */
const ID = Buffer.alloc(TIME + CHANCE);

const POOL = Buffer.alloc(4096);
let used: number = POOL.length;

/** A byte of chance. Taking many at once is several times as quick; each is given out once. */
const chanceByte = (): number => {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  return POOL.readUInt8(used++);
};

/** An id that sorts by time: 10 digits of milliseconds, 16 of chance. */
export const mintId = (now: number): string => {
  for (let rest = now, at = TIME - 1; at >= 0; at -= 1, rest = Math.floor(rest / 32))
    ID[at] = DIGITS[rest % 32] ?? 0;
  for (let at = TIME; at < ID.length; at += 1) ID[at] = DIGITS[chanceByte() & 31] ?? 0;
  return ID.toString('latin1');
};

/** A name that cannot be guessed. Its holder may resume or withdraw its call, and nothing else. */
export const mintTicket = (): string => `tk_${randomBytes(24).toString('base64url')}`;
