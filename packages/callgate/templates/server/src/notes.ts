import { keep } from '@callgate/server';

const all = new Map([['welcome', 'This is the first note.']]);

/** The notes, by what may be done with them. Handlers get at them through their scope alone. */
export const notes = keep({
  reads: {
    names: (): readonly string[] => [...all.keys()],
    text: (name: string): string | undefined => all.get(name),
  },
  writes: {
    set: (name: string, text: string): void => void all.set(name, text),
  },
  destroys: {
    remove: (name: string): boolean => all.delete(name),
  },
});
