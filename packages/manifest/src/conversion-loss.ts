/** Something a conversion could not carry over. */
export interface ConversionLoss {
  /** The tool, by name; empty where it has none. */
  readonly tool: string;
  /** What of it: `hints.readOnly`, `conditions`, `annotations.audience`, `tool` for the whole. */
  readonly what: string;
  readonly why: string;
}
