import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findTexts } from './find-texts.ts';
import { ROOT } from './list-pages.ts';

/** Code whose texts for people lie in packages/messages. */
const FOLDERS = [
  'packages/policy/src',
  'packages/manifest/src',
  'packages/catalogue/src',
  'packages/gateway/src/config',
];

/** Data: texts of policies, code of other languages, words of servers, phrases that are part of a format. */
const DATA = new Set([
  'packages/manifest/src/hint-sentence.ts',
  'packages/policy/src/preset-texts.ts',
  'packages/policy/src/preset-policies.ts',
  'packages/policy/src/export/write-cedar.ts',
  'packages/policy/src/export/write-rego.ts',
  'packages/catalogue/src/suggest/verb-effect.ts',
  'packages/catalogue/src/poison/order-concepts.ts',
  'packages/catalogue/src/poison/plain-orders.ts',
]);

const files = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter(
    (file) => !/\.(?:test|laws)\.ts$/u.test(file) && !DATA.has(file),
  ),
);

it('no text for people lies outside of packages/messages', () => {
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    findTexts(readFileSync(join(ROOT, file), 'utf8')).map(({ line, text }) => `${file}:${line}: ${text}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["throw new CallgateError('POLICY', 'the file is larger');", ['the file is larger']],
  ['const help = `remove ${rule} or mend it`;', ['remove … or mend it']],
  ['markup`<p class="quiet">None was found.</p>`;', ['<p class="quiet">None was found.</p>']],
  ["const where = 'its name says';", ['its name says']],
])('is found in %s', (source, texts) => {
  expect(findTexts(source).map(({ text }) => text)).toEqual(texts);
});

it.each([
  "const VERBS = new Set('get list read'.split(' '));",
  "schema.describe('Why, in plain words.');",
  "optionalMember(text, 'Why, in plain words.');",
  'markup`<style>body { font: small serif }</style><p class="quiet small">${text}</p>`;',
  "const code = 'CONDITION_TYPE';",
  'const path = `${server}/${tool}`;',
  'const pattern = /the words of a pattern/u;',
])('is not seen in %s', (source) => {
  expect(findTexts(source)).toEqual([]);
});
