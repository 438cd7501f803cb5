/** How one person decides, in one sentence. */
export const approverMessages = {
  noVotes: ({ person }: { person: string }) => `${person} has not voted`,
  votes: ({
    person,
    votes,
    approved,
    median,
    hasty,
    questions,
  }: {
    person: string;
    votes: number;
    approved: string;
    median: string;
    hasty: string;
    questions: string;
  }) =>
    `${person} voted ${votes === 1 ? 'once' : `${votes} times`}, approved ${approved}, median time ${median}, ${hasty} under two seconds, ${questions} questions an hour`,
  fatigue: '. These look like approvals without reading: ask less, or ask another person',
};
