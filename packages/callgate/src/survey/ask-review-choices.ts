import { display } from '@callgate/core';
import { initMessages as texts } from '@callgate/messages/cli/init';
import { isYes } from '../show/ask-to-approve.ts';
import type { InitServer } from './find-init-servers.ts';
import type { ReviewChoice } from './judge-survey.ts';
import type { SurveyedServer } from './survey-servers.ts';
import { isWholePack } from './survey-servers.ts';

export type ReviewChoices = ReadonlyMap<InitServer, ReviewChoice>;

/** Without a person: a pack where the command names what it reviewed; everything else asks. */
export const defaultChoice = ({ pack, isPackNamed }: SurveyedServer): ReviewChoice =>
  pack !== undefined && isPackNamed ? 'pack' : 'unreviewed';

export const defaultChoices = (all: readonly SurveyedServer[]): ReviewChoices =>
  new Map(all.map((each) => [each.server, defaultChoice(each)]));

type Prompt = (question: string) => Promise<string | null>;

const KEYS: Readonly<Record<string, ReviewChoice>> = { p: 'pack', t: 'trust', r: 'review', u: 'unreviewed' };

/** One question about one server; null where nobody answers any more. */
const askChoice = async (
  surveyed: SurveyedServer,
  prompt: Prompt,
  out: (text: string) => void,
): Promise<ReviewChoice | null> => {
  const preset = defaultChoice(surveyed) === 'pack' ? 'p' : 'u';
  const keys = Object.keys(KEYS).filter((key) => key !== 'p' || surveyed.pack !== undefined);
  const server = display(surveyed.server.name, { max: 80 });
  let question = texts.choose({ server, pack: surveyed.pack?.name ?? null }) + texts.answer({ preset });
  for (;;) {
    const answer = await prompt(question);
    if (answer === null) return null;
    const key = answer === '' ? preset : answer.toLowerCase();
    const choice = keys.includes(key) ? KEYS[key] : undefined;
    if (choice !== undefined) return choice;
    out(texts.keys({ keys }));
    question = texts.answer({ preset });
  }
};

const namesOf = (all: readonly SurveyedServer[]): readonly string[] =>
  all.map(({ server }) => display(server.name, { max: 80 }));

/** One question for all servers that a pack reviewed in full, one for each other. Null where nobody answers any more. */
export const askReviewChoices = async (
  all: readonly SurveyedServer[],
  prompt: Prompt,
  out: (text: string) => void,
): Promise<ReviewChoices | null> => {
  const choices = new Map(defaultChoices(all));
  const listed = all.filter(({ tools }) => tools !== null && tools.length > 0);
  const whole = listed.filter(isWholePack);
  const together = whole.length === 0 ? '' : await prompt(texts.usePacks({ servers: namesOf(whole) }));
  if (together === null) return null;
  const isAgreed = together === '' || isYes(together);
  for (const surveyed of listed.filter((each) => !isAgreed || !whole.includes(each))) {
    const choice = await askChoice(surveyed, prompt, out);
    if (choice === null) return null;
    choices.set(surveyed.server, choice);
  }
  return choices;
};
