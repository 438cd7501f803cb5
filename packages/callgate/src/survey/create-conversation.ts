import { CallgateError, display } from '@callgate/core';
import { initMessages as texts } from '@callgate/messages/cli/init';
import type { HomePaths } from '../home/home-paths.ts';
import type { ClientMachine } from '../init/clients.ts';
import type { Converse, InitOptions } from '../init/run-init.ts';
import { isYes } from '../show/ask-to-approve.ts';
import { askReviewChoices, defaultChoices } from './ask-review-choices.ts';
import { findInitServers, placeKey } from './find-init-servers.ts';
import { judgeSurvey } from './judge-survey.ts';
import { openSurveyJudge } from './open-survey-judge.ts';
import { saveReviews } from './save-reviews.ts';
import { outcomeText, surveyText } from './survey-text.ts';
import { surveyServers } from './survey-servers.ts';

const LIST_SECONDS = 30;

export interface ConversationWorld {
  readonly machine: ClientMachine;
  readonly home: HomePaths;
  /** Milliseconds since 1970. */
  now(): number;
  /** Asks a person a question; absent where there is no terminal. */
  readonly prompt?: (question: string) => Promise<string | null>;
  /** How long a server may take to list its tools. */
  readonly listSeconds?: number;
  /** Whether a sandbox works on this machine. */
  readonly canSandbox?: () => Promise<boolean>;
  /** Lets a person review the tools of a server. */
  readonly review?: (alias: string) => Promise<void>;
  out(text: string): void;
}

/** A sign-in that cannot be read is none. */
const hasSignIn = async (url: string, { folder }: HomePaths): Promise<boolean> => {
  const { LoginStore } = await import('@callgate/gateway/login');
  try {
    return (await new LoginStore(folder).read(url)) !== null;
  } catch (error) {
    if (error instanceof CallgateError) return false;
    throw error;
  }
};

/** One question for all; null where nobody answers any more. */
const askContract = async (
  { prompt, canSandbox }: ConversationWorld,
  said: InitOptions['contract'],
): Promise<InitOptions['contract'] | null> => {
  if (said !== undefined || prompt === undefined || canSandbox === undefined || !(await canSandbox()))
    return said;
  const answer = await prompt(texts.useSandbox);
  if (answer === null) return null;
  return isYes(answer) ? 'prefer' : undefined;
};

/** Looks at the servers that a plan changes, asks about each, and makes the plan that follows. */
export const createConversation =
  (world: ConversationWorld): Converse =>
  async (plan, replan, options) => {
    const places = findInitServers(plan, world.machine);
    const servers = [...new Set(places.values())];
    if (servers.length === 0) return { plan, save: () => Promise.resolve() };
    const tell = options.json ? () => undefined : world.out;
    const seconds = world.listSeconds ?? LIST_SECONDS;
    const started = servers.filter(({ isShared }) => !isShared).length;
    if (started > 0) tell(texts.starting({ servers: started, seconds }));
    const surveyed = await surveyServers(servers, {
      machine: world.machine,
      seconds,
      hasSignIn: (url) => hasSignIn(url, world.home),
    });
    const judge = openSurveyJudge(world.home, world.machine.env);
    for (const each of surveyed) tell(`\n${surveyText(each, judgeSurvey(each, 'unreviewed', judge))}`);
    tell('');
    const isAsked = world.prompt !== undefined && !options.yes && !options.json;
    const choices =
      isAsked && world.prompt !== undefined
        ? await askReviewChoices(surveyed, world.prompt, world.out)
        : defaultChoices(surveyed);
    if (choices === null) return null;
    const contract = isAsked ? await askContract(world, options.contract) : options.contract;
    if (contract === null) return null;
    const kept = surveyed.filter(({ signInUrl }) => signInUrl === null);
    const signIns = new Map(surveyed.map(({ server, signInUrl }) => [server, signInUrl]));
    if (kept.length > 0) tell(texts.outcomes);
    for (const each of kept) {
      const choice = choices.get(each.server) ?? 'unreviewed';
      tell(outcomeText(each, choice, judgeSurvey(each, choice, judge)));
    }
    if (kept.length > 0) tell(`\n${texts.changes}`);
    return {
      plan: replan({
        ...(contract === undefined || contract === 'off' ? {} : { contract }),
        leave: (file, entry) => {
          const server = places.get(placeKey(file.path, entry));
          const url = server === undefined ? null : (signIns.get(server) ?? null);
          return url === null ? undefined : texts.leftToSignIn({ url: display(url, { max: 300 }) });
        },
        runOptions: (file, entry) => {
          const server = places.get(placeKey(file.path, entry));
          return server !== undefined && choices.get(server) === 'trust' ? ['--trust', 'trusted'] : [];
        },
      }),
      save: async () => {
        const { home, machine, review } = world;
        await saveReviews(kept, { home, env: machine.env, at: world.now(), choices, out: tell });
        for (const { server } of kept)
          if (choices.get(server) === 'review') for (const alias of server.aliases) await review?.(alias);
      },
    };
  };
