import { createBubblewrapBackend } from './bubblewrap/create-bubblewrap-backend.ts';
import { createLandlockBackend } from './landlock/create-landlock-backend.ts';
import { createNoBackend } from './create-no-backend.ts';
import { createNodeBackend } from './node-permission/create-node-backend.ts';
import { createSeatbeltBackend } from './seatbelt/create-seatbelt-backend.ts';
import type { SandboxBackend, SandboxBackendName } from './sandbox.ts';

export interface SandboxChoice {
  readonly backend: SandboxBackend;
  /** Better ones, and in words for people why they do not work here. */
  readonly refused: readonly { readonly name: SandboxBackendName; readonly why: string }[];
}

/** The first that works; without any, servers start as they are. */
export const chooseFirstWorking = async (backends: readonly SandboxBackend[]): Promise<SandboxChoice> => {
  const refused: { name: SandboxBackendName; why: string }[] = [];
  for (const backend of backends) {
    const why = await backend.probe();
    if (why === undefined) return { backend, refused };
    refused.push({ name: backend.name, why });
  }
  return { backend: createNoBackend(), refused };
};

let choice: Promise<SandboxChoice> | undefined;

const backendsOf = (platform: string): readonly SandboxBackend[] => [
  ...(platform === 'linux' ? [createBubblewrapBackend(), createLandlockBackend()] : []),
  ...(platform === 'darwin' ? [createSeatbeltBackend()] : []),
  createNodeBackend(),
];

/** The best sandbox of this machine, tried out once in a process. */
export const chooseSandbox = (): Promise<SandboxChoice> =>
  (choice ??= chooseFirstWorking(backendsOf(process.platform)));
