import { createInterface } from 'node:readline';
import type { CallRequest } from '@callgate/gate';
import { createGate, openKeys } from '@callgate/gate';
import { serveOperations } from '@callgate/operations/socket';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { z } from 'zod';
import { catalogueOf, policyText } from '../../gate/test/control-office.ts';

/**
 * A gate in a process of its own, with a socket: `gate-process.ts FOLDER [POLICY]`. It is told on
 * standard input what to do, one JSON object a line, and tells on standard output what came of it.
 */
const [, , folder = '', policy = 'balanced'] = process.argv;

const wish = z.looseObject({ do: z.enum(['run', 'begin', 'resume', 'leave', 'exit']), tag: z.string() });

const tell = (tag: string, value: unknown): void => {
  process.stdout.write(`${JSON.stringify({ tag, value })}\n`);
};

const keys = openKeys(`${folder}/callgate.key`);
const store = await openSqliteStore({ path: `${folder}/callgate.db`, keys });
const gate = await createGate({
  policy: policy.includes(':') ? policyText(policy) : presetPolicy(policy as 'balanced'),
  store,
  catalogue: catalogueOf(),
  keys,
  limits: { sweepMs: 200 },
});
const socket = await serveOperations({ gate, folder, instance: store.instance });
tell('ready', { instance: store.instance, path: socket.path });

const lines = createInterface({ input: process.stdin });
for await (const line of lines) {
  const { do: what, tag, ...parts } = wish.parse(JSON.parse(line));
  const request = parts['request'] as CallRequest;
  const found = (step: unknown): void => tell(tag, step);
  const failed = (error: unknown): void => tell(tag, { threw: String(error) });
  if (what === 'leave') break;
  if (what === 'exit') process.exit(0);
  if (what === 'begin') gate.begin(request).then(found, failed);
  if (what === 'resume') gate.resume(String(parts['ticket']), request).then(found, failed);
  if (what === 'run')
    gate
      .run(request, async (dispatchable) => {
        const { canonicalArguments } = dispatchable.take();
        return { type: 'result', result: { sent: canonicalArguments } };
      })
      .then(found, failed);
}
await gate.close();
await socket.close();
await store.close();
process.stdin.destroy();
