import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { installed } from '../material/install.ts';
import { listPages } from './list-pages.ts';

let dist = '';

beforeAll(async () => {
  const site = await installed('site');
  await promisify(execFile)(process.execPath, [join(site, 'build.ts')], { maxBuffer: 64 * 1_048_576 });
  dist = join(site, 'dist');
});

const htmlPages = (): readonly string[] => globSync('**/*.html', { cwd: dist });

const textOf = (page: string): string => readFileSync(join(dist, page), 'utf8');

/** The page that a link leads to, or undefined. */
const pageOf = (from: string, path: string): string | undefined => {
  if (path === '') return from;
  const file = path.startsWith('/') ? path.slice(1) : join(dirname(from), path);
  return [file, `${file}.html`, join(file, 'index.html')].find(
    (each) => each.endsWith('.html') && existsSync(join(dist, each)),
  );
};

const isDead = (from: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  if (/\.(?!html)\w+$/.test(path)) return !existsSync(join(dist, path));
  const page = pageOf(from, path);
  if (page === undefined) return true;
  return (
    anchor !== undefined && anchor !== '' && !textOf(page).includes(`id="${decodeURIComponent(anchor)}"`)
  );
};

describe('the site', () => {
  it('has every page of the documentation', () => {
    const missing = listPages('docs')
      .map((page) => page.slice('docs/'.length).replace(/README\.md$/, 'index.md'))
      .filter((page) => !existsSync(join(dist, page.replace(/\.md$/, '.html'))));
    expect(missing).toEqual([]);
  });

  it('is searched without a server', () => {
    const [index = ''] = globSync('assets/chunks/*localSearchIndex*.js', { cwd: dist });
    expect(textOf(index)).toContain('quarantine');
  });

  it('has an API reference from the types', () => {
    const pages = htmlPages().filter((page) => page.startsWith('api/'));
    expect(pages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/callgate\/.*\/callgate\.html$/),
        expect.stringMatching(/core\/.*\/decide\.html$/),
        expect.stringMatching(/policy\/.*\/loadPolicy\.html$/),
      ]),
    );
  });

  it('has no dead links inside', () => {
    const dead = htmlPages().flatMap((page) =>
      [...textOf(page).matchAll(/<a [^>]*href="([^"]*)"/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link) && isDead(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect([...new Set(dead)]).toEqual([]);
  });
});
