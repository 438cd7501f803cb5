import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { StrayWrites } from './stray-writes.ts';

const copy = (): { readonly path: string; readonly upper: string } => {
  const base = mkdtempSync(join(tmpdir(), 'callgate-stray-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [path, upper] = [join(base, 'home'), join(base, 'upper')];
  for (const folder of [path, upper]) mkdirSync(folder);
  return { path, upper };
};

it('is told once for all that is there, and again only where something came', async () => {
  const { path, upper } = copy();
  const strayWrites = new StrayWrites([{ path, upper }]);
  expect(await strayWrites.find()).toEqual([]);
  writeFileSync(join(upper, 'note.txt'), 'x');
  mkdirSync(join(upper, '.cache'));
  expect(await strayWrites.find()).toEqual([join(path, 'note.txt')]);
  // a time that a server sets hides nothing
  mkdirSync(join(path, 'kept'));
  mkdirSync(join(upper, 'kept'));
  await expect.poll(() => strayWrites.find()).toEqual([]);
  writeFileSync(join(upper, 'kept', 'deep.txt'), 'x');
  utimesSync(join(upper, 'kept'), 1, 1);
  utimesSync(upper, 1, 1);
  expect(await strayWrites.find()).toContain(join(path, 'kept', 'deep.txt'));
});

it('misses nothing, in whatever order it is looked at', async () => {
  const step = constantFrom('look', 'file', 'folder', 'deep', 'move');
  await assert(
    asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
      const { path, upper } = copy();
      const strayWrites = new StrayWrites([{ path, upper }]);
      const seen = new Set<string>();
      const there = new Set<string>();
      const look = async (): Promise<void> => {
        for (const what of await strayWrites.find()) seen.add(what);
        expect(seen).toEqual(there);
      };
      const add = (name: string, make: (own: string) => void): void => {
        make(join(upper, name));
        there.add(join(path, name));
      };
      for (const [at, each] of steps.entries()) {
        const [first] = readdirSync(upper);
        if (each === 'look') await look();
        else if (each === 'folder') add(`${at}`, (own) => mkdirSync(own));
        else if (each === 'file') add(`${at}.txt`, (own) => writeFileSync(own, ''));
        else if (each === 'deep') {
          add(`${at}`, (own) => mkdirSync(own));
          add(`${at}/deep.txt`, (own) => writeFileSync(own, ''));
        } else if (first !== undefined && !readdirSync(upper).includes(`${at}-moved`)) {
          await look();
          const below = [...there].filter((one) => one.startsWith(`${path}/${first}/`));
          renameSync(join(upper, first), join(upper, `${at}-moved`));
          for (const one of [`${path}/${first}`, ...below]) {
            there.add(one.replace(`${path}/${first}`, `${path}/${at}-moved`));
          }
        }
      }
      await look();
    }),
    { numRuns: 60 },
  );
});
