/** What `--name` takes: `server__tool` must have one reading only. */
const ALIAS = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9-])?$/;

/** What a server is called in `--name`: as its client calls it, or an alias near to that. */
export const chooseServerName = (written: string, taken: ReadonlySet<string>): string => {
  if (ALIAS.test(written) && !written.includes('__')) return written;
  const alias =
    written
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
      .replaceAll(/_{2,}/g, '_')
      .slice(0, 60)
      .replaceAll(/^[_-]+|[_-]+$/g, '') || 'server';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? alias : `${alias}-${number}`;
    if (!taken.has(name)) return name;
  }
};
