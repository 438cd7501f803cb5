import { formatProblem } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { readConfig, readStoreConfig } from './read-config.ts';

const ENV = { DB_WORD: 'p@ss/word' };
const OPTIONS = { home: '/data/callgate', env: ENV };
const FILES = 'servers: {files: {command: npx}}\n';
const URL = 'postgres://gate@db.example/calls';

const storeOf = (text: string): unknown => {
  const read = readConfig('/work/callgate.yaml', `${FILES}${text}`, OPTIONS);
  return read.ok ? read.config.store : read.problems.map((problem) => formatProblem(problem)).join('\n');
};

describe('where the store is', () => {
  it('is a file beside the configuration, or a database', () => {
    expect(storeOf('')).toEqual({ path: '/data/callgate/callgate.db' });
    expect(storeOf('store: data.db')).toEqual({ path: '/work/data.db' });
    expect(storeOf(`store: ${URL}?schema=other`)).toEqual({ path: `${URL}?schema=other` });
    expect(storeOf(`store: {url: ${URL}}`)).toEqual({ path: URL });
  });

  it('has its password from elsewhere, and keeps it apart', () => {
    expect(storeOf(`store: {url: ${URL}, password: {from: DB_WORD}}`)).toEqual({
      path: URL,
      password: 'p@ss/word',
    });
    expect(storeOf(`store: {url: ${URL}, password: {from: OTHER}}`)).toMatch(
      /:2:\d+: error\[CONFIG_VARIABLE\]/,
    );
  });

  it.each([
    ['store: postgres://gate:sesame@db.example/calls', 'error[CONFIG_SECRET]'],
    ['store: {url: postgresql://gate:sesame@db.example/calls}', 'error[CONFIG_SECRET]'],
    ['store: {url: postgres://db/x, password: sesame}', 'error[CONFIG_SHAPE]'],
    ['store: mysql://db.example/calls', 'error[CONFIG_STORE]'],
    ['store: {url: data.db}', 'error[CONFIG_STORE]'],
    ['store: postgres://db/x?schema=Big-One', 'error[CONFIG_STORE]'],
    ['store: {url: postgres://db/x, pasword: {from: A}}', 'error[CONFIG_KEY]'],
  ])('%s is refused, and no secret is told', (text, problem) => {
    expect(storeOf(text)).toContain(problem);
    expect(storeOf(text)).not.toContain('sesame');
  });

  it('can be read from a configuration of which nothing else is usable here', () => {
    const text = `approvals: {webhooks: [{url: 'https://x.example', secret: {from: UNSET}}]}\nstore: ${URL}`;
    expect(readStoreConfig('/work/callgate.yaml', text, OPTIONS)).toEqual({ ok: true, store: { path: URL } });
    expect(readStoreConfig('/work/callgate.yaml', 'store: [1]', OPTIONS)).toMatchObject({ ok: false });
  });
});
