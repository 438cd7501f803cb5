/** Of absolute paths without links: the same place, or one below it. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

export const isBelow = (path: string, folder: string): boolean => path !== folder && isInside(path, folder);
