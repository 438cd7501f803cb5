/** A tool that does one step of a chain, and why it can. */
export interface ChainStep {
  readonly server: string;
  readonly tool: string;
  readonly does: 'reads-private' | 'reads-untrusted' | 'sends-out' | 'destroys';
  /** In words: the belief and its ground. */
  readonly because: string;
}

/** What an attacker could make an agent do with the servers as they are, with nobody asked in between. */
export interface Chain {
  readonly kind: 'trifecta' | 'untrusted-to-destructive';
  /** The preset or policy under which nobody is asked. */
  readonly policy: string;
  readonly steps: readonly ChainStep[];
  /** One sentence that tells the story. */
  readonly story: string;
  /** How many more chains of the same kind go through the same servers. */
  readonly alike: number;
}
