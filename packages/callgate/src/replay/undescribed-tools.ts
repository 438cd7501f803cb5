import { describeTool } from '@callgate/core';
import { CatalogueTools } from './catalogue-tools.ts';
import type { Trace } from './trace.ts';

/** The tools a trace calls, as tools of strangers that say nothing about themselves. */
export const undescribedTools = ({ events }: Trace): CatalogueTools => {
  const names = new Map<string, Set<string>>();
  for (const event of events)
    if (event.type === 'call') {
      const known = names.get(event.server) ?? new Set();
      names.set(event.server, known.add(event.tool));
    }
  return new CatalogueTools({
    servers: [...names].map(([server, tools]) => {
      const definitions = [...tools].map((name) => ({ name }));
      return {
        name: server,
        trust: 'untrusted',
        tools: definitions.map((definition) => describeTool({ server, definition })),
        definitions,
        settings: {},
      };
    }),
  });
};
