/** Writes everything that is generated: schemas, and the regions of pages between markers. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FILES, withRegions } from './generated.ts';
import { ROOT, listPages } from './list-pages.ts';

/** Whether the file was another one before. */
const writeGenerated = (path: string, text: string): boolean => {
  const file = join(ROOT, path);
  mkdirSync(dirname(file), { recursive: true });
  const isNew = readFileSync(file, 'utf8') !== text;
  if (isNew) writeFileSync(file, text);
  return isNew;
};

const [first = '', ...rest] = Object.keys(FILES);
if (writeGenerated(first, FILES[first]?.() ?? '')) {
  // the policies of the presets are made by the loader, which has their earlier texts by now
  execFileSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  process.exit();
}
for (const path of rest) writeGenerated(path, FILES[path]?.() ?? '');
for (const page of listPages()) {
  const before = readFileSync(join(ROOT, page), 'utf8');
  const after = withRegions(before);
  if (after !== before) writeFileSync(join(ROOT, page), after);
}
