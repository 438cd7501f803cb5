/** What set-ups are called in the results. */
export const FLOOR = 'two plain inserts';
export const EMBEDDED = 'a file, 1 gate';
export const FLOOR_FOLLOWED = 'two plain inserts, standby';

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

export const onDatabase = (gates: number): string => `PostgreSQL, ${plural(gates, 'gate')}`;
export const onFollowed = (gates: number): string => `PostgreSQL, standby, ${plural(gates, 'gate')}`;
export const gatewaysOnFile: string = 'a file, 1 gateway';
export const gatewaysOnDatabase = (gates: number): string => `PostgreSQL, ${plural(gates, 'gateway')}`;
