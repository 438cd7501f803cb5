import { openSqliteStore } from '../src/store/sqlite/index.ts';
import type { PlaceOpener } from './harness/store-suite.ts';

/** Opens the embedded store where the suite, in this process or another, says. */
export const openPlace: PlaceOpener = (path, parts) => openSqliteStore({ path, ...parts });
