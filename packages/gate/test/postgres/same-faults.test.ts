import { describe } from 'vitest';
import { cases } from '../random.ts';
import { onPostgres } from './on-postgres.ts';

onPostgres();

// the tests of the store in a file, on a database
describe('kills', async () => void (await import('../faults/kills.test.ts')));
describe('several processes', async () => void (await import('../faults/processes.test.ts')));
describe.runIf(cases(0, 1) === 1)(
  'broken gates',
  async () => void (await import('../faults/broken-gates.test.ts')),
);
