import { extractIntent } from '@callgate/core/label';

/** One line of what the person said, and whether it counts as what they ask for. */
export interface IntentLine {
  readonly text: string;
  /** `false`: quoted, pasted or passed on, as a whole or in part. */
  readonly counts: boolean;
}

/** Which lines of a prompt count as what the person asks for. */
export const intentLines = (prompt: string): readonly IntentLine[] => {
  const counted = new Set(
    extractIntent(prompt)
      .split('\n')
      .map((line) => line.trim()),
  );
  return prompt
    .split(/\r\n|\r|\n|\u2028|\u2029/)
    .map((text) => ({ text, counts: text.trim() === '' || counted.has(text.trim()) }));
};
