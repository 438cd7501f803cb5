import { errorText } from '../text/error-text.ts';

/** Errors of a guarded MCP server: its manifest, its tools, its audit log. */
export const guardErrors = {
  auditUnwritable: () =>
    errorText(
      'GUARD_AUDIT',
      'The audit log could not be written, so no call runs',
      'Make sure that the audit log can be written, and start the server again.',
    ),
  auditInUse: ({ file }: { file: string }) =>
    errorText('AUDIT_IN_USE', `Another process writes to ${file}`, 'Give every process its own audit log.'),
  beyondDeclared: ({ tool, wanted, declared }: { tool: string; wanted: string; declared: string }) =>
    errorText(
      'BEYOND_DECLARED',
      `\`${tool}\` wants to ${wanted}, but declares ${declared} for these arguments`,
      'Declare it in the manifest, or remove it from the handler.',
    ),
  scopeMissing: () =>
    errorText(
      'GUARD_NO_SCOPE',
      'This context does not belong to a guarded call',
      'Guard the server before you register tools, and pass the same context object that the handler received.',
    ),
  keyTooShort: ({ bytes }: { bytes: number }) =>
    errorText(
      'GUARD_KEY',
      `The key is shorter than ${bytes} bytes`,
      'Give 32 random bytes, for example from `openssl rand -base64 32`.',
    ),
  declaredTwice: ({ tool, declaration }: { tool: string; declaration: string }) =>
    errorText(
      'GUARD_DECLARED_TWICE',
      `\`${tool}\` is registered with ${declaration}, which its manifest does not declare`,
      'Declare it in the manifest only. The guard writes `annotations` and `_meta`.',
    ),
  flowRuleEmpty: () =>
    errorText(
      'GUARD_FLOW',
      'A flow rule has neither labels nor contributors',
      "Add at least one. Write `labels: ['*']` for every label.",
    ),
  hintMalformed: ({ tool, key, problem }: { tool: string; key: string; problem: string }) =>
    errorText('GUARD_MANIFEST', `\`${tool}\`: ${key} is ${problem}`, 'Correct it in the manifest.'),
  conditionStricter: ({
    tool,
    hint,
    answer,
    reason,
    worst,
  }: {
    tool: string;
    hint: string;
    answer: string;
    reason: string | undefined;
    worst: string;
  }) =>
    errorText(
      'GUARD_MANIFEST',
      `\`${tool}\`: a condition${reason === undefined ? '' : ` (${reason})`} sets ${hint} to ${answer}, but the worst case is ${worst}`,
      'Declare the worst case in `hints`, and safer cases in `conditions`.',
    ),
  toolTwice: ({ tool }: { tool: string }) =>
    errorText('GUARD_MANIFEST', `The manifest declares \`${tool}\` twice`, 'Keep one of the two entries.'),
  toolUndeclared: ({ tool }: { tool: string }) =>
    errorText(
      'GUARD_NOT_DECLARED',
      `The manifest does not declare \`${tool}\``,
      'Declare every registered tool.',
    ),
  toolsUnregistered: ({ tools }: { tools: string }) =>
    errorText(
      'GUARD_NOT_REGISTERED',
      `The manifest declares tools that are not registered: ${tools}`,
      'Register them before the server connects, or remove them from the manifest.',
    ),
  handlerMissing: () =>
    errorText(
      'GUARD_NOT_REGISTERED',
      'This server has no handler for tools/call',
      'Set a handler for tools/call after you guard the server and before it connects.',
    ),
  argumentsDiffer: ({ tool, taken, declared }: { tool: string; taken: string; declared: string }) =>
    errorText(
      'GUARD_ARGUMENTS',
      `\`${tool}\` takes ${taken}, but its manifest declares ${declared}`,
      'Declare the same arguments in the manifest and in the registration.',
    ),
  guardedTwice: () => errorText('GUARD_TWICE', 'This server is already guarded', 'Guard it once.'),
  guardedTooLate: () =>
    errorText(
      'GUARD_TOO_LATE',
      'The server already has tools without a guard',
      'Guard the server first, then register its tools.',
    ),
  serverUnsupported: () =>
    errorText(
      'GUARD_SERVER',
      'The guard does not support this kind of server',
      'Give an McpServer or Server of an MCP SDK (1 or 2), or a FastMCP.',
    ),
  fastMcpTools: () =>
    errorText(
      'GUARD_SERVER',
      'The guard cannot list the tools of this FastMCP',
      'Make sure that the schemas of every tool can be listed.',
    ),
  fastMcpVersion: () =>
    errorText(
      'GUARD_SERVER',
      'The guard cannot list the tools of this FastMCP',
      'Use a version that has `connect`.',
    ),
  streamed: () =>
    errorText(
      'GUARD_STREAM',
      'A guarded tool cannot stream content',
      'Return the content. Nothing is released before the call is settled.',
    ),
  requestMissing: () => errorText('GUARD_NO_TURN', 'A guarded tool ran without a request'),
  registration: () =>
    errorText(
      'GUARD_TOOL',
      'A guarded server registers tools with registerTool only',
      'Use server.registerTool(name, { inputSchema }, handler).',
    ),
  updated: ({ member }: { member: string }) =>
    errorText(
      'GUARD_UPDATE',
      `The \`${member}\` of a guarded tool cannot be updated`,
      'Declare it in the manifest and start the server again.',
    ),
  listHandled: () =>
    errorText(
      'GUARD_LIST',
      'The tool list of a guarded server comes from its manifest',
      'Leave tools/list to the guard, and handle tools/call.',
    ),
  stateInvalid: () =>
    errorText(
      'GUARD_STATE',
      'The state of this call is no longer valid',
      'Call the tool again without requestState.',
    ),
};
