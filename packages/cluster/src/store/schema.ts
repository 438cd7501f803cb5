const RECORD = `
CREATE TABLE record (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  at bigint NOT NULL,
  event text NOT NULL,
  call text,
  hash bytea NOT NULL,
  bytes bytea NOT NULL,
  chain int,
  place bigint,
  UNIQUE (chain, place)
);
CREATE INDEX record_of_call ON record (call) WHERE call IS NOT NULL;
CREATE INDEX record_of_no_call ON record (at, seq) WHERE call IS NULL;

CREATE TABLE kept (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest text NOT NULL UNIQUE,
  text text NOT NULL
);

CREATE TABLE checkpoints (
  size bigint PRIMARY KEY,
  bytes bytea NOT NULL,
  signature bytea NOT NULL
);
`;

/**
 * Every opener writes a chain of its own, so that none waits for another. \`record\` is made of the journals, row by row
 * and in one chain, by the opener that comes first; \`numbered\` says how far that has got with each. \`turn\` is drawn when a row is
 * written, with everything locked that it depends on: what depends on another row has a later turn. Rows of the record
 * that were copied from another store have no journal.
 */
const JOURNALS = `
CREATE TABLE chains (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  place bigint NOT NULL,
  at bigint NOT NULL,
  hash bytea NOT NULL,
  commits bigint NOT NULL
);

CREATE SEQUENCE turns;

CREATE TABLE journal (
  chain int NOT NULL,
  place bigint NOT NULL CHECK (place > 0),
  turn bigint NOT NULL DEFAULT nextval('turns'),
  at bigint NOT NULL,
  hash bytea NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (chain, place)
);

CREATE TABLE numbered (
  chain int PRIMARY KEY,
  place bigint NOT NULL
);
`;

const CALLS = `
CREATE TABLE calls (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  rev bigint NOT NULL,
  state text NOT NULL,
  outcome text NOT NULL,
  ai smallint NOT NULL,
  kind text NOT NULL,
  server text NOT NULL,
  target text NOT NULL,
  principal text NOT NULL,
  session text NOT NULL,
  instance text NOT NULL,
  same bigint NOT NULL,
  arguments_digest text NOT NULL,
  policy text NOT NULL,
  binding text,
  waiting text,
  ticket text,
  key text,
  attached smallint NOT NULL,
  attempt bigint NOT NULL,
  grant_id text,
  twin text,
  received_at bigint NOT NULL,
  held_at bigint,
  asked_at bigint,
  expires_at bigint,
  opens_at bigint,
  dispatched_at bigint,
  ended_at bigint,
  released smallint NOT NULL,
  settled_at bigint,
  fault text,
  settled text
);
CREATE UNIQUE INDEX calls_ticket ON calls (ticket) WHERE ticket IS NOT NULL;
CREATE INDEX calls_key ON calls (session, key, received_at) WHERE key IS NOT NULL;
CREATE INDEX calls_same ON calls (same, principal, dispatched_at) WHERE dispatched_at IS NOT NULL;
CREATE INDEX calls_time ON calls (received_at, n);
CREATE INDEX calls_state ON calls (state, outcome, ai, received_at, n);
CREATE INDEX calls_server ON calls (server, received_at, n);
CREATE INDEX calls_target ON calls (target, received_at, n);
CREATE INDEX calls_principal ON calls (principal, received_at, n);
CREATE INDEX calls_session ON calls (session, received_at, n);
CREATE INDEX calls_live ON calls (state, server, target, principal, instance, attached)
  WHERE state IN ('held', 'approved', 'dispatching');
CREATE INDEX calls_expiry ON calls (expires_at) WHERE state IN ('held', 'approved');
CREATE INDEX calls_asked ON calls (session, asked_at) WHERE asked_at IS NOT NULL;
CREATE INDEX inbox_time ON calls (held_at, n) WHERE state = 'held' AND waiting = 'people';
CREATE INDEX inbox_principal ON calls (principal, held_at, n) WHERE state = 'held' AND waiting = 'people';
CREATE INDEX inbox_session ON calls (session, held_at, n) WHERE state = 'held' AND waiting = 'people';
CREATE INDEX calls_unsent ON calls (session, same) WHERE state IN ('held', 'approved');
CREATE INDEX calls_unsettled ON calls (received_at, n) WHERE state = 'indeterminate' AND settled_at IS NULL;
CREATE INDEX calls_ai ON calls (dispatched_at, n) WHERE ai = 1 AND dispatched_at IS NOT NULL;

CREATE TABLE call_details (
  n bigint PRIMARY KEY,
  context text NOT NULL,
  authenticated smallint NOT NULL,
  enforced smallint NOT NULL,
  definition text NOT NULL,
  who text NOT NULL,
  situation text NOT NULL,
  shared bigint,
  decision text,
  sealed_arguments text NOT NULL
);

CREATE TABLE decisions (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text NOT NULL
);
`;

const PEOPLE = `
CREATE TABLE votes (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  call text NOT NULL,
  subject text NOT NULL,
  verdict text NOT NULL,
  via text NOT NULL,
  at bigint NOT NULL,
  opened smallint NOT NULL,
  reason text
);
CREATE UNIQUE INDEX votes_once ON votes (call, subject);
CREATE INDEX votes_time ON votes (at, n);

CREATE TABLE grants (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  principal text NOT NULL,
  server text NOT NULL,
  target text NOT NULL,
  definition text NOT NULL,
  policy text NOT NULL,
  call text NOT NULL,
  given_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  uses bigint NOT NULL,
  uses_left bigint NOT NULL,
  revoked_at bigint,
  revoked_by text,
  revoked_reason text,
  scope text NOT NULL,
  rules text NOT NULL,
  given_by text NOT NULL
);
CREATE INDEX grants_tool ON grants (principal, server, target, given_at)
  WHERE revoked_at IS NULL AND uses_left > 0;
CREATE INDEX grants_live ON grants (ends_at) WHERE revoked_at IS NULL AND uses_left > 0;

CREATE TABLE alerts (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  at bigint NOT NULL,
  code text NOT NULL,
  message text NOT NULL,
  call text,
  told text NOT NULL
);
`;

/** \`head\` has labels and counts, no content. What people said and tools answered is sealed. */
const SESSIONS = `
CREATE TABLE sessions (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  version bigint NOT NULL,
  head text NOT NULL
);

CREATE TABLE session_parts (
  session bigint NOT NULL,
  part text NOT NULL,
  sealed text NOT NULL,
  PRIMARY KEY (session, part)
);

CREATE TABLE session_seen (
  session bigint NOT NULL,
  place bigint NOT NULL,
  sealed text NOT NULL,
  PRIMARY KEY (session, place)
);

CREATE TABLE labels (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  name text NOT NULL,
  labels text NOT NULL
);
CREATE UNIQUE INDEX labels_name ON labels (kind, name);
`;

const OPENERS = `
CREATE TABLE instances (
  instance text PRIMARY KEY,
  opened_at bigint NOT NULL
);
`;

/** What was taken stays for a while without its text, so that others see that it changed. */
const BOARD = `
CREATE SEQUENCE note_versions;

CREATE TABLE notes (
  kind text NOT NULL,
  name text NOT NULL,
  owner text,
  version bigint NOT NULL,
  sealed text,
  ends_at bigint NOT NULL,
  changed_at bigint NOT NULL,
  PRIMARY KEY (kind, name)
);
CREATE INDEX notes_owner ON notes (kind, owner) WHERE owner IS NOT NULL;
CREATE INDEX notes_changed ON notes (changed_at);
CREATE INDEX notes_over ON notes (ends_at);
`;

/**
 * \`sealing\` says by which key the store is written: its short name, and something that only it can open. In \`losses\`
 * stands what a person noticed to be gone that had been acknowledged; nobody writes to the store before it is accepted.
 */
const WORDS = `
CREATE TABLE sealing (
  one smallint PRIMARY KEY CHECK (one = 1),
  key text NOT NULL,
  probe text NOT NULL
);

CREATE TABLE losses (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  found_at bigint NOT NULL,
  found_by text NOT NULL,
  what text NOT NULL,
  accepted_at bigint,
  accepted_by text,
  reason text
);
CREATE INDEX losses_open ON losses (n) WHERE accepted_at IS NULL;
`;

/** A grant is for what runs under an alias, not for the alias. */
const GRANT_IDENTITY = `
ALTER TABLE grants ADD COLUMN server_identity text COLLATE "C";
`;

/** The version of the session that a result came with: who knows an earlier one reads only what came after it. */
const SEEN_VERSION = `
ALTER TABLE session_seen ADD COLUMN version bigint;
`;

/** Which calls count in which series of whom; a call that waits has a time after all others. */
const COUNTED = `
CREATE TABLE counted (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  series text NOT NULL,
  holder text NOT NULL,
  at bigint NOT NULL,
  amount bigint,
  call text NOT NULL
);
CREATE INDEX counted_series ON counted (series, holder, at, amount, call);
CREATE INDEX counted_call ON counted (call);
`;

/**
 * What people decided of tools and policy, and what was seen of servers: every process goes by the newest revision.
 * \`oldest\` is the first version whose programs may use these tables beside this one.
 */
const SETTINGS = `
ALTER TABLE meta ADD COLUMN oldest int NOT NULL DEFAULT 0;

CREATE TABLE settings (
  name text PRIMARY KEY,
  revision bigint NOT NULL UNIQUE CHECK (revision > 0),
  sealed text NOT NULL
);
`;

/** Texts are compared byte by byte, as in every other store. */
const bytewise = (sql: string): string => sql.replaceAll(/^(\s+\w+) text\b/gm, '$1 text COLLATE "C"');

/** Each brings the tables from one version to the next; the first makes them. A migration that was released never changes. */
export const MIGRATIONS: readonly string[] = [
  bytewise([RECORD, JOURNALS, CALLS, PEOPLE, SESSIONS, OPENERS, BOARD].join('\n')),
  bytewise(WORDS),
  GRANT_IDENTITY,
  SEEN_VERSION,
  bytewise(COUNTED),
  bytewise(SETTINGS),
];

/**
 * The first version whose programs may go on beside this one, so that an upgrade can roll through the replicas: a
 * migration that only adds leaves it as it is, one that changes what a program before it reads or must heed raises it
 * to its own number.
 */
export const OLDEST_SHARER = 6;
