import { readFileSync } from 'node:fs';

const LIST = /^export (?:type )?\{([^}]*)\}/gm;
const DECLARATION =
  /^export (?:declare |abstract |async )*(?:const|function\*?|class|interface|type|enum) (\w+)/gm;

/** The names that an index file exports, by `export { … }` and by declarations. Index files have no `export *`. */
export const exportedNames = (path: string): readonly string[] => {
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const listed = [...text.matchAll(LIST)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .split(/\s+as\s+/)
            .at(-1) ?? '',
      )
      .filter((name) => name !== ''),
  );
  return [...listed, ...[...text.matchAll(DECLARATION)].map(([, name = '']) => name)];
};
