/**
 * Sends one call that runs by itself, one that a person approves and one that is blocked through a real gateway, and
 * prints which files each of them runs through.
 */
import { fileURLToPath } from 'node:url';
import type { Policy } from '@callgate/core';
import { loadPolicy } from '@callgate/policy';
import { approveCall } from '../packages/gateway/test/approve-call.ts';
import type { PipeClient, TestGateway } from '../packages/gateway/test/test-gateway.ts';
import { openTestGateway, stdioServer } from '../packages/gateway/test/test-gateway.ts';
import type { ExecutedFile } from './walk/coverage-recorder.ts';
import { CoverageRecorder, countCrossings } from './walk/coverage-recorder.ts';

/** The steps of a call, and the packages whose files take them. */
const STEPS = [
  'wire',
  'receive',
  'disclose',
  'label',
  'decide',
  'confirm',
  'dispatch',
  'absorb',
  'record',
  'store',
];

const POLICY = `extends: balanced
rules:
  - id: never-wipe
    tools: notes/wipe_notes
    then: block
    reason: notes are kept
`;

const policy = (): Policy => {
  const loaded = loadPolicy([{ name: 'walk.yaml', text: POLICY }]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded));
  return loaded.policy;
};

const stepOf = ({ path }: ExecutedFile): number => {
  const folders = new Set(path.split('/').slice(3, -1));
  const at = STEPS.findIndex((step) => folders.has(step));
  return at === -1 ? STEPS.length : at;
};

/** Waits for the next held call and approves it, as a person at the console does. */
const approveNext = async ({ gateway }: TestGateway): Promise<void> => {
  for (;;) {
    const [held] = (await gateway.gate.desk.read.inbox({ limit: 1 })).items;
    if (held !== undefined && (await approveCall(gateway, held.id))) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

const WALKS: readonly (readonly [
  string,
  (client: PipeClient, here: TestGateway, id: string) => Promise<unknown>,
])[] = [
  ['auto', (client, _here, id) => client.call('read_note', { id })],
  ['held', (client, here, id) => Promise.all([client.call('delete_note', { id }), approveNext(here)])],
  ['blocked', (client, _here, id) => client.call('wipe_notes', { id })],
];

const AGAIN = ['second', 'third', 'fourth'] as const;

const here = await openTestGateway({
  servers: [
    stdioServer('notes', process.execPath, [fileURLToPath(new URL('walk/server.ts', import.meta.url))], {
      trust: 'owned',
    }),
  ],
  policy: policy(),
});
const client = here.connect();
const recorder = new CoverageRecorder();
await recorder.start();
try {
  await client.initialize();
  await client.request('tools/list', {});
  for (const [name, walk] of WALKS) {
    // what is worked out once for each tool is not part of a call
    await walk(client, here, 'first');
    const files = await recorder.duringEach(AGAIN.map((id) => () => walk(client, here, id)));
    const functions = files.reduce((sum, file) => sum + file.functions, 0);
    console.log(`${name}: ${files.length} files, ${functions} functions, ${countCrossings(files)} crossings`);
    for (const file of files.toSorted((a, b) => stepOf(a) - stepOf(b) || a.path.localeCompare(b.path)))
      console.log(`  ${STEPS[stepOf(file)] ?? 'around it'}  ${file.path} (${file.functions})`);
  }
} finally {
  recorder.stop();
  await client.end();
  await here.close();
}
