export type * from './sandbox.ts';
export { chooseFirstWorking, chooseSandbox } from './choose-sandbox.ts';
export type { SandboxChoice } from './choose-sandbox.ts';
export { createBubblewrapBackend } from './bubblewrap/create-bubblewrap-backend.ts';
export { createNoBackend } from './create-no-backend.ts';
export { createLandlockBackend } from './landlock/create-landlock-backend.ts';
export { createNodeBackend } from './node-permission/create-node-backend.ts';
export { createSeatbeltBackend } from './seatbelt/create-seatbelt-backend.ts';
export { secretPlaces } from './secret-places.ts';
