import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { locateHomeStore, readNamedStore } from './locate-home-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'callgate-home-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENV = { CALLGATE_HOME: folder, DB_WORD: 'a/b' };
const URL = 'postgres://gate@db.example/calls';

const config = (text: string): void => writeFileSync(join(folder, 'callgate.yaml'), text);

describe('the store of this user’s gates', () => {
  it('is the file in the folder of Callgate where nobody says anything', async () => {
    expect(await locateHomeStore(ENV)).toBe(join(folder, 'callgate.db'));
    config('servers: {stores: {command: npx}}');
    expect(await locateHomeStore(ENV)).toBe(join(folder, 'callgate.db'));
  });

  it('is what the configuration there says, with the password it names', async () => {
    config(`store: ${URL}`);
    expect(await locateHomeStore(ENV)).toBe(URL);
    config(`{"store": {"url": "${URL}", "password": {"from": "DB_WORD"}}}`);
    expect(await locateHomeStore(ENV)).toBe('postgres://gate:a%2Fb@db.example/calls');
  });

  it('is not guessed where the configuration cannot be read', async () => {
    config('store: {url: 1}');
    await expect(locateHomeStore(ENV)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('is what was named, whatever the configuration says', async () => {
    config('store: {url: 1}');
    expect(await locateHomeStore({ ...ENV, CALLGATE_STORE: URL })).toBe(URL);
    expect(await locateHomeStore({ ...ENV, CALLGATE_STORE: URL }, '/x/other.db')).toBe('/x/other.db');
    expect(readNamedStore({}, 'postgres://gate:a%2Fb@db.example/calls')).toEqual({
      path: URL,
      password: 'a/b',
    });
    expect(readNamedStore({ CALLGATE_STORE: '' })).toBeUndefined();
    expect(() => readNamedStore({}, '')).toThrow(expect.objectContaining({ code: 'OPTION_VALUE' }));
  });
});
