import { z } from 'zod';

/** What a process hands over to the background gateway besides its pipe. Never logged: secrets are in `env`. */
export const runRequestSchema = z.strictObject({
  pid: z.int(),
  /** What the process was started with. */
  words: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  folder: z.string(),
  isTerminal: z.boolean(),
  command: z.string(),
  args: z.array(z.string()),
  name: z.string().optional(),
  policy: z.array(z.string()),
  shadow: z.array(z.string()).optional(),
  trust: z.enum(['untrusted', 'trusted', 'owned']),
  lock: z.string().optional(),
  store: z.string().optional(),
  wait: z.string().optional(),
  labelAge: z.string().optional(),
  contract: z.enum(['require', 'prefer', 'off']),
  allowPrivate: z.array(z.string()),
});

export type RunRequest = z.infer<typeof runRequestSchema>;
