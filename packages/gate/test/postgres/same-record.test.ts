import { describe } from 'vitest';
import { onPostgres } from './on-postgres.ts';

onPostgres();

// the tests of the store in a file, on a database
describe('the record', async () => void (await import('../record-gate.test.ts')));
describe('an edited store', async () => void (await import('../record-edited-store.test.ts')));
describe('checkpoints', async () => void (await import('../checkpoints.test.ts')));
describe('proofs', async () => void (await import('../row-proof.test.ts')));
describe('settling', async () => void (await import('../settle-patience.test.ts')));
describe('another way', async () => void (await import('../rerouted.test.ts')));
