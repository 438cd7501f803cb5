import type { JsonObject } from '@callgate/core';
import { HINTS, isJsonObject, own } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { CallClass } from './call-class.ts';

/** The one member of `inputRequests` that the guard asks by. */
export const QUESTION_KEY = 'callgate-confirmation';

/** People are shown all or nothing: whoever writes the arguments must not choose what is left out. */
const MAX_SHOWN = 50_000;
const SHOWN_HINTS = ['readOnly', 'destructive', 'openWorld', 'reversible', 'sensitiveData'] as const;

const badges = ({ answers }: CallClass): string =>
  SHOWN_HINTS.flatMap((hint) => {
    const answer = answers[hint];
    return answer === 'unknown' ? [] : [HINTS[hint].badge[answer]];
  }).join(', ');

/** A form with one box, as `elicitation/create` takes it; undefined where the arguments are too long to be shown. */
export const questionAbout = (
  call: CallClass,
  args: JsonObject,
  reasons: readonly string[],
): JsonObject | undefined => {
  const shown = displayJson(args, { lines: true });
  if (shown.length > MAX_SHOWN) return undefined;
  return {
    mode: 'form',
    message: [
      `Run ${call.tool}? ${reasons.join('; ')}.`,
      ...(badges(call) === '' ? [] : [`It is declared as: ${badges(call)}.`]),
      `Arguments: ${shown}`,
    ].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        confirm: { type: 'boolean', title: 'Run it', description: 'This call only, with these arguments.' },
      },
      required: ['confirm'],
    },
  };
};

export type PersonsWord = 'agreed' | 'refused' | 'unreadable';

/** Only a plain yes is one. */
export const personsWord = (answer: unknown): PersonsWord => {
  if (!isJsonObject(answer)) return 'unreadable';
  const action = own(answer, 'action');
  if (action === 'decline' || action === 'cancel') return 'refused';
  if (action !== 'accept') return 'unreadable';
  const content = own(answer, 'content');
  return isJsonObject(content) && own(content, 'confirm') === true ? 'agreed' : 'refused';
};
