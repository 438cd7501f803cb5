import type { Conversation, Step } from '../../packages/adapters/test/suite/driver.ts';

/** So many calls in a turn: no framework stops an agent before its tenth step. */
export const CALLS = 8;

/** What the model does in a turn. */
export type TurnShape = 'none' | 'in turn' | 'at once';

export const TURN_SHAPES: readonly TurnShape[] = ['none', 'in turn', 'at once'];

const calls = Array.from({ length: CALLS }, (_, at) => ({
  id: `call-${at}`,
  tool: 'read_notes',
  input: { about: `food of day ${at}` },
}));

const OVER: Step = { text: 'That is all.' };

const SCRIPTS: Readonly<Record<TurnShape, readonly Step[]>> = {
  none: [OVER],
  'in turn': [...calls.map((call) => ({ calls: [call] })), OVER],
  'at once': [{ calls }, OVER],
};

/** When the tool ran, in the turn that is measured. */
export type ToolRunTimes = number[];

/** What one turn took. */
export interface TurnTiming {
  readonly turnMs: number;
  /** From one run of the tool to the next; only where calls come in turn. */
  readonly betweenRunsMs: number | undefined;
  /** Of this process, all threads. */
  readonly cpuMs: number;
}

type TimedConversation = Pick<Conversation, 'say' | 'close'>;

/** One turn of a conversation that has not begun. Throws unless every call ran and was answered. */
export const timeTurn = async (
  conversation: TimedConversation,
  shape: TurnShape,
  runs: ToolRunTimes,
): Promise<TurnTiming> => {
  runs.length = 0;
  const before = process.cpuUsage();
  const start = performance.now();
  const { told, paused } = await conversation.say('What do my notes say about food?', SCRIPTS[shape]);
  const turnMs = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const wanted = shape === 'none' ? 0 : CALLS;
  const answered = Object.values(told).filter((text) => text.includes('milk')).length;
  if (runs.length !== wanted || answered !== wanted || paused.length > 0)
    throw new Error(`${runs.length} calls ran and ${answered} were answered in place of ${wanted}`);
  const [first = 0] = runs;
  const betweenRunsMs = shape === 'in turn' ? ((runs.at(-1) ?? 0) - first) / (CALLS - 1) : undefined;
  return { turnMs, betweenRunsMs, cpuMs: (user + system) / 1000 };
};
