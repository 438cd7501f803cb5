import type { StorePage, PageRequest } from '@callgate/gate/store';

const AT_ONCE = 200;

/** All items, page by page: never more than one page is in memory. */
export async function* readAllPages<T>(
  next: (page: PageRequest) => Promise<StorePage<T>>,
): AsyncGenerator<T> {
  let after: string | undefined;
  do {
    const page: StorePage<T> = await next(
      after === undefined ? { limit: AT_ONCE } : { limit: AT_ONCE, after },
    );
    yield* page.items;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
