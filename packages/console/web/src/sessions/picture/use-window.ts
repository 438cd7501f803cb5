import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';

export interface Window {
  readonly left: number;
  readonly width: number;
}

const STEP = 100;

/** The part of something wide that is in sight. Changes in steps, so that scrolling stays smooth. */
export const useWindow = (): readonly [RefObject<HTMLDivElement | null>, Window] => {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<Window>({ left: 0, width: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const left = Math.round(element.scrollLeft / STEP) * STEP;
      const width = element.clientWidth;
      setView((before) => (before.left === left && before.width === width ? before : { left, width }));
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    look();
    const sizes = new ResizeObserver(soon);
    sizes.observe(element);
    element.addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      element.removeEventListener('scroll', soon);
    };
  }, []);
  return [scroller, view];
};
