import { describe, expect, it } from 'vitest';
import { EXAMPLES, countLines, exampleLengths } from './ten-lines.ts';

describe('the shortest program for a framework', () => {
  it('is there for every framework that is promised', () => {
    const promised = [
      'ai-sdk',
      'anthropic',
      'functions',
      'langchain',
      'mcp-client',
      'openai',
      'openai-agents',
    ];
    expect(EXAMPLES).toEqual(expect.arrayContaining(promised));
  });

  it('has ten lines at most, with its imports', () => {
    expect(exampleLengths().filter(({ lines }) => lines > 10)).toEqual([]);
  });

  it('is counted without empty lines and comments', () => {
    expect(countLines("import 'a';\n\n// why\nconst b = 1; // here\n")).toBe(2);
  });
});
