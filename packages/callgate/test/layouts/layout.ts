import type { JsonObject, TrustLevel } from '@callgate/core';
import type { CommandResult } from '../fixtures/run-callgate.ts';

export type LayoutName = 'init' | 'hooks' | 'http' | 'adapter';

/** A tool as a server lists it. */
export type LayoutTool = JsonObject & { readonly name: string };

export interface LayoutServer {
  readonly alias: string;
  readonly trust: TrustLevel;
  readonly tools: readonly LayoutTool[];
  /** What each tool answers; its name and arguments if absent. */
  readonly texts?: Readonly<Record<string, string>>;
  /** More words of the command that starts it. */
  readonly args?: readonly string[];
  /** More of what it says; see the script of the oracle. */
  readonly says?: JsonObject;
}

export interface LayoutOptions {
  readonly servers: readonly LayoutServer[];
  readonly policy?: string;
  /** The operator took `--name` out of what `init` wrote. */
  readonly unnamed?: true;
  /** Every hook is a process of its own, as in real hosts and in the deep form. */
  readonly startsHooks?: true;
  /** More of `callgate.yaml`, for the layout that has one. */
  readonly config?: JsonObject;
}

export interface CallAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** The upstream received the call. */
  readonly ran: boolean;
}

/** Callgate installed as people install it, in front of upstreams that log what they receive. */
export interface Layout {
  readonly name: LayoutName;
  readonly home: string;
  /** The user's request, in the layouts that hear it. */
  readonly say: ((text: string) => Promise<void>) | undefined;
  call(server: string, tool: string, args: JsonObject): Promise<CallAnswer>;
  /** The calls that reached a server. */
  received(server: string): readonly { readonly name: unknown; readonly arguments: unknown }[];
  /** Every byte that reached it. */
  bytes(server: string): string;
  /** An operator's command on the same home. */
  callgate(...words: readonly string[]): Promise<CommandResult>;
}
