import { describe } from 'vitest';
import { onPostgres } from './on-postgres.ts';

onPostgres();

// the tests of the store in a file, on a database
describe('kills', async () => void (await import('../../gate/test/faults/kills.test.ts')));
describe('counters of killed gates', async () =>
  void (await import('../../gate/test/faults/killed-counts.test.ts')));
describe('several processes', async () => void (await import('../../gate/test/faults/processes.test.ts')));
// broken-gates.test.ts beside this one has those of a database, and a judge that catches them
describe.runIf(process.env['CALLGATE_DEEP'] === '1')(
  'broken gates',
  async () => void (await import('../../gate/test/faults/broken-gates.test.ts')),
);
