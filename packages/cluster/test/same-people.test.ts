import { describe } from 'vitest';
import { onPostgres } from './on-postgres.ts';

onPostgres();

// the tests of the store in a file, on a database
describe('approvals', async () => void (await import('../../gate/test/approvals.test.ts')));
describe('what was approved and then changed', async () =>
  void (await import('../../gate/test/approve-then-change.test.ts')));
describe('races', async () => void (await import('../../gate/test/races.test.ts')));
describe('long waits', async () => void (await import('../../gate/test/long-waits.test.ts')));
describe('lives of calls', async () => void (await import('../../gate/test/life.test.ts')));
describe('sessions', async () => void (await import('../../gate/test/sessions.test.ts')));
describe('legs in parallel', async () => void (await import('../../gate/test/parallel-legs.test.ts')));
describe('counted calls', async () => void (await import('../../gate/test/counted-calls.test.ts')));
describe('obligations', async () => void (await import('../../gate/test/obligations.test.ts')));
describe('what stays shut', async () => void (await import('../../gate/test/stays-shut.test.ts')));
