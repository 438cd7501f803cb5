const ABSOLUTE = /^(?:[/\\]|[A-Za-z]:[/\\])/;

/** The folders of a PATH as patterns of files: what is written there runs when somebody says its name. */
export const pathFolders = (path: string | undefined, delimiter: string): readonly string[] =>
  [...new Set((path ?? '').split(delimiter))]
    .filter((folder) => ABSOLUTE.test(folder) && !folder.includes('*'))
    .map((folder) => `${folder.replace(/^[A-Za-z]:/, '').replace(/[/\\]+$/, '')}/`)
    .filter((folder) => folder !== '/');
