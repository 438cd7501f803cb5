/** Builds the site from docs/, with an API reference from the types: `npm run site`. The result is in site/dist. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const SITE = import.meta.dirname;
const ROOT = join(SITE, '..');
const PAGES = join(SITE, 'pages');
const TYPES = join(SITE, 'types');
const REPOSITORY = 'https://github.com/callgate/callgate/blob/main';

/** Links inside docs stay; what lies elsewhere in the repository is read there. */
const rewriteLinks = (page: string, text: string): string =>
  text.replaceAll(/\]\(([^)\s:]+)\)/g, (link, target: string) => {
    if (target.startsWith('#')) return link;
    const [path = '', anchor] = target.split('#');
    const file = relative(ROOT, join(ROOT, dirname(page), path));
    const heading = anchor === undefined ? '' : `#${anchor}`;
    if (!file.startsWith('docs/')) return `](${REPOSITORY}/${file}${heading})`;
    return `](${path.replace(/README\.md$/, 'index.md')}${heading})`;
  });

/** Marks for the docs check are not for readers. */
const withoutComments = (text: string): string => text.replaceAll(/^<!--[^]*?-->\n+/gm, '');

const copyDocs = (): void => {
  for (const path of globSync('docs/**/*', { cwd: ROOT, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const page = relative(ROOT, join(path.parentPath, path.name));
    const target = join(PAGES, relative('docs', page).replace(/README\.md$/, 'index.md'));
    mkdirSync(dirname(target), { recursive: true });
    if (!page.endsWith('.md')) cpSync(join(ROOT, page), target);
    else writeFileSync(target, rewriteLinks(page, withoutComments(readFileSync(join(ROOT, page), 'utf8'))));
  }
};

/** The generator leaves out whatever is in a folder `dist`: the types are reached under the names of their packages. */
const linkTypes = (): void => {
  mkdirSync(TYPES);
  for (const name of ['callgate', 'core', 'policy'])
    symlinkSync(join(ROOT, 'packages', name, 'dist'), join(TYPES, name));
};

const run = (script: string, ...words: readonly string[]): void => {
  execFileSync(process.execPath, [script, ...words], { cwd: SITE, stdio: 'inherit' });
};

const require = createRequire(import.meta.url);
const binOf = (name: string, path: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), path);

for (const folder of [PAGES, TYPES]) rmSync(folder, { recursive: true, force: true });
copyDocs();
linkTypes();
run(binOf('typedoc', 'bin/typedoc'));
run(binOf('vitepress', 'bin/vitepress.js'), 'build');
