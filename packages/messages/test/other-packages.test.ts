import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPersonTexts } from './find-person-texts.ts';

const ROOT = join(import.meta.dirname, '../../..');

const PACKAGES = [
  'adapters',
  'callgate',
  'cluster',
  'console',
  'contract',
  'gate',
  'gateway',
  'http',
  'operations',
  'react',
  'routing',

  'server',
];

/** Scripts, tables, markup, the world of the demo, and files whose descriptions stand beside their schema. */
const NOT_OUR_WORDS: readonly RegExp[] = [
  /^packages\/callgate\/src\/(?:completion|init)\//u,
  /^packages\/callgate\/src\/demo\/(?:servers\/|demo-home\.ts|stories\.ts)/u,
  /^packages\/callgate\/src\/audit\/report-html\.ts/u,
  /^packages\/callgate\/src\/commands\/renamed-command\.ts/u,
  /^packages\/cluster\/src\/store\/(?:call-table|group-writes|postgres-copy|schema)\.ts/u,
  /^packages\/gate\/src\/store\/(?:copy\/copied-tables|sql\/call-counts)\.ts/u,
  /^packages\/gateway\/src\/config\//u,
  /^packages\/gateway\/src\/metrics\/gateway-metrics\.ts/u,
  /^packages\/routing\/src\/model-catalogue-schema\.ts/u,
  /^packages\/gateway\/src\/dispatch\/read-entity\.ts/u,
  /^packages\/gateway\/src\/notify\/desktop-notifier\.ts/u,
];

/** Values of formats, stored values, texts that other programs write, and faults that nobody is shown. */
const VALUES: ReadonlySet<string> = new Set([
  'An error occurred while running the tool. Please try again.',
  'CASE WHEN … THEN 1 ELSE 0 END',
  'The operation was aborted due to timeout',
  'Received tool input did not match expected schema',
  // the reason of a review, which is kept with it
  '… In doubt: …',
  'callgate span … …',
  'callgate trace …',
  // a frame of syslog
  '<…>1 … … callgate … audit - …',
  'name, sealed, version',
  'tasks of …',
  'cannot be read',
  'changed, kept out',
  'definitions of an untrusted server were listed',
  'does not support',
  'event: message\ndata: …\n\n',
  'is no policy',
  'is no tool',
  'not an object',
  'openid profile email',
  'not configured here',
  'not given yet',
  'suggested by Callgate',
  'tasks at servers',
  // how an entry names a label that a store has
  '… in store.labels',
  'the client is not vouched for',
  'untrusted content was already seen',
]);

const textsIn = (file: string): readonly string[] =>
  findPersonTexts(readFileSync(join(ROOT, file), 'utf8')).filter((text) => !VALUES.has(text));

const files = PACKAGES.flatMap((name) => globSync(`packages/${name}/src/**/*.ts`, { cwd: ROOT })).filter(
  (file) => !file.endsWith('.test.ts') && !NOT_OUR_WORDS.some((pattern) => pattern.test(file)),
);

const found = files.flatMap((file) => textsIn(file).map((text) => `${file}: ${text}`));

describe('texts for people', () => {
  it('are in a file of @callgate/messages: move them there, or name them here if no person reads them', () => {
    expect(found).toEqual([]);
  });

  it.each([
    ["throw new CallgateError({ code: 'A', message: 'the file is gone' })", 'the file is gone'],
    ['const text = `${count} calls wait`', '… calls wait'],
    ["const word = ok ? 'it is fine' : other", 'it is fine'],
  ])('are found in %s', (code, text) => {
    expect(findPersonTexts(code)).toEqual([text]);
  });

  it.each([
    "import { a } from 'one two three'",
    "throw new Error('this cannot be')",
    "query('SELECT a FROM b WHERE c')",
    "type A = 'earliest of all' | 'latest of all'",
    "const name = 'audit verify'",
    'const text = messages.file.gone',
  ])('are not found in %s', (code) => {
    expect(findPersonTexts(code)).toEqual([]);
  });
});
