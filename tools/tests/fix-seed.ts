import { relative } from 'node:path';
import { configureGlobal } from 'fast-check';
import { expect } from 'vitest';
import { seedFor } from '../../packages/core/test/specification/seed.ts';
import { ROOT } from '../list-pages.ts';

// a law that fails prints the seed
configureGlobal({ seed: seedFor(relative(ROOT, expect.getState().testPath ?? '').replaceAll('\\', '/')) });
