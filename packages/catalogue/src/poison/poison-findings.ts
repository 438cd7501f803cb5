import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed.ts';

/** What in these lists is written for models and not for people. */
export const poisonFindings = (_servers: readonly ListedServer[]): readonly Finding[] => [];
