/** Who a person's prompt is of, where a host says it. */
const PERSONS: ReadonlySet<string> = new Set(['user', 'sdk']);

/** How hosts begin what they put there themselves: `<task-notification>`, `<system_notification>`, `<system-reminder>`. */
const TAGGED = /^[\s\p{Default_Ignorable_Code_Point}]*<[a-z]/iu;

/**
 * A prompt that a host reports is the person's. Hosts submit notices of agents in the background as prompts, too, and do
 * not always say so: what begins with a tag is taken for a machine's. One in plain words cannot be told from a person's.
 */
export const isUserPrompt = (prompt: string, source?: string): boolean =>
  (source === undefined || PERSONS.has(source)) && !TAGGED.test(prompt);
