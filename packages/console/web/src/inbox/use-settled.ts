import { useEffect, useState } from 'react';

const LOOK_MS = 700;

/**
 * Whether what is shown has been there for a moment. A key that was meant for the card before must not decide about
 * this one.
 */
export const useSettled = (what: string): boolean => {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(what), LOOK_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return settled === what;
};
