const last = new WeakMap<object, Promise<void>>();

/** Runs what several want of one thing one after the other, in the order they came. */
export const runInTurn = async <T>(thing: object, work: () => Promise<T>): Promise<T> => {
  const mine = (last.get(thing) ?? Promise.resolve()).then(work);
  last.set(
    thing,
    mine.then(
      () => {},
      () => {},
    ),
  );
  return await mine;
};
