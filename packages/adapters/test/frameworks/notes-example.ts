/** What the examples of the bare SDKs print, as far as it must be the same: they all tell one story. */
export const storyIn = (stdout: string): object => {
  const recorded = [...stdout.matchAll(/^ +\d+ {2}(\S+) +app\/(\S+)$/gm)].map(
    ([, event, tool]) => `${tool} ${event}`,
  );
  return {
    outboxes: stdout.split('\n').filter((line) => line.startsWith('  outbox:')),
    tellsWhyBlocked: stdout.includes('notes are not wiped by agents'),
    recorded: recorded.toSpliced(2, 2),
    sideBySide: recorded.slice(2, 4).toSorted(),
  };
};

export const NOTES_STORY: object = {
  outboxes: [
    '  outbox: (empty)',
    '  outbox: (empty)',
    '  outbox: ann@example.com: Rome, 3 to 7 May, Hotel Aurora',
  ],
  tellsWhyBlocked: true,
  recorded: [
    'read_notes dispatching',
    'search_web dispatching',
    'send_mail held',
    'send_mail vote',
    'send_mail approved',
    'send_mail dispatching',
    'send_mail done',
    'wipe_notes blocked',
  ],
  sideBySide: ['read_notes done', 'search_web done'],
};
