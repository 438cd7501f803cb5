import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const make = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-web-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'sign-in'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>the page</title>');
  writeFileSync(join(folder, 'assets', 'main-a1b2c3.js'), 'export {};');
  writeFileSync(join(folder, 'sign-in', 'sign-in.html'), '<!doctype html><title>sign in</title>');
  writeFileSync(join(folder, 'secret.txt'), 'not for anybody');
  return folder;
};

let made: string | undefined;

afterAll(() => {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
});

/** A page that is there and nothing else, where no browser looks at it. */
export const bareWeb = (): string => (made ??= make());
