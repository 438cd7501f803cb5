/** Commands about the audit log: audit, audit verify, audit export. */
export const auditMessages = {
  audit: {
    what: 'Show this call, or the entry with this number',
    entries: 'List the last entries instead of calls',
    follow: 'List the last entries, and new ones as they come',
    secrets: 'Open sealed arguments with the key file beside the database',
    limit: 'Show at most this many; by default 50 calls or 20 entries',
    json: 'One call or entry a line; with an id its entries with proofs',
    state: ({ states }: { readonly states: readonly string[] }): string =>
      `States, separated by commas: ${states.join(', ')}`,
    server: 'Only calls of this server',
    tool: 'Only calls of this tool',
    principal: 'Only calls of this principal',
    session: 'Only calls of this session',
    ai: 'Only tools that use AI; --no-ai: only others',
    text: 'Part of the name of a server or tool, or the beginning of an id',
  },
  verify: {
    what: 'A proof to check; with --proof the number of an entry',
    proof: 'Write a proof of this entry, for others to check',
    out: 'With --proof: write to this file; by default standard output',
  },
  export: {
    format: 'jsonl or csv: entries; markdown or html: a report of the period',
  },
};

export type AuditMessages = typeof auditMessages;
