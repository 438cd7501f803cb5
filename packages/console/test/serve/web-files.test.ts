import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import type { WebFiles } from '../../src/serve/web-files.ts';
import { readWebFiles } from '../../src/serve/web-files.ts';
import { buildWeb } from '../build-web.ts';
import { bareWeb } from './bare-web.ts';

it('the page is found from the sources, and everything it names is there', async () => {
  await buildWeb();
  const files = readWebFiles();
  const page = new TextDecoder().decode(files.get('/index.html')?.bytes);
  const named = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(1);
  for (const path of named) expect([path, files.has(path)]).toEqual([path, true]);
  expect(files.has('/sign-in/sign-in.html')).toBe(true);
  expect(page).not.toMatch(/<script(?![^>]*src=)|<style|style=|https?:/);
});

it('the page is found from a bundle, beside its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bundled-'));
  mkdirSync(join(folder, 'dist', 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'web', 'index.html'), 'bundled');
  const build = await rolldown({
    input: { main: join(import.meta.dirname, '..', '..', 'src', 'serve', 'web-files.ts') },
    platform: 'node',
    resolve: { conditionNames: ['@callgate/source', 'import'] },
  });
  const bundle = join(folder, 'dist', 'bundle');
  await build.write({ dir: bundle, format: 'esm', entryFileNames: '[name].mjs' });
  await build.close();
  const { readWebFiles: read }: { readWebFiles(): WebFiles } = await import(
    pathToFileURL(join(bundle, 'main.mjs')).href
  );
  expect(new TextDecoder().decode(read().get('/index.html')?.bytes)).toBe('bundled');
  rmSync(folder, { recursive: true });
});

it('what a page is made of is served and nothing else', () => {
  expect([...readWebFiles(bareWeb()).keys()].toSorted()).toEqual([
    '/assets/main-a1b2c3.js',
    '/index.html',
    '/sign-in/sign-in.html',
  ]);
  expect(() => readWebFiles('/nowhere')).toThrow(expect.objectContaining({ code: 'CONSOLE_UNBUILT' }));
});
