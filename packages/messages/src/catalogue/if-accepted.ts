import { countOf, formatCount } from '../text/count.ts';

export interface AcceptedCounts {
  readonly runs: number;
  readonly asks: number;
  /** Of those that run: what returns passwords and keys. */
  readonly secrets: number;
  /** Of those that run: what returns private data, secrets among it. */
  readonly private: number;
}

/** What accepting all suggestions would lead to. What runs without approval and returns private data is named. */
export const ifAcceptedText = ({ runs, asks, ...counts }: AcceptedCounts): string => {
  const counted = `If you accepted all suggestions: ${formatCount(runs)} run, ${formatCount(asks)} ask`;
  if (counts.private === 0) return counted;
  const secrets = counts.secrets === 0 ? '' : ` (secrets: ${formatCount(counts.secrets)})`;
  const are = counts.private === 1 ? 'returns' : 'return';
  return `${counted}. ${countOf(counts.private, 'tool')} that would run without approval ${are} private data${secrets}; the session is then labelled private. If it also reads untrusted content, calls that could send data outside need approval with extra checks`;
};
