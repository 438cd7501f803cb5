import type { YamlRefusal } from '@callgate/policy/yaml';
import { loadYaml } from '@callgate/policy/yaml';
import { ARGUMENT_ROLES } from '@callgate/core/vocabulary';
import { lockMessages } from '@callgate/messages/lock';
import { z } from 'zod';

const sha = z.string().regex(/^sha256:[0-9a-f]{64}$/, lockMessages.digest);
const answer = z.enum(['yes', 'no']);
const answers = z.record(z.string(), answer);

/** What was suggested to the reviewer; `because` is the strongest evidence, safe to show. */
const suggestion = z.strictObject({
  value: answer,
  confidence: z.number().min(0).max(1),
  because: z.string(),
});

/** The decision about a tool, with the name of the reviewer. */
const classification = z.strictObject({
  set: answers,
  by: z.string().min(1, lockMessages.who),
  at: z.iso.datetime({ offset: true, message: lockMessages.time }),
  why: z.string().min(1, lockMessages.why),
});

/** What was seen when the tool was called in a sandbox: for people who read the file, never believed. */
const observed = z.strictObject({
  at: z.iso.datetime({ offset: true, message: lockMessages.time }),
  calls: z.int().positive(),
  failed: z.int().nonnegative(),
  repeatChangesNothing: z.boolean().exactOptional(),
  effects: z.array(z.string()).readonly(),
  contradicts: z.array(z.string()).readonly(),
});

const entry = z.strictObject({
  definition: sha,
  /** What the definition claims, what was suggested and why to look twice: for people who read the file, never believed. */
  claims: answers.exactOptional(),
  suggestions: z.record(z.string(), suggestion).exactOptional(),
  doubts: z.array(z.string()).readonly().exactOptional(),
  classification: classification.exactOptional(),
  /** By decided hint: how the decision stands to what was claimed and suggested. */
  evidence: z.record(z.string(), z.string()).exactOptional(),
  observed: observed.exactOptional(),
  roles: z.record(z.string(), z.enum(ARGUMENT_ROLES)).exactOptional(),
  directory: z.boolean().exactOptional(),
});

// a member that is written and left empty is as good as one that is not there
const entries = z.preprocess((value) => value ?? {}, z.record(z.string(), entry));

const lockedServer = z.strictObject({
  /** Digest of the command or url. */
  identity: z.string().min(1),
  /** The addresses and accounts of its users. */
  identities: z.array(z.string().min(1)).readonly().exactOptional(),
  tools: entries,
  prompts: entries,
  templates: entries,
});

const lock = z.strictObject({ version: z.literal(1), servers: z.record(z.string(), lockedServer) });

/** `callgate.lock.yaml`: what was pinned and reviewed, to be looked at and shared. */
export type Lock = Readonly<z.infer<typeof lock>>;
export type LockedServer = Readonly<z.infer<typeof lockedServer>>;
export type LockedEntry = Readonly<z.infer<typeof entry>>;
export type LockedSuggestion = Readonly<z.infer<typeof suggestion>>;
export type Classification = Readonly<z.infer<typeof classification>>;
/** What the reviewer was shown first. */
export type LockAdvice = Pick<LockedEntry, 'suggestions' | 'doubts'>;

export type LockOutcome = { readonly ok: true; readonly lock: Lock } | YamlRefusal;

/** Reads the text of a lock file. `name` is for messages. Nothing of it counts by being read: see `accepted.ts`. */
export const readLock = (name: string, text: string): LockOutcome => {
  const read = loadYaml(lock, { name, text }, { code: 'LOCK' });
  return read.ok ? { ok: true, lock: read.content } : read;
};
