/** A definition as a server lists it, of a set whose author had not seen the rules. */
export interface UnseenSample {
  readonly language: string;
  readonly tool: UnseenTool;
}

interface UnseenTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: UnseenSchema;
}

interface UnseenSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, UnseenProperty>>;
}

interface UnseenProperty {
  readonly type: 'string';
  readonly title?: string;
  readonly description?: string;
  readonly oneOf?: readonly UnseenChoice[];
}

interface UnseenChoice {
  readonly const: string;
  readonly title?: string;
  readonly description?: string;
}

/** An input schema whose properties are strings: their descriptions, or more of them. */
export function inputs(
  properties: Readonly<Record<string, string | Omit<UnseenProperty, 'type'>>> = {},
): UnseenSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, said]) => [
        name,
        typeof said === 'string' ? { type: 'string', description: said } : { type: 'string', ...said },
      ]),
    ),
  };
}
