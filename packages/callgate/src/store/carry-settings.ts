import { isPostgresUrl } from '@callgate/gate/store';
import type { SettingsFolder } from '@callgate/gateway/tools';
import type { HomePaths } from '../home/home-paths.ts';
import { openHomeSettings } from '../home/open-home-settings.ts';
import { savePolicyText } from '../home/policy-file.ts';

const FOLDERS = ['pins', 'policies'];

const textsOf = (folder: SettingsFolder): readonly (readonly [name: string, text: string])[] =>
  folder.names().flatMap((name) => {
    const { text } = folder.file(name).read();
    return text === null ? [] : [[name, text] as const];
  });

/**
 * What replicas share goes with their store: what was disabled in a database stays so in a copy. What was decided on
 * this machine is shared by the first replica that starts on a database.
 */
export const carrySettings = async (from: string, to: string, home: HomePaths): Promise<void> => {
  if (!isPostgresUrl(from)) return;
  const source = await openHomeSettings(from, home);
  const target = await openHomeSettings(to, home);
  await target.together(() => {
    for (const [name, text] of textsOf(source)) target.file(name).change(() => text);
    for (const folder of FOLDERS)
      for (const [name, text] of textsOf(source.folder(folder)))
        if (folder === 'policies' && !target.isShared) savePolicyText(home.folder, name, text);
        else
          target
            .folder(folder)
            .file(name)
            .change(() => text);
  });
};
