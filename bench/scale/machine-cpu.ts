import { cpus } from 'node:os';

/** Microseconds that the processors of this machine have worked so far, for whomever. */
export const readMachineCpu = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) * 1000;
