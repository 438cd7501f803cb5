import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInClient } from '../api-client.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import { bareWeb } from './bare-web.ts';

let place: TestConsole;
beforeAll(async () => {
  place = await openTestConsole({ web: bareWeb() });
});
afterAll(() => place.close());

it('says why no call is decided, for the banner of the page', async () => {
  const client = await signInClient(place);
  expect(await client.read('me', {})).toMatchObject({ storeProblem: null });
  const file = join(place.home.folder, 'callgate.db');
  renameSync(file, `${file}.gone`);
  await expect
    .poll(async () => (await client.read('me', {})).storeProblem, { timeout: 10_000 })
    .toBe('STORE_GONE');
});
