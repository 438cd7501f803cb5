import { optionMessages } from '@callgate/messages/cli/options';
import { proveMessages as texts } from '@callgate/messages/cli/prove';
import { proveChains } from '@callgate/policy/prove';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { openPolicy } from '../input/open-policy.ts';
import { flagOption, textOption } from '../options/option.ts';
import { optionValues } from '../options/reach-options.ts';
import { openProvedCatalogue } from '../prove/open-proved-catalogue.ts';
import { proveOrRefuse, showProofs } from '../prove/run-proofs.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

export const commands: Commands = {
  prove: command(
    {
      policy: { type: 'positional', required: true, description: texts.policy },
      never: textOption(texts.never, { valueHint: 'CONDITION' }),
      always: textOption(texts.always, { valueHint: 'CONDITION' }),
      catalogue: textOption(texts.catalogue),
      server: textOption(texts.server),
      trust: textOption(texts.trust),
      json: flagOption(optionMessages.json),
    },
    async (given, { own }) => {
      const policy = openPolicy(given._);
      const [never, always] = [optionValues(own, '--never'), optionValues(own, '--always')];
      if (policy.mode === 'observe') process.stderr.write(`note: ${texts.observes}\n`);
      const isAsked = never.length + always.length > 0;
      const tools =
        given.catalogue === undefined
          ? undefined
          : await openProvedCatalogue(given.catalogue, {
              server: given.server,
              trust: parseTrust(given.trust),
            });
      showProofs({
        proofs: isAsked || tools === undefined ? proveOrRefuse(policy, { never, always }) : [],
        chains: tools === undefined ? [] : proveChains(policy, tools),
        policies: given._,
        json: given.json ?? false,
      });
    },
  ),
};
