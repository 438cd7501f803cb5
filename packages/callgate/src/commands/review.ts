import { CallgateError } from '@callgate/core';
import { optionMessages } from '@callgate/messages/cli/options';
import { policyMessages } from '@callgate/messages/cli/policy';
import { optionErrors } from '@callgate/messages/errors/option';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import { optionValues } from '../options/reach-options.ts';
import type { ReviewAction } from '../review/run-review.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

const { review: texts } = policyMessages;

const ACTIONS = ['accept', 'keep-out', 'set', 'clear', 'enable', 'disable'] as const;

/** What goes only with some actions. */
const BELONGS: Readonly<Record<string, readonly ReviewAction[]>> = {
  'change-only': ['accept', 'keep-out'],
  override: ['set', 'clear'],
  'any-definition': ['set'],
  agent: ['enable'],
};

/** What is about tools of this machine, so not about saved lists. */
const ELSEWHERE = [
  'keep-out',
  'change-only',
  'set',
  'clear',
  'override',
  'any-definition',
  'enable',
  'agent',
  'disable',
  'digest',
  'yes-tightening',
  'lock',
  'identity',
  'config',
] as const;

const isGiven = (value: unknown): boolean => value !== undefined && value !== false;

/** The one action of the options; undefined to look only. */
const actionOf = (given: Readonly<Record<string, unknown>>): ReviewAction | undefined => {
  const [action, second] = ACTIONS.filter((name) => isGiven(given[name]));
  if (action !== undefined && second !== undefined)
    throw new CallgateError(optionErrors.useOne({ name: action, other: second }));
  for (const [option, actions] of Object.entries(BELONGS))
    if (isGiven(given[option]) && (action === undefined || !actions.includes(action)))
      throw new CallgateError(optionErrors.needsOption({ name: option, needed: actions.join(' or --') }));
  return action;
};

export const commands: Commands = {
  review: command(
    {
      'server/tool': { type: 'positional', required: false, description: texts.what },
      tools: textOption(texts.tools),
      output: textOption(texts.output, { alias: 'o' }),
      accept: flagOption(texts.accept),
      'keep-out': flagOption(texts.keepOut),
      'change-only': flagOption(texts.changeOnly),
      set: textOption(texts.set),
      clear: flagOption(texts.clear),
      override: flagOption(texts.override),
      'any-definition': flagOption(texts.anyDefinition),
      enable: flagOption(texts.enable),
      agent: flagOption(texts.agent),
      disable: flagOption(texts.disable),
      digest: textOption(optionMessages.digest),
      reason: textOption(optionMessages.reason),
      'yes-tightening': textOption(texts.tightening),
      lock: flagOption(texts.lock),
      identity: textOption(optionMessages.identity),
      config: textOption(optionMessages.config, { alias: 'c' }),
      json: flagOption(texts.json),
    },
    async (given, { own }) => {
      const [what] = given._;
      const paths = optionValues(own, '--tools');
      if (paths.includes(''))
        throw new CallgateError(optionErrors.valueMissing({ name: 'tools', value: 'FILE' }));
      if (paths.length > 0) {
        for (const name of ELSEWHERE)
          if (isGiven(given[name]))
            throw new CallgateError(optionErrors.useOne({ name: 'tools', other: name }));
        if (given.accept && given.json)
          throw new CallgateError(optionErrors.useOne({ name: 'accept', other: 'json' }));
        const { reviewSavedLists } = await import('../review/review-saved-lists.ts');
        await reviewSavedLists({
          paths,
          what,
          folder: given.output ?? 'packs',
          accept: given.accept ?? false,
          reason: given.reason,
          json: given.json ?? false,
        });
        return;
      }
      if (given.output !== undefined)
        throw new CallgateError(optionErrors.needsOption({ name: 'output', needed: 'tools' }));
      const action = actionOf(given);
      const { runReview } = await import('../review/run-review.ts');
      await runReview({
        what,
        action,
        changeOnly: given['change-only'] ?? false,
        set: action === 'set' ? requiredOption(given.set, 'set', 'review') : undefined,
        override: given.override ?? false,
        anyDefinition: given['any-definition'] ?? false,
        agent: given.agent ?? false,
        digest: given.digest,
        reason: action === undefined ? given.reason : requiredOption(given.reason, 'reason', 'review'),
        tightening: given['yes-tightening'],
        lock: given.lock ?? false,
        identity: given.identity,
        config: given.config,
        json: given.json ?? false,
        home: homePaths(process.env),
      });
    },
  ),
};
