import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgresStore } from '@callgate/cluster';
import { openKeys } from '@callgate/gate';
import { OperatorDecisionFile, openSettings } from '@callgate/gateway/tools';
import { copyStore, openStore, openStoreSettings } from '@callgate/gateway/store';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Cluster } from '../../cluster/test/postgres/cluster.ts';
import { writeEntry } from '../../cluster/test/query-database.ts';
import { freshPlace } from '../../cluster/test/store-place.ts';
import { homePaths } from '../src/home/home-paths.ts';
import { loadLayeredPolicy } from '../src/home/layered-policy.ts';
import { loadGatewaySetup } from '../src/home/load-gateway-setup.ts';
import { readPolicyFile, sharePolicy, writePolicyFile } from '../src/home/policy-file.ts';
import { backUpStore } from '../src/store/back-up-store.ts';
import { restoreStore } from '../src/store/restore-store.ts';
import { carrySettings } from '../src/store/carry-settings.ts';
import { openHomeTools } from '../src/tools/home-tools.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
}, 120_000);
afterAll(() => cluster.remove());

const CONFIG = '/etc/callgate/callgate.yaml';
const DISABLED = {
  server: 's',
  identity: 'i',
  tool: 't',
  use: { by: 'ann', at: 1, reason: 'test', allowed: false },
};

it('what was disabled and activated in a database counts in a copy of it, in a database and on a machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-carry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = homePaths({ CALLGATE_HOME: folder });
  const keys = openKeys(home.keys);
  const [from, to] = [freshPlace(cluster.url()), freshPlace(cluster.url())];
  for (const url of [from, to]) await (await openPostgresStore({ url, keys })).close();
  const source = await openStoreSettings(from, folder, () => keys);
  const book = new OperatorDecisionFile(source);
  await book.together(() => book.change(() => [DISABLED]));
  const layers = [{ name: 'a', text: 'extends: strict\n' }];
  await sharePolicy(source, CONFIG, { layers, by: 'ann', reason: 'test', at: 1, instead: 'x' });

  await carrySettings(from, to, home);
  const copied = await openStoreSettings(to, folder, () => keys);
  expect(new OperatorDecisionFile(copied).read()).toEqual([DISABLED]);
  expect(readPolicyFile(copied, CONFIG).word).toMatchObject({ by: 'ann', layers });
  expect(openSettings(folder).names()).toEqual([]);

  await carrySettings(from, join(folder, 'callgate.db'), home);
  expect(new OperatorDecisionFile(folder).read()).toEqual([DISABLED]);
  expect(readPolicyFile(folder, CONFIG).word).toMatchObject({ by: 'ann', layers });
});

it('a restored backup of a database has what was disabled and activated in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-carry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = homePaths({ CALLGATE_HOME: folder });
  const keys = openKeys(home.keys);
  const [from, to] = [freshPlace(cluster.url()), freshPlace(cluster.url())];
  const store = await openPostgresStore({ url: from, keys });
  await writeEntry(store, 'tool');
  await store.close();
  const book = new OperatorDecisionFile(await openStoreSettings(from, folder, () => keys));
  await book.together(() => book.change(() => [DISABLED]));
  const file = join(folder, 'monday.backup');
  await backUpStore({ place: from, to: file, home, withKey: false, json: true });
  const restore = (backup: string, place: string, isOwn = true) =>
    restoreStore({ from: backup, place, home, isOwn, reason: 'drill', key: undefined, json: true });
  await restore(file, to);
  const restored = await openStoreSettings(to, folder, () => keys);
  expect(new OperatorDecisionFile(restored).read()).toEqual([DISABLED]);

  // settings that cannot be read leave no store
  const torn = join(folder, 'torn.backup');
  cpSync(file, torn);
  const db = new DatabaseSync(torn);
  db.exec("UPDATE backup SET settings = substr(settings, 1, length(settings) - 4) || 'AAAA'");
  db.close();
  const other = freshPlace(cluster.url());
  await expect(restore(torn, other)).rejects.toMatchObject({ code: 'BACKUP_FILE' });
  await restore(file, other);

  // nor is one left where the rest cannot be done, and it can be tried again
  const third = freshPlace(cluster.url());
  const { anchors } = home;
  rmSync(anchors);
  mkdirSync(join(anchors, 'in-the-way'), { recursive: true });
  await expect(restore(file, third)).rejects.toThrow('EISDIR');
  rmSync(anchors, { recursive: true });
  await restore(file, third);

  // a trial leaves what counts in the folder
  await restore(file, join(folder, 'trial.db'), false);
  expect(new OperatorDecisionFile(folder).read()).toEqual([]);

  // a store that is there keeps its settings
  const there = new OperatorDecisionFile(await openStoreSettings(third, folder, () => keys));
  await there.together(() => there.change(() => [{ ...DISABLED, tool: 'other' }]));
  await expect(restore(file, third)).rejects.toMatchObject({ code: 'COPY_NOT_EMPTY' });
  const kept = new OperatorDecisionFile(await openStoreSettings(third, folder, () => keys)).read();
  expect(kept).toEqual([{ ...DISABLED, tool: 'other' }]);
});

it('settings count in a copy of a database at the moment when it is a store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-carry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const keys = openKeys(homePaths({ CALLGATE_HOME: folder }).keys);
  const [from, to] = [freshPlace(cluster.url()), freshPlace(cluster.url())];
  const store = await openPostgresStore({ url: from, keys });
  await writeEntry(store, 'tool');
  await store.close();
  const names = async () => {
    const settings = await openStoreSettings(to, folder, () => keys);
    return settings.names();
  };
  await copyStore(from, to, undefined, async (target) => {
    await target.useSettings({ operator: '{}' }, keys);
    expect(await names()).toEqual([]);
  });
  expect(await names()).toEqual(['operator']);
});

it('what was decided on a machine is shared by the first replica that it starts, and no later one replaces it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-carry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const keys = openKeys(homePaths({ CALLGATE_HOME: folder }).keys);
  new OperatorDecisionFile(folder).change(() => [DISABLED]);
  const place = freshPlace(cluster.url());
  const { store, database } = await openStore(place, { keys });
  onTestFinished(() => store.close());
  if (database === null) throw new Error('not a database');
  const { openSharedSettings } = await import('../../gateway/src/disclose/shared-settings-folder.ts');
  const shared = await openSharedSettings(database.settings, folder);
  expect(new OperatorDecisionFile(shared).read()).toEqual([DISABLED]);
  new OperatorDecisionFile(folder).change(() => [{ ...DISABLED, tool: 'other' }]);
  const again = await openSharedSettings(database.settings, folder);
  expect(new OperatorDecisionFile(again).read()).toEqual([DISABLED]);
});

it('commands judge by what was activated in the database, whatever was activated on the machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-carry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = homePaths({ CALLGATE_HOME: folder });
  const keys = openKeys(home.keys);
  const place = freshPlace(cluster.url());
  await (await openPostgresStore({ url: place, keys })).close();
  const config = join(folder, 'callgate.yaml');
  writeFileSync(
    config,
    `servers: {notes: {command: "true"}}\npolicy: balanced\nstore: ${JSON.stringify(place)}\n`,
  );
  const [balanced, strict, intent] = ['balanced', 'strict', 'intent'].map((name) =>
    loadLayeredPolicy([name]),
  );
  const word = { by: 'ann', reason: 'test', at: 1, instead: 'x' };
  writePolicyFile(folder, config, { ...word, layers: intent?.layers ?? null });
  const judgedBy = async (): Promise<string> =>
    (await openHomeTools({ config, policy: undefined, home })).judge.policy.revision;
  const shared = await openStoreSettings(place, folder, () => keys);
  await sharePolicy(shared, config, { ...word, layers: strict?.layers ?? null });
  expect(await judgedBy()).toBe(strict?.policy.revision);
  const { value } = await loadGatewaySetup({ path: config, own: true }, home);
  expect(value.warnings).toEqual([]);
  await sharePolicy(shared, config, { ...word, layers: null });
  expect(await judgedBy()).toBe(balanced?.policy.revision);
});
