import postgres from 'postgres';

/** Somebody else has what this statement locks, until the function it returns is called. */
export const holdRows = async (place: string, sql: string): Promise<() => Promise<void>> => {
  const url = new URL(place);
  const schema = url.searchParams.get('schema') ?? 'public';
  url.searchParams.delete('schema');
  const client = postgres(url.href, {
    max: 1,
    onnotice: () => {},
    fetch_types: false,
    connection: { search_path: schema, application_name: 'administrator' },
  });
  const go = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const over = client.begin(async (tx) => {
    await tx.unsafe(sql);
    held.resolve();
    await go.promise;
  });
  over.catch(held.reject);
  await held.promise;
  return async () => {
    go.resolve();
    await over;
    await client.end();
  };
};
