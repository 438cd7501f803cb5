export type * from './file-change.ts';
