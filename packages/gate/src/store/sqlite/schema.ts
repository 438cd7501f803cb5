/** Marks a file as ours: `CLGT`. */
export const APPLICATION_ID = 0x43_4c_47_54;

const RECORD = `
CREATE TABLE record (
  seq INTEGER PRIMARY KEY CHECK (seq > 0),
  at INTEGER NOT NULL,
  event TEXT NOT NULL,
  call TEXT,
  hash BLOB NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX record_of_call ON record (call) WHERE call IS NOT NULL;
CREATE INDEX record_hash ON record (seq, hash);

CREATE TABLE kept (
  n INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE checkpoints (
  size INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL,
  signature BLOB NOT NULL
) STRICT;
`;

/**
 * A call's own row is small, because it is written anew with every arrow; what is large and seldom changes lies in
 * `call_details`, and a decision that many calls get lies once in `decisions`. `same` is a number made of kind, server, target and arguments, equal for equal calls.
 */
const CALLS = `
CREATE TABLE calls (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  rev INTEGER NOT NULL,
  state TEXT NOT NULL,
  outcome TEXT NOT NULL,
  ai INTEGER NOT NULL,
  kind TEXT NOT NULL,
  server TEXT NOT NULL,
  target TEXT NOT NULL,
  principal TEXT NOT NULL,
  session TEXT NOT NULL,
  instance TEXT NOT NULL,
  same INTEGER NOT NULL,
  arguments_digest TEXT NOT NULL,
  policy TEXT NOT NULL,
  binding TEXT,
  waiting TEXT,
  ticket TEXT,
  key TEXT,
  attached INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  grant_id TEXT,
  twin TEXT,
  received_at INTEGER NOT NULL,
  held_at INTEGER,
  asked_at INTEGER,
  expires_at INTEGER,
  opens_at INTEGER,
  dispatched_at INTEGER,
  ended_at INTEGER,
  released INTEGER NOT NULL,
  settled_at INTEGER,
  fault TEXT,
  settled TEXT
) STRICT;
CREATE UNIQUE INDEX calls_ticket ON calls (ticket) WHERE ticket IS NOT NULL;
CREATE INDEX calls_key ON calls (session, key, received_at) WHERE key IS NOT NULL;
CREATE INDEX calls_same ON calls (same, principal, dispatched_at) WHERE dispatched_at IS NOT NULL;
CREATE INDEX calls_time ON calls (received_at);
CREATE INDEX calls_state ON calls (state, outcome, ai, received_at);
CREATE INDEX calls_server ON calls (server, received_at);
CREATE INDEX calls_target ON calls (target, received_at);
CREATE INDEX calls_principal ON calls (principal, received_at);
CREATE INDEX calls_session ON calls (session, received_at);
CREATE INDEX calls_live ON calls (state, server, target, principal, instance, attached)
  WHERE state IN ('held', 'approved', 'dispatching');
CREATE INDEX calls_expiry ON calls (expires_at) WHERE state IN ('held', 'approved');
CREATE INDEX calls_asked ON calls (session, asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX inbox_time ON calls (held_at) WHERE state = 'held' AND waiting = 'people';
CREATE INDEX inbox_principal ON calls (principal, held_at) WHERE state = 'held' AND waiting = 'people';
CREATE INDEX inbox_session ON calls (session, held_at) WHERE state = 'held' AND waiting = 'people';
CREATE INDEX calls_unsent ON calls (session, same) WHERE state IN ('held', 'approved');
CREATE INDEX calls_unsettled ON calls (received_at) WHERE state = 'indeterminate' AND settled_at IS NULL;
CREATE INDEX calls_ai ON calls (dispatched_at) WHERE ai = 1 AND dispatched_at IS NOT NULL;

CREATE TABLE call_details (
  n INTEGER PRIMARY KEY,
  context TEXT NOT NULL,
  authenticated INTEGER NOT NULL,
  enforced INTEGER NOT NULL,
  definition TEXT NOT NULL,
  who TEXT NOT NULL,
  situation TEXT NOT NULL,
  shared INTEGER,
  decision TEXT,
  sealed_arguments TEXT NOT NULL
) STRICT;

CREATE TABLE decisions (
  n INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
`;

const PEOPLE = `
CREATE TABLE votes (
  n INTEGER PRIMARY KEY,
  call TEXT NOT NULL,
  subject TEXT NOT NULL,
  verdict TEXT NOT NULL,
  via TEXT NOT NULL,
  at INTEGER NOT NULL,
  opened INTEGER NOT NULL,
  reason TEXT
) STRICT;
CREATE UNIQUE INDEX votes_once ON votes (call, subject);
CREATE INDEX votes_time ON votes (at);

CREATE TABLE grants (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  principal TEXT NOT NULL,
  server TEXT NOT NULL,
  target TEXT NOT NULL,
  definition TEXT NOT NULL,
  policy TEXT NOT NULL,
  call TEXT NOT NULL,
  given_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  uses_left INTEGER NOT NULL,
  revoked_at INTEGER,
  revoked_by TEXT,
  revoked_reason TEXT,
  scope TEXT NOT NULL,
  rules TEXT NOT NULL,
  given_by TEXT NOT NULL
) STRICT;
CREATE INDEX grants_tool ON grants (principal, server, target, given_at)
  WHERE revoked_at IS NULL AND uses_left > 0;
CREATE INDEX grants_live ON grants (ends_at) WHERE revoked_at IS NULL AND uses_left > 0;

CREATE TABLE alerts (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL,
  call TEXT,
  told TEXT NOT NULL
) STRICT;
`;

/** `head` has labels and counts, no content. What people said and tools answered is sealed. */
const SESSIONS = `
CREATE TABLE sessions (
  n INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  head TEXT NOT NULL
) STRICT;

CREATE TABLE session_parts (
  n INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  part TEXT NOT NULL,
  sealed TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX session_part ON session_parts (session, part);

CREATE TABLE session_seen (
  n INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  place INTEGER NOT NULL,
  sealed TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX session_seen_place ON session_seen (session, place);

CREATE TABLE labels (
  n INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  labels TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX labels_name ON labels (kind, name);
`;

const OPENERS = `
CREATE TABLE instances (
  instance TEXT PRIMARY KEY,
  pid INTEGER NOT NULL,
  opened_at INTEGER NOT NULL
) STRICT;
`;

/** What happens in sessions besides calls: few rows among many. */
const SESSION_EVENTS = `
CREATE INDEX record_of_no_call ON record (at) WHERE call IS NULL;
`;

/** A grant is for what runs under an alias, not for the alias. */
const GRANT_IDENTITY = `
ALTER TABLE grants ADD COLUMN server_identity TEXT;
`;

/**
 * Calls as they leave and end, in one table with no index: a commit writes few pages. They move to `calls` and
 * `call_details` many at a time, and before anybody asks for lists.
 */
const RECENT_CALLS = `
CREATE TABLE calls_recent (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  rev INTEGER NOT NULL,
  state TEXT NOT NULL,
  outcome TEXT NOT NULL,
  ai INTEGER NOT NULL,
  kind TEXT NOT NULL,
  server TEXT NOT NULL,
  target TEXT NOT NULL,
  principal TEXT NOT NULL,
  session TEXT NOT NULL,
  instance TEXT NOT NULL,
  same INTEGER NOT NULL,
  arguments_digest TEXT NOT NULL,
  policy TEXT NOT NULL,
  binding TEXT,
  waiting TEXT,
  ticket TEXT,
  key TEXT,
  attached INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  grant_id TEXT,
  twin TEXT,
  received_at INTEGER NOT NULL,
  held_at INTEGER,
  asked_at INTEGER,
  expires_at INTEGER,
  opens_at INTEGER,
  dispatched_at INTEGER,
  ended_at INTEGER,
  released INTEGER NOT NULL,
  settled_at INTEGER,
  fault TEXT,
  settled TEXT,
  context TEXT NOT NULL,
  authenticated INTEGER NOT NULL,
  enforced INTEGER NOT NULL,
  definition TEXT NOT NULL,
  who TEXT NOT NULL,
  situation TEXT NOT NULL,
  shared INTEGER,
  decision TEXT,
  sealed_arguments TEXT NOT NULL
) STRICT;
`;

/**
 * Where the entries of a call are, and the hash of each: filled many entries at a time, so that a commit of an entry
 * writes the end of one table.
 */
const RECORD_INDEX = `
CREATE TABLE record_index (
  seq INTEGER PRIMARY KEY,
  call TEXT,
  hash BLOB NOT NULL
) STRICT;
INSERT INTO record_index (seq, call, hash) SELECT seq, call, hash FROM record;
CREATE INDEX record_index_of_call ON record_index (call) WHERE call IS NOT NULL;
DROP INDEX record_of_call;
DROP INDEX record_hash;
`;

/** Which calls count in which series of whom; a call that waits has a time after all others. */
const COUNTED = `
CREATE TABLE counted (
  n INTEGER PRIMARY KEY,
  series TEXT NOT NULL,
  holder TEXT NOT NULL,
  at INTEGER NOT NULL,
  amount INTEGER,
  call TEXT NOT NULL
) STRICT;
CREATE INDEX counted_series ON counted (series, holder, at, amount, call);
CREATE INDEX counted_call ON counted (call);
`;

/** Each brings the file from one version to the next; the first makes it. A migration that was released never changes. */
export const MIGRATIONS: readonly string[] = [
  [RECORD, CALLS, PEOPLE, SESSIONS, OPENERS].join('\n'),
  SESSION_EVENTS,
  GRANT_IDENTITY,
  `${RECENT_CALLS}\n${RECORD_INDEX}`,
  COUNTED,
];
