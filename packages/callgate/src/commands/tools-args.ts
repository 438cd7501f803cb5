/** What every command about one tool takes. */
export const TOOL_ARGS = {
  tool: { type: 'positional', required: true, description: 'SERVER/TOOL' },
  identity: {
    type: 'string',
    description: 'Which command or url, where the server has stood for several: the beginning of its digest',
  },
  config: { type: 'string', alias: 'c', description: 'The configuration' },
  json: { type: 'boolean', description: 'The same as JSON' },
} as const;

export const REASON_ARG = {
  reason: { type: 'string', description: 'Why; it stands in the record' },
} as const;
