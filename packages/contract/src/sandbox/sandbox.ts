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
  readonly cwd?: string;
  /** Exactly what the server gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly class: SandboxClass;
  /** Absolute. Folders that a server works on: read-only unless the class writes. */
  readonly roots: readonly string[];
  /** Absolute. Not there for the server, beside the usual places of secrets. */
  readonly hidden: readonly string[];
  /** `host:port` that may be reached although the class has no network. */
  readonly allow: readonly string[];
  /** Roots are copy-on-write: what is written is collected, and lasts only if it is committed. */
  readonly preview?: boolean;
}

/** Something a claim says cannot happen, and that was tried. */
export interface SandboxViolation {
  readonly kind: 'write' | 'connection' | 'process';
  /** A path or `host:port`, as seen. Untrusted. */
  readonly what: string;
}

export interface SandboxedServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly backend: SandboxBackendName;
  readonly level: SandboxLevel;
  /** For a preview: where changes of a root are collected, and the root itself. */
  readonly layers: readonly { readonly root: string; readonly upper: string }[];
  /** What was tried since it was asked last. */
  violations(): Promise<readonly SandboxViolation[]>;
  /** Ends all processes and removes what was throw-away. */
  close(): Promise<void>;
}

export interface SandboxBackend {
  readonly name: SandboxBackendName;
  readonly level: SandboxLevel;
  readonly canPreview: boolean;
  /** Runs a tiny sandbox. Undefined where it works, else why not, in words for people. */
  probe(): Promise<string | undefined>;
  start(request: SandboxRequest): Promise<SandboxedServer>;
}
