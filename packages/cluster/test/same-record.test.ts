import { describe } from 'vitest';
import { onPostgres } from './on-postgres.ts';

onPostgres();

// the tests of the store in a file, on a database
describe('the record', async () => void (await import('../../gate/test/record-gate.test.ts')));
describe('an edited store', async () => void (await import('../../gate/test/record-edited-store.test.ts')));
describe('checkpoints', async () => void (await import('../../gate/test/checkpoints.test.ts')));
describe('proofs', async () => void (await import('../../gate/test/row-proof.test.ts')));
describe('settling', async () => void (await import('../../gate/test/settle-patience.test.ts')));
describe('another way', async () => void (await import('../../gate/test/rerouted.test.ts')));
