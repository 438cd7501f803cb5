import { errorText } from '../text/error-text.ts';
import { didYouMean } from '../text/suggest-near-name.ts';

/** Errors of packs: classifications of tools that people reviewed. */
export const packErrors = {
  unknown: ({ where, pack, packs }: { where: string; pack: string; packs: string }) =>
    errorText('PACK_UNKNOWN', `There is no pack \`${pack}\` in ${where}`, `Available packs: ${packs}.`),
  misspelled: ({ where, pack, near }: { where: string; pack: string; near: string }) =>
    errorText('PACK_UNKNOWN', `There is no pack \`${pack}\` in ${where}`, didYouMean(near)),
  tooLarge: ({ path }: { path: string }) =>
    errorText(
      'PACK_TOO_LARGE',
      `The pack ${path} is larger than 1 MiB`,
      'A pack holds names, digests and sentences. Check that it is one.',
    ),
  unreadable: ({ path }: { path: string }) =>
    errorText(
      'PACK_UNREADABLE',
      `The pack ${path} cannot be read`,
      'Name a file that exists, or a folder of such files.',
    ),
  folderUnreadable: ({ folder }: { folder: string }) =>
    errorText(
      'PACKS_FOLDER',
      `The folder ${folder} cannot be read`,
      'Name a folder that holds packs as .yaml files.',
    ),
  shippedMissing: () =>
    errorText('PACKS_MISSING', 'The packs that come with Callgate are missing', 'Install Callgate again.'),

  // packs of npm packages
  packageNameInvalid: ({ name }: { name: string }) =>
    errorText(
      'PACKS_PACKAGE_NAME',
      `\`${name}\` is not a valid package name`,
      'Write it as in package.json, such as @scope/name.',
    ),
  packageMissing: ({ name, from }: { name: string; from: string }) =>
    errorText(
      'PACKS_PACKAGE_MISSING',
      `The package \`${name}\` is not installed for ${from}`,
      'Install it there, or name the folder of its packs.',
    ),
  packageUnreadable: ({ name }: { name: string }) =>
    errorText(
      'PACKS_PACKAGE_JSON',
      `The package.json of \`${name}\` says nothing readable about its packs`,
      'Write `callgate.packs` as a path in the package, or a list of such paths.',
    ),
  packageEmpty: ({ name, place, folder }: { name: string; place: string; folder: string }) =>
    errorText(
      'PACKS_PACKAGE_EMPTY',
      `The package \`${name}\` has no ${place}`,
      `It needs a folder ${folder}, or \`callgate.packs\` in its package.json.`,
    ),
  packageOutside: ({ name, place }: { name: string; place: string }) =>
    errorText(
      'PACKS_PACKAGE_OUTSIDE',
      `The path ${place} of \`${name}\` is outside the package`,
      'Keep the packs of a package inside it.',
    ),
};
