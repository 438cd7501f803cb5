/** Where a name leads is the same on every machine (FNV-1a). */
const hashOf = (name: string): number => {
  let hash = 0x811c9dc5;
  for (const unit of Buffer.from(name)) hash = Math.imul(hash ^ unit, 0x01000193);
  return hash >>> 1;
};

/**
 * The seed of what a test leaves to chance: CALLGATE_SEED, one that is always the same for a name, or a new one in the
 * deep form.
 */
export const seedFor = (name: string): number => {
  const wanted = process.env['CALLGATE_SEED'];
  if (wanted !== undefined) return Number(wanted);
  return process.env['CALLGATE_DEEP'] === '1' ? Math.floor(Math.random() * 2 ** 31) : hashOf(name);
};
