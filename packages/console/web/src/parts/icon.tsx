const PATHS = {
  inbox: 'M3 12h4l1.5 3h7L17 12h4M3 12l3-7h12l3 7v6a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z',
  tools: 'M14.5 6.5a4 4 0 0 0-5.3 5.1L4 16.8 7.2 20l5.2-5.2a4 4 0 0 0 5.1-5.3L15 12l-3-3z',
  sessions: 'M4 6h7M15 6h5M4 12h3M11 12h9M4 18h11M19 18h1',
  record: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  policy: 'M12 3l8 3v6c0 4.5-3.2 7.7-8 9-4.8-1.3-8-4.5-8-9V6zM9 12l2 2 4-4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  hand: 'M8 12V5.5a1.5 1.5 0 0 1 3 0V11m0-6.5a1.5 1.5 0 0 1 3 0V11m0-4.5a1.5 1.5 0 0 1 3 0V14c0 4-2.2 7-6 7-3 0-4.3-1.4-6-4.5L3.6 13a1.5 1.5 0 0 1 2.6-1.5L8 14',
  stop: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM8 12h8',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8v.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c2.5 2.5 3.7 5.5 3.7 9s-1.2 6.5-3.7 9c-2.5-2.5-3.7-5.5-3.7-9S9.5 5.5 12 3z',
  agent:
    'M12 3v3M6 8h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM9 12.500v1.500M15 12.500v1.5',
  ai: 'M12 4l1.8 5.200L19 11l-5.2 1.800L12 18l-1.8-5.200L5 11l5.2-1.800zM19 16v4M17 18h4',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l8-8M16 7l3 3',
  flame: 'M12 3c1 4 6 6 6 11a6 6 0 0 1-12 0c0-2.5 1.5-4 2.5-5 .3 1.5 1 2.3 2 2.700C10.5 8.5 11 5.5 12 3z',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  noundo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 3 11M3 21L21 3',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c.5-4.5 3.5-7 8-7s7.5 2.5 8 7',
  leave: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  keyboard: 'M3 7h18v10H3zM7 10.500v.1M11 10.500v.1M15 10.500v.1M8 14h8',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  unplug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-9 5.200M12 17v4M3 3l18 18',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4',
  bellOff: 'M6 17V11a6 6 0 0 1 9-5.200M18 12v5l2 1H4M10 21h4M3 3l18 18',
  chevron: 'M9 6l6 6-6 6',
  back: 'M15 6l-6 6 6 6',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.500L20 20',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  gauge: 'M4 18a9 9 0 1 1 16 0M12 14l4-5',
  flow: 'M5 5v6a4 4 0 0 0 4 4h10M15 11l4 4-4 4',
} as const;

export type IconName = keyof typeof PATHS;

/** A small picture beside words; it never says anything that the words do not. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
