import { afterAll } from 'vitest';
import { MEASURE, openProcessorGroup } from './processor-groups.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the file and of every process it started. */
    cpuMs?: number;
  }
}

if (process.env[MEASURE] === '1') {
  const end = openProcessorGroup();
  // registered before all others, so it runs when nothing that the file started is left
  // oxlint-disable-next-line no-empty-pattern
  afterAll(({}, { meta }) => {
    const ms = end();
    if (ms !== undefined) meta.cpuMs = ms;
  });
}
