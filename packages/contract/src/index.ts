export type * from './sandbox/sandbox.ts';
export type * from './overlay/file-change.ts';
export type * from './observe/observation.ts';
