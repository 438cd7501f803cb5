/** The last call on a server that may have changed something. */
export interface LastChange {
  readonly server: string;
  readonly call: string;
  /** It was the person's own, or they approved it; nobody knows before its result. */
  readonly own: boolean;
}
