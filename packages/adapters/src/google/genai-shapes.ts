/**
 * The few shapes of `@google/genai` that are needed here, so that nothing of it is imported.
 */

export interface FunctionCallLike {
  readonly id?: string;
  readonly name?: string;
  readonly args?: Record<string, unknown>;
  /** Arguments that are still coming. */
  readonly willContinue?: boolean;
}

/** A tool that the SDK calls by itself (`CallableTool`). */
export interface CallableToolLike<Call, Part, Tool extends object = object> {
  tool(): Promise<Tool>;
  callTool(functionCalls: Call[]): Promise<Part[]>;
}

/** A part that answers a function call. */
export interface FunctionResponsePart {
  functionResponse: { id?: string; name: string; response: Record<string, unknown> };
}

/** Names of the functions that a tool declares. */
export const declaredNames = (tool: object): ReadonlySet<string> => {
  const declarations: unknown = 'functionDeclarations' in tool ? tool.functionDeclarations : undefined;
  if (!Array.isArray(declarations)) return new Set();
  return new Set(
    declarations.flatMap((declaration: unknown) =>
      typeof declaration === 'object' &&
      declaration !== null &&
      'name' in declaration &&
      typeof declaration.name === 'string'
        ? [declaration.name]
        : [],
    ),
  );
};
