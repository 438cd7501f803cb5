import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed.ts';

/** What the author of this server should look at. */
export const lintServer = (_server: ListedServer): readonly Finding[] => [];
