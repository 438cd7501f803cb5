import type { Store } from '@callgate/gate/store';
import postgres from 'postgres';

/** What an administrator of the database says to it. */
export const queryDatabase = async (
  url: string,
  sql: string,
): Promise<readonly Record<string, unknown>[]> => {
  const { href, schema } = apart(url);
  const client = postgres(href, {
    max: 1,
    onnotice: () => {},
    fetch_types: false,
    connection: { search_path: schema, application_name: 'administrator', options: '-c statement_timeout=0' },
  });
  try {
    return [...(await client.unsafe(sql))];
  } finally {
    await client.end();
  }
};

const apart = (place: string): { readonly href: string; readonly schema: string } => {
  const url = new URL(place);
  const schema = url.searchParams.get('schema') ?? 'public';
  url.searchParams.delete('schema');
  return { href: url.href, schema };
};

/** Leaves a row in the record. */
export const writeEntry = (store: Store, tool: string, session: string = 's'): Promise<void> =>
  store.transact(async (tx) => {
    await tx.session(session);
    await tx.append({ event: 'alert', outcome: 'allowed', principal: 'p', tool, call: null, detail: {} });
  });

/** What the rows of the record are about, in their order. */
export const listEntryTools = async (store: Pick<Store, 'read'>): Promise<readonly string[]> => {
  const tools: string[] = [];
  for (;;) {
    const page = await store.read.rows(tools.length + 1, 1000);
    for (const { bytes } of page)
      tools.push(String((JSON.parse(Buffer.from(bytes).toString()) as { tool_name: unknown }).tool_name));
    if (page.length === 0) return tools;
  }
};
