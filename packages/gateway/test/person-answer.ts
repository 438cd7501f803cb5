import type { JsonObject } from '@callgate/core';

/** The code that a question shows to whoever reads it. */
export const codeIn = (message: unknown): string =>
  /type this code: ([A-Z2-9]{4})\b/.exec(String(message))?.[1] ?? '';

/** What a form lets its person choose. */
export const choicesIn = (form: JsonObject): readonly unknown[] => {
  const schema = form['requestedSchema'] as { properties?: Record<string, JsonObject> } | undefined;
  const choices = schema?.properties?.['decision']?.['enum'];
  return Array.isArray(choices) ? choices : [];
};

/** How far a yes may reach, by what the person chooses, with the words that are shown. */
export const allowIn = (form: JsonObject): Readonly<Record<string, unknown>> => {
  const schema = form['requestedSchema'] as { properties?: Record<string, JsonObject> } | undefined;
  const { enum: choices, enumNames: names } = schema?.properties?.['allow'] ?? {};
  if (!Array.isArray(choices) || !Array.isArray(names)) return {};
  return Object.fromEntries(choices.map((choice: unknown, at) => [String(choice), names[at]]));
};

/** What a client brings back when a person has read the form and typed what it shows. Who cannot approve yet looks at the details. */
export const personAnswer = (
  form: JsonObject,
  decision: 'approve' | 'refuse' = 'approve',
  allow?: string,
): JsonObject => ({
  action: 'accept',
  content: choicesIn(form).includes(decision)
    ? { decision, code: codeIn(form['message']), ...(allow === undefined ? {} : { allow }) }
    : { decision: 'details' },
});

/** What a client brings back that accepts everything by itself, filling the form with what stands in it. */
export const botAnswer = (form: JsonObject): JsonObject => {
  const schema = form['requestedSchema'] as { properties?: Record<string, JsonObject> } | undefined;
  const filled = Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const choices = property['enum'];
    return [name, property['default'] ?? (Array.isArray(choices) ? (choices[0] ?? '') : '')];
  });
  return { action: 'accept', content: Object.fromEntries(filled) };
};
