import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './list-pages.ts';
import { declarationsIn, isBareParticiple, repeatedTypes, workspaceDeclarations } from './check-names.ts';

const declarations = workspaceDeclarations();

it('an exported type name is declared once in the workspace', () => {
  expect(Object.fromEntries(repeatedTypes(declarations))).toEqual({});
});

it('no type and no exported name is a bare participle or pronoun', () => {
  const bare = declarations.filter(
    ({ name, kind, isExported }) => (kind === 'type' || isExported) && isBareParticiple(name),
  );
  expect(bare.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

it('a repeated type and a bare participle are found', () => {
  const found = [
    ...declarationsIn('export interface Told {\n}\ntype Came = 1;\n', 'a.ts'),
    ...declarationsIn('export type Told = 2;\nexport const known = 1;\n', 'b.ts'),
  ];
  expect([...repeatedTypes(found)]).toEqual([['Told', ['a.ts', 'b.ts']]]);
  expect(found.map(({ name }) => isBareParticiple(name))).toEqual([true, true, true, true]);
  expect(['Binding', 'Feed', 'ToolCallResult', 'CachedPolicy', 'findTool'].some(isBareParticiple)).toBe(
    false,
  );
});

/** Data: the words of languages. */
const OF_LANGUAGES = /\/user-message\/languages\/|\/order-concepts\.ts$|\.test\.tsx?$/u;

it('no line of a source says whoever, somebody or nobody who', () => {
  const files = globSync('packages/{*/src,console/web/src}/**/*.{ts,tsx,css,md}', { cwd: ROOT }).filter(
    (file) => !OF_LANGUAGES.test(file),
  );
  expect(files.length).toBeGreaterThan(1000);
  const found = files.filter((file) =>
    /\b(?:whoever|somebody|nobody who)\b/iu.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
