import type { SettingsFolder } from '@callgate/gateway/tools';
import type { HomePaths } from '../home/home-paths.ts';
import { openHomeSettings } from '../home/open-home-settings.ts';
import { savePolicyText } from '../home/policy-file.ts';

const FOLDERS = ['pins', 'policies'];

/** By name, with the folder in front. */
export type SettingTexts = Readonly<Record<string, string>>;

const textsOf = (folder: SettingsFolder, start = ''): readonly (readonly [name: string, text: string])[] =>
  folder.names().flatMap((name) => {
    const { text } = folder.file(name).read();
    return text === null ? [] : [[start + name, text] as const];
  });

/** What the replicas on a database share. Undefined where nobody shares anything, or its key is not here. */
export const readSharedSettings = async (
  place: string,
  home: HomePaths,
): Promise<SettingTexts | undefined> => {
  const source = await openHomeSettings(place, home);
  if (!source.isShared) return undefined;
  return Object.fromEntries([
    ...textsOf(source),
    ...FOLDERS.flatMap((name) => textsOf(source.folder(name), `${name}/`)),
  ]);
};

/** Puts them where the store at this place has them: in its database, else on this machine. */
export const writeSettings = async (place: string, home: HomePaths, texts: SettingTexts): Promise<void> => {
  const target = await openHomeSettings(place, home);
  await target.together(() => {
    for (const [path, text] of Object.entries(texts)) {
      const [name = '', folder] = path.split('/').toReversed();
      if (folder === 'policies' && !target.isShared) savePolicyText(home.folder, name, text);
      else (folder === undefined ? target : target.folder(folder)).file(name).change(() => text);
    }
  });
};

/**
 * What replicas share goes with their store: what was disabled in a database stays so in a copy. What was decided on
 * this machine is shared by the first replica that starts on a database.
 */
export const carrySettings = async (from: string, to: string, home: HomePaths): Promise<void> => {
  const texts = await readSharedSettings(from, home);
  if (texts !== undefined) await writeSettings(to, home, texts);
};
