/** Where lines go. When `append` is fulfilled, the line survives a crash: what it is about may happen then. */
export interface AuditSink {
  /** The hash of the last line that is there, or undefined. Asked once. */
  lastHash(): Promise<string | undefined>;
  append(line: string): Promise<void>;
}
