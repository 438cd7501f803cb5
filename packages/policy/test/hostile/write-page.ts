import { readFileSync, writeFileSync } from 'node:fs';
import { CASES } from './cases/index.ts';
import { pageParts, withParts } from './page.ts';

const PAGE = new URL('../../../../docs/internals/testing.md', import.meta.url);
writeFileSync(PAGE, withParts(readFileSync(PAGE, 'utf8'), pageParts(CASES)));
