import { existsSync } from 'node:fs';
import { CallgateError, LOCAL_PRINCIPAL } from '@callgate/core';
import { createGate, openKeys } from '@callgate/gate';
import { oracleDispatcher } from '@callgate/gate/testing';
import { Random } from '../random.ts';
import { policyOfBudget } from './budget.ts';
import { filesIn } from './files.ts';
import { openHere } from './open-place.ts';
import { catalogueOfLife } from './tools.ts';

/**
 * A whole gate that spends until the file `stop` is there, or until it is killed: `spender.ts FOLDER SEED`. It says a
 * line for each call that is over.
 */
const [, , folder = '.', seed = '1'] = process.argv;
const LANES = 5;
/** What shared databases answer while somebody else holds what is needed: nothing was written. */
const AGAIN: ReadonlySet<string> = new Set(['STORE_BUSY', 'STORE_AWAY', 'STORE_READ']);

const files = filesIn(folder);
const random = new Random(Number(seed));
const keys = openKeys(files.keys);
const store = await openHere(files.database, keys, false);
const gate = await createGate({
  policy: policyOfBudget(),
  store,
  keys,
  catalogue: catalogueOfLife(),
  limits: { questionsAnHour: 1e9, pendingPerPrincipal: 1e9 },
  channels: [
    {
      name: 'somebody',
      ask: async () => ({
        verdict: random.chance(0.5) ? 'approve' : 'refuse',
        subject: 'local',
        via: 'callback',
        opened: true,
      }),
    },
  ],
});
const dispatch = oracleDispatcher(files.socket);

const spend = async (lane: number): Promise<void> => {
  for (let n = 0; !existsSync(files.stop); n += 1) {
    const subject = random.pick(['ann', 'bob', 'local']);
    const amount = random.between(0, 15) + random.between(0, 99) / 100;
    try {
      const { state } = await gate.run(
        {
          kind: 'tool',
          server: 'office',
          name: random.chance(0.2) ? 'delete_note' : 'add_note',
          arguments: { amount, n: `${process.pid} ${lane} ${n}` },
          principal: { ...LOCAL_PRINCIPAL, subject },
          context: `c-${subject}`,
          authenticated: true,
        },
        dispatch,
      );
      process.stdout.write(`${state}\n`);
    } catch (error) {
      if (!(error instanceof CallgateError && AGAIN.has(error.code))) throw error;
    }
  }
};

await Promise.all(Array.from({ length: LANES }, (_, lane) => spend(lane)));
await gate.close();
await store.close();
