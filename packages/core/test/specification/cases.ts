const DEEP = process.env['CALLGATE_DEEP'] === '1';

/** How many cases a law tries: CALLGATE_CASES lowers it, CALLGATE_DEEP=1 raises it where a law has a deep number. */
export const cases = (usual: number, deep: number = usual): number => {
  const wanted = Number(process.env['CALLGATE_CASES'] ?? '');
  return wanted > 0 ? wanted : DEEP ? deep : usual;
};
