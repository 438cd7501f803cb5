/** Screen words of the states of a call; other states are shown as they are. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['held', 'waiting'],
  ['refused', 'denied'],
  ['dispatching', 'running'],
  ['indeterminate', 'unknown'],
]);

export const callStateWord = (state: string): string => WORDS.get(state) ?? state;
