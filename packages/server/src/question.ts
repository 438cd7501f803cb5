import type { JsonObject } from '@callgate/core';
import { HINTS, displayJson, isJsonObject, own } from '@callgate/core';
import type { CallClass } from './call-class.ts';

/** The one member of `inputRequests` that the guard asks by. */
export const QUESTION_KEY = 'callgate-confirmation';

const MAX_SHOWN = 2000;
const SHOWN_HINTS = ['readOnly', 'destructive', 'openWorld', 'reversible', 'sensitiveData'] as const;

const badges = ({ answers }: CallClass): string =>
  SHOWN_HINTS.flatMap((hint) => {
    const answer = answers[hint];
    return answer === 'unknown' ? [] : [HINTS[hint].badge[answer]];
  }).join(', ');

/** A form with one box, as `elicitation/create` takes it. */
export const questionAbout = (call: CallClass, args: JsonObject, reasons: readonly string[]): JsonObject => ({
  mode: 'form',
  message: [
    `Run ${call.tool}? ${reasons.join('; ')}.`,
    ...(badges(call) === '' ? [] : [`It is declared as: ${badges(call)}.`]),
    `Arguments: ${displayJson(args, { lines: true, max: MAX_SHOWN })}`,
  ].join('\n'),
  requestedSchema: {
    type: 'object',
    properties: {
      confirm: { type: 'boolean', title: 'Run it', description: 'This call only, with these arguments.' },
    },
    required: ['confirm'],
  },
});

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
