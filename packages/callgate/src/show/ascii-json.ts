/** JSON in printable ASCII: a terminal that a person looks at after all shows nothing that hides. */
export const asciiJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
