import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CallgateError } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';
import { openBrowser } from './open-browser.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { CONFIG_NAME } from '../home/find-config.ts';
import { write } from '../show/style.ts';
import { createConsoleLink } from './console-links.ts';
import { forwardLink, listRunningConsoles } from './running-consoles.ts';

export interface ShowConsoleOptions {
  readonly onlyLink: boolean;
  readonly subject: string;
  readonly open: boolean;
  readonly config: string | undefined;
  readonly home: HomePaths;
}

const show = (link: string, open: boolean): void => {
  write(link);
  if (open) openBrowser(link);
};

/** Signs the user in to the running console; without one, serves one over this user's store. */
export const showConsole = async ({
  onlyLink,
  subject,
  open,
  config,
  home,
}: ShowConsoleOptions): Promise<void> => {
  const [running] = await listRunningConsoles(home.run);
  if (running !== undefined) {
    const code = createConsoleLink(home.run, running.id, subject, Date.now());
    await forwardLink(running, code);
    show(`${running.url}/sign-in#${code}`, open);
    return;
  }
  if (onlyLink) throw new CallgateError(homeErrors.noConsole());
  const { serveStandaloneConsole } = await import('./serve-standalone-console.ts');
  const usual = join(home.folder, CONFIG_NAME);
  const path = config === undefined ? (existsSync(usual) ? usual : undefined) : resolve(config);
  await serveStandaloneConsole({
    config: path,
    home,
    onReady: async (served) => show(await served.link(subject), open),
  });
};
