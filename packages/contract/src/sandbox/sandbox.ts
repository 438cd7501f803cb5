import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** What a server may do that lasts. Claims only remove power from it. */
export interface SandboxClass {
  /** May change the roots. */
  readonly writes: boolean;
  readonly network: boolean;
}

/** How far a claim holds: nothing durable or nothing sent is possible, only mistakes are prevented, or it is only claimed. */
export type SandboxLevel = 'enforced' | 'seat-belt' | 'declared';

export type SandboxBackendName = 'bubblewrap' | 'landlock' | 'seatbelt' | 'node' | 'none';

export interface SandboxRequest {
  readonly command: string;
  readonly args: readonly string[];
  /** Where this process is if it is not given. */
  readonly cwd?: string;
  /** Exactly what the server gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly class: SandboxClass;
  /** Absolute, without links. Folders that a server works on: read-only unless the class writes. */
  readonly roots: readonly string[];
  /** Absolute. Not there for the server, beside the usual places of secrets. Callgate's own home is one. */
  readonly hidden: readonly string[];
  /** `host:port` that may be reached although the class has no network. */
  readonly allow: readonly string[];
  /** Roots are copy-on-write: what is written is collected, and lasts only if it is committed. */
  readonly preview?: boolean;
  /** A program with its arguments that runs the whole sandbox, and sees from outside what is done in it. */
  readonly watcher?: readonly string[];
}

/** Something a claim says cannot happen, and that was tried. */
export interface SandboxViolation {
  readonly kind: 'write' | 'connection';
  /** A path or `host:port`, as seen. Untrusted. */
  readonly what: string;
}

/** For a preview: where changes of a root are collected, and the root itself. */
export interface SandboxLayer {
  readonly root: string;
  /** A folder of this machine, in the form of overlayfs: a deleted path is a device 0:0. */
  readonly upper: string;
}

export interface SandboxedServer {
  /** Its pipes are the server's. The process may be one that holds the sandbox. */
  readonly child: ChildProcessWithoutNullStreams;
  readonly backend: SandboxBackendName;
  readonly level: SandboxLevel;
  /** A process inside, as this machine numbers it: `/proc/<pid>/root` is what the server sees. */
  readonly insidePid?: number;
  readonly layers: readonly SandboxLayer[];
  /** What was tried since it was asked last. What fails at once, such as a write to a read-only root, is not seen. */
  violations(): Promise<readonly SandboxViolation[]>;
  /** Of a preview: ends all processes. What they left can be looked at until it is closed. */
  stop?(): Promise<void>;
  /** Ends all processes and removes what was throw-away. */
  close(): Promise<void>;
}

export interface SandboxBackend {
  readonly name: SandboxBackendName;
  readonly level: SandboxLevel;
  readonly canPreview: boolean;
  /** Runs a tiny sandbox. Undefined where it works, else why not, in words for people. */
  probe(): Promise<string | undefined>;
  /** Throws a CallgateError where the server cannot be held to its class. */
  start(request: SandboxRequest): Promise<SandboxedServer>;
}
