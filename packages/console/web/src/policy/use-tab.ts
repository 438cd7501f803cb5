import { useEffect, useState } from 'react';

const chosen = <I extends string>(ids: readonly I[]): I | undefined =>
  ids.find((id) => `#${id}` === globalThis.location.hash);

/** Which tab is open; it stands in the address, so that a page read again shows the same. */
export const useTab = <I extends string>(ids: readonly I[]): readonly [I, (id: I) => void] => {
  const [first] = ids;
  if (first === undefined) throw new Error('there are no tabs');
  const [tab, setTab] = useState<I>(() => chosen(ids) ?? first);
  useEffect(() => {
    const look = (): void => setTab(chosen(ids) ?? first);
    globalThis.addEventListener('hashchange', look);
    return () => globalThis.removeEventListener('hashchange', look);
  }, [ids, first]);
  return [
    tab,
    (id) => {
      globalThis.history.replaceState(globalThis.history.state, '', `#${id}`);
      setTab(id);
    },
  ];
};
