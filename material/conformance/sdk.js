// What the fixture server needs of the SDK, imported by path because this folder is no workspace.
export {
  McpServer,
  ProtocolError,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  createRequestStateCodec,
  fromJsonSchema,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
export {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
