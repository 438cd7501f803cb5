/** Without what may differ and means the same: case, a port, the dot of the root, the brackets of an address. */
const plain = (host: string): string => {
  const lower = host.toLowerCase();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(lower)?.[1];
  if (bracketed !== undefined) return bracketed;
  return lower.replace(/^([^:]*):\d+$/, '$1').replace(/\.$/, '');
};

/** Whether a host is one of those; `*.example.com` stands for every name below it. */
export const isInside = (host: string, inside: readonly string[]): boolean => {
  const name = plain(host);
  return inside.some((pattern) => {
    const wanted = plain(pattern);
    return wanted.startsWith('*.') ? name.endsWith(wanted.slice(1)) : name === wanted;
  });
};
