import { openSqliteStore } from '../src/store/sqlite/index.ts';
import type { OpenPlace } from './harness/store-suite.ts';

/** Opens the embedded store where the suite, in this process or another, says. */
export const openPlace: OpenPlace = (path, parts) => openSqliteStore({ path, ...parts });
