import { languageServerMessages as texts } from '@callgate/messages/cli/language-server';
import { serveLanguage } from '../language-server/serve-language.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

export const commands: Commands = {
  'language-server': command(
    {
      catalogue: textOption(texts.catalogue),
      stdio: flagOption(texts.stdio),
    },
    ({ catalogue }) => serveLanguage(catalogue),
  ),
};
