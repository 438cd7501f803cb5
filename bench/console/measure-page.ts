import type { Page } from 'playwright-core';

/**
 * Milliseconds until something is on the page, looked for with every frame. `since: 'navigation'` counts from when the
 * browser began to go there, `'now'` from this call.
 */
export const timeUntilShown = async (
  page: Page,
  what: {
    readonly selector: string;
    /** A pattern; one that is shown has it, or with `every` all that are shown. */
    readonly text?: string;
    readonly every?: boolean;
    readonly gone?: boolean;
  },
  since: 'navigation' | 'now',
): Promise<number> =>
  await page.evaluate(
    ([{ selector, text, gone, every }, from]) => {
      const start = from === 'navigation' ? 0 : performance.now();
      const fits = (element: Element): boolean =>
        text === undefined || new RegExp(text).test(element.textContent ?? '');
      const isThere = (): boolean => {
        const shown = [...document.querySelectorAll(selector)];
        return every === true ? shown.length > 0 && shown.every(fits) : shown.some(fits);
      };
      return new Promise<number>((resolve, reject) => {
        const look = (): void => {
          if (isThere() !== (gone === true)) resolve(performance.now() - start);
          else if (performance.now() - start > 60_000) reject(new Error(`${selector} did not come`));
          else requestAnimationFrame(look);
        };
        look();
      });
    },
    [what, since] as const,
  );

/** The same for what a person does: the clock starts with it. */
export const timeAction = async (
  page: Page,
  what: Parameters<typeof timeUntilShown>[1],
  act: () => Promise<void>,
): Promise<number> => {
  // both start in the same turn; what is done takes a message to the browser, which counts
  const [shown] = await Promise.all([timeUntilShown(page, what, 'now'), act()]);
  return shown;
};
