/** Where a tool without a server in its name is taken to live. */
export const NO_SERVER = 'host';

export interface QualifiedTool {
  readonly server: string;
  readonly tool: string;
}

/** Hosts join the names of a server and a tool by two underscores, some with `mcp` before them. */
export const splitToolName = (name: string, server: string | undefined): QualifiedTool => {
  const rest = name.startsWith('mcp__') ? name.slice('mcp__'.length) : name;
  const at = rest.indexOf('__');
  const tool = at <= 0 ? '' : rest.slice(at + 2);
  return tool === '' ? { server: server ?? NO_SERVER, tool: name } : { server: rest.slice(0, at), tool };
};
