/** Writes everything that is generated: schemas, and the regions of pages between markers. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FILES, withRegions } from './generated.ts';
import { ROOT, listPages } from './list-pages.ts';

for (const [path, make] of Object.entries(FILES)) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), make());
}
for (const page of listPages()) {
  const before = readFileSync(join(ROOT, page), 'utf8');
  const after = withRegions(before);
  if (after !== before) writeFileSync(join(ROOT, page), after);
}
