export type * from './observation.ts';
