import type { Page, PageRequest } from '@callgate/gate/store';

const AT_ONCE = 200;

/** All items, page by page: never more than one page is in memory. */
export async function* allPages<T>(next: (page: PageRequest) => Promise<Page<T>>): AsyncGenerator<T> {
  let after: string | undefined;
  do {
    const page: Page<T> = await next(after === undefined ? { limit: AT_ONCE } : { limit: AT_ONCE, after });
    yield* page.items;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
