/** Texts in and about the lock file of a project. */
export const lockMessages = {
  header: `# What the servers of this project offered at their review, and what was decided about it.
# A tool that differs from its entry is quarantined. Decisions count on a machine
# after its operator accepts this file.
`,
  asSuggested: ({ confidence }: { confidence: number | string }) => `as suggested (${confidence})`,
  againstSuggestion: ({ value, confidence }: { value: string; confidence: number | string }) =>
    `against the suggestion (${value}, ${confidence})`,
  nothingSuggested: 'nothing suggested',
  notClaimed: 'not claimed',
  claimed: 'claimed',
  claimedOtherwise: 'claimed otherwise',
  digest: 'a digest is `sha256:` and 64 digits',
  who: 'say who',
  time: 'a time is written as 2026-01-31T12:00:00Z',
  why: 'say why',
};
