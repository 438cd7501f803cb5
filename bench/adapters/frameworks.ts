/** Folders of `frameworks/` that have a driver, with the subpath of their adapter. */
export interface Framework {
  readonly name: string;
  readonly folder: string;
  readonly subpath: string;
  /** It runs its agent in another process, which every turn starts. */
  readonly isProcess?: true;
}

export const FRAMEWORKS: readonly Framework[] = [
  { name: 'AI SDK', folder: 'ai-sdk', subpath: 'ai-sdk' },
  { name: 'OpenAI API', folder: 'openai', subpath: 'openai' },
  { name: 'OpenAI Agents SDK', folder: 'openai-agents', subpath: 'openai-agents' },
  { name: 'Anthropic API', folder: 'anthropic', subpath: 'anthropic' },
  { name: 'Claude Agent SDK', folder: 'claude-agent', subpath: 'claude-agent', isProcess: true },
  { name: 'LangChain', folder: 'langchain', subpath: 'langchain' },
  { name: 'Mastra', folder: 'mastra', subpath: 'mastra' },
  { name: 'Google Gen AI SDK', folder: 'google-genai', subpath: 'google' },
  { name: 'Google ADK', folder: 'google-adk', subpath: 'google' },
  { name: 'GitHub Copilot SDK', folder: 'copilot', subpath: 'copilot', isProcess: true },
  { name: 'MCP client, SDK 1', folder: 'mcp-client', subpath: 'mcp-client' },
];
