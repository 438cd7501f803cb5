/**
 * The few shapes of the MCP clients (`Client` of `@modelcontextprotocol/sdk`, version 1, and of
 * `@modelcontextprotocol/client`, version 2) that are needed here, so that nothing of them is imported.
 */

/** `(params, resultSchema?, options?)` in version 1, `(params, options?)` in version 2. */
export type CallToolFunction = (params: never, second?: never, third?: never) => Promise<unknown>;

export interface ClientLike {
  readonly callTool: CallToolFunction;
  readonly request: (request: never, resultSchema: never, options?: never) => Promise<unknown>;
  fallbackNotificationHandler?: ((notification: never) => Promise<void>) | undefined;
  /** Only version 2 has eras. */
  readonly getProtocolEra?: unknown;
}

/** What `callTool` is given. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
  readonly inputResponses?: unknown;
  readonly requestState?: unknown;
  readonly _meta?: unknown;
  readonly [key: string]: unknown;
}

/** Options of a request, as far as they are looked at; all of them are passed on. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly allowInputRequired?: boolean | undefined;
  readonly [key: string]: unknown;
}

export const isVersion2 = (client: ClientLike): boolean => typeof client.getProtocolEra === 'function';

export interface AnyResultSchema {
  readonly safeParse: (data: unknown) => { readonly success: true; readonly data: unknown };
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
  };
}

/** Takes any result as it came. Version 1 calls `safeParse`, version 2 the standard schema. */
export const ANY_RESULT: AnyResultSchema = {
  safeParse: (data) => ({ success: true, data }),
  '~standard': { version: 1, vendor: 'callgate', validate: (value) => ({ value }) },
};
