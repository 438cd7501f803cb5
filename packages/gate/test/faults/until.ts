export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Many times as long as anything here takes on a busy machine. */
const LIMIT_MS = 300_000;

/** Looks again and again until it is so. Fails after five minutes and says where it stood. */
export const until = async (
  isSo: () => boolean | Promise<boolean>,
  where: () => string = () => '',
): Promise<void> => {
  const end = performance.now() + LIMIT_MS;
  while (!(await isSo())) {
    if (performance.now() > end)
      throw new Error(`not so after ${LIMIT_MS / 1000} s: ${isSo.toString()} ${where()}`.trimEnd());
    await pause(20);
  }
};
