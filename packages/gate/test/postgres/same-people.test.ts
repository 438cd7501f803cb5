import { describe } from 'vitest';
import { onPostgres } from './on-postgres.ts';

onPostgres();

// the tests of the store in a file, on a database
describe('approvals', async () => void (await import('../approvals.test.ts')));
describe('what was approved and then changed', async () =>
  void (await import('../approve-then-change.test.ts')));
describe('races', async () => void (await import('../races.test.ts')));
describe('long waits', async () => void (await import('../long-waits.test.ts')));
describe('lives of calls', async () => void (await import('../life.test.ts')));
describe('sessions', async () => void (await import('../sessions.test.ts')));
describe('legs in parallel', async () => void (await import('../parallel-legs.test.ts')));
describe('obligations', async () => void (await import('../obligations.test.ts')));
describe('what stays shut', async () => void (await import('../stays-shut.test.ts')));
