/** What the guard uses of the SDKs' objects. Nothing of an SDK is imported. */

export type SdkHandler = (request: unknown, context: unknown) => unknown;
export type SdkCallback = (...given: readonly unknown[]) => unknown;

/** `Server` of `@modelcontextprotocol/sdk` or `@modelcontextprotocol/server`. */
export interface LowLevelServer {
  setRequestHandler(...given: never[]): void;
  assertCanSetRequestHandler(method: string): void;
  registerCapabilities(capabilities: never): void;
  getClientCapabilities(): object | undefined;
  connect(transport: never): Promise<void>;
}

/** `McpServer` of either. */
export interface HighLevelServer {
  readonly server: LowLevelServer;
  registerTool(name: string, config: never, callback: never): object;
  connect(transport: never): Promise<void>;
}

/** `FastMCP` of `fastmcp`. */
export interface FastMcpServer {
  addTool(tool: never): void;
  addTools(tools: never): void;
  start(options?: never): Promise<void>;
}

export type GuardableServer = LowLevelServer | HighLevelServer | FastMcpServer;
