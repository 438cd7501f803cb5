const linesIn = (stdout: string, start: RegExp): readonly string[] =>
  stdout.split('\n').filter((line) => start.test(line));

const eventsIn = (stdout: string): readonly string[] =>
  [...stdout.matchAll(/^ +\d+ {2}(\S+) +(\S+\/\S+)$/gm)].map(([, event, tool]) => `${tool} ${event}`);

const MAIL = ['held', 'vote', 'approved', 'dispatching', 'done'].map((event) => `app/send_mail ${event}`);
const BLOCKED = 'app/wipe_notes blocked';

/** What an example prints where the calls of a step run one after the other. */
export const mailStoryIn = (stdout: string): object => ({
  outboxes: linesIn(stdout, /^ {2}outbox:/),
  recorded: eventsIn(stdout),
});

export const MAIL_STORY: object = {
  outboxes: ['  outbox: (empty)', '  outbox: (empty)', '  outbox: ann@example.com: Rome, 3 to 7 May'],
  recorded: ['app/read_notes dispatching', 'app/read_notes done', ...MAIL, BLOCKED],
};

/** What the examples of the bare SDKs print, as far as it must be the same: they all tell one story. */
export const storyIn = (stdout: string): object => {
  const recorded = eventsIn(stdout);
  return {
    outboxes: linesIn(stdout, /^ {2}outbox:/),
    tellsWhyBlocked: stdout.includes('notes are not wiped by agents'),
    recorded: recorded.toSpliced(2, 2),
    sideBySide: recorded.slice(2, 4).toSorted(),
  };
};

const SENT = '  outbox: ann@example.com: Rome, 3 to 7 May, Hotel Aurora';

export const NOTES_STORY: object = {
  outboxes: ['  outbox: (empty)', '  outbox: (empty)', SENT],
  tellsWhyBlocked: true,
  recorded: ['app/read_notes dispatching', 'app/search_web dispatching', ...MAIL, BLOCKED],
  sideBySide: ['app/read_notes done', 'app/search_web done'],
};

/** What an example prints whose host has tools of its own. */
export const hostStoryIn = (stdout: string): object => ({
  seen: linesIn(stdout, /^ {2}(outbox|touched):/),
  recorded: eventsIn(stdout).toSorted(),
});

/** `reads` and `runs` are the names of two tools of the host. */
export const hostStory = (host: string, reads: string, runs: string): object => ({
  seen: ['  outbox: (empty)', '  touched: no', '  outbox: (empty)', SENT],
  recorded: [
    ...['read_notes', 'search_web'].flatMap((tool) => [`app/${tool} dispatching`, `app/${tool} done`]),
    `${host}/${reads} dispatching`,
    `${host}/${reads} done`,
    `${host}/${runs} held`,
    ...MAIL,
    BLOCKED,
  ].toSorted(),
});
