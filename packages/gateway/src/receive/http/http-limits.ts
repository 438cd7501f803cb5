/** What clients may cost the HTTP server. */
export interface HttpLimits {
  readonly headerBytes: number;
  /** For the whole head of a request. */
  readonly headersMs: number;
  /** For the whole request, its body too. */
  readonly requestMs: number;
  readonly bodyBytes: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly sessions: number;
  /** A session without a stream and without a request that long is ended. */
  readonly sessionIdleMs: number;
  /** How long what a client said may look for the process that it is for. */
  readonly mailMs: number;
  /** Bytes written to a stream that nobody reads, before it is cut. */
  readonly unreadBytes: number;
  /** How long an answer may wait for its reader. */
  readonly unreadMs: number;
  /** How often a quiet stream is written to, to find out whether the client is still there. */
  readonly pulseMs: number;
  /** How long requests may go on after the server was told to close. */
  readonly closeMs: number;
}

export const DEFAULT_HTTP_LIMITS: HttpLimits = Object.freeze({
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  bodyBytes: 4 * 1024 * 1024,
  connections: 4096,
  connectionsPerAddress: 2048,
  sessions: 10_000,
  sessionIdleMs: 30 * 60_000,
  mailMs: 20_000,
  unreadBytes: 4 * 1024 * 1024,
  unreadMs: 30_000,
  pulseMs: 25_000,
  closeMs: 5_000,
});
