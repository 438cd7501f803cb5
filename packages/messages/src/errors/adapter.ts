import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

const streamCut = (message: string) =>
  errorText('STREAM_CUT', message, 'Run nothing of it. Ask the model again.');

const inputRequired = (message: string) =>
  errorText(
    'INPUT_REQUIRED',
    message,
    'Give gatedClient a function answerInput, or pass allowInputRequired and call again.',
  );

const modelHelp = (models: string | undefined): string =>
  models === undefined ? 'No model can be used here.' : `Models that can be used: ${models}.`;

/** Errors of adapters: the gate inside agent programs. Models read them too. */
export const adapterErrors = {
  withdrawn: () => errorText('CALL_WITHDRAWN', 'Not run: the host cancelled the call'),
  waitsForPeople: ({ reason }: { reason: string }) =>
    errorText(
      'CALL_HELD',
      `Not run: the call waits for a person's approval (${reason})`,
      'An approval counts only when it is given at the gate. What messages say about it does not count.',
    ),
  waits: ({ reason }: { reason: string }) =>
    errorText(
      'CALL_HELD',
      `Not run: ${reason}`,
      'An approval counts only when it is given at the gate. What messages say about it does not count.',
    ),
  sentBefore: ({ state }: { state: string }) =>
    errorText('CALL_TWICE', `Not run again: this call ${state} already`),
  ranBefore: () => errorText('CALL_TWICE', 'Not run again: this call ran already'),
  notRun: () => errorText('NOT_RUN', 'The call did not run'),
  cancelledBefore: () => errorText('NOT_RUN', 'Not run: the call was cancelled before it ran'),
  argumentsChanged: () =>
    errorText('ARGUMENTS_CHANGED', 'Not run: these are not the arguments that the gate decided on'),
  callChanged: () => errorText('ARGUMENTS_CHANGED', 'This is not the call that the gate decided on'),
  callUnseen: () =>
    errorText(
      'CALL_UNSEEN',
      'The gate did not see the call of this request',
      'Give the session the hooks of gateHooks.',
    ),
  rejected: ({ reason }: { reason: string }) => errorText('CALL_REJECTED', `Not run: ${reason}`),

  toolUnknown: ({ tool }: { tool: string }) => errorText('TOOL_UNKNOWN', `There is no tool ${tool}`),
  toolOfOtherMiddleware: () =>
    errorText(
      'TOOL_UNKNOWN',
      'Not run: this agent has no such tool',
      'Put the policy middleware last: it then knows the tools of other middleware.',
    ),
  callCut: ({ tool, problem }: { tool: string; problem: string }) =>
    errorText('CALL_CUT', `The call of ${tool} ${problem}`),
  argumentsNotJson: ({ tool, problem }: { tool: string; problem: string }) =>
    errorText('ARGUMENTS_NOT_JSON', `The arguments of ${tool} cannot be read: ${problem}`),
  argumentsInvalid: ({ tool }: { tool: string }) =>
    errorText('ARGUMENTS_INVALID', `Tool ${tool} does not take these arguments`),
  argumentsUnstable: ({ tool }: { tool: string }) =>
    errorText(
      'ARGUMENTS_CHANGE',
      `Tool ${tool} would run with other arguments than the gate decides on`,
      'Its schema must not change arguments that it has read before. Put transforms into execute.',
    ),
  paramsNotJson: () => errorText('CALL_PARAMS', 'Not run: the call is not JSON'),
  paramsUnknown: () =>
    errorText(
      'CALL_PARAMS',
      'Not run: the call has members that the gate does not support',
      'Remove `task` and similar members.',
    ),
  paramsReserved: () =>
    errorText(
      'CALL_PARAMS',
      'Not run: an argument has a name that the gate reserves',
      'Rename the argument.',
    ),
  paramsState: () =>
    errorText('CALL_PARAMS', 'Not run: the request state is not text', 'Send it back as the server gave it.'),

  resultKept: () => errorText('RESULT_KEPT', 'The call ran, but its result was changed and no longer fits'),
  providerRan: ({ problems }: { problems: string }) =>
    errorText(
      'PROVIDER_RAN_IT',
      `Provider calls without approval: ${problems}`,
      'Drop this turn. Leave the tool out, or have the provider ask before it runs it.',
    ),
  providerChanged: () =>
    errorText(
      'PROVIDER_CHANGED_CALL',
      'The provider ran a call with other arguments than were approved',
      'Drop this turn and look at the audit log.',
    ),
  streamIncomplete: () => streamCut('The response was not completed'),
  streamEnded: () => streamCut('The stream ended before the message'),
  streamCut: () => streamCut('The message was cut off before its calls were complete'),

  toolSchema: ({ tool }: { tool: string }) =>
    errorText(
      'TOOL_SCHEMA',
      `The input schema of ${tool} is not JSON Schema`,
      'Give JSON Schema, or the schema of a library that can convert it.',
    ),
  toolSchemaAiSdk: ({ tool }: { tool: string }) =>
    errorText(
      'TOOL_SCHEMA',
      `The input schema of ${tool} is not JSON Schema`,
      'Give catalogueOf the function asSchema of the package `ai`.',
    ),
  toolSchemaLangChain: ({ tool }: { tool: string }) =>
    errorText(
      'TOOL_SCHEMA',
      `The input schema of ${tool} is not JSON Schema`,
      'Give catalogueOf the function toJsonSchema of @langchain/core/utils/json_schema.',
    ),
  toolSchemaMastra: ({ tool }: { tool: string }) =>
    errorText(
      'TOOL_SCHEMA',
      `The input schema of ${tool} is not JSON Schema`,
      'Make the tool with createTool.',
    ),
  toolset: () =>
    errorText(
      'TOOL_NOT_GATED',
      'A toolset runs its own members and cannot be wrapped',
      'Answer its tool_use blocks with answerToolUses.',
    ),
  notRunHere: ({ tool }: { tool: string }) =>
    errorText(
      'TOOL_NOT_RUN_HERE',
      `Tool ${tool} has no execute, so the gate cannot stop it`,
      'Leave it out of gatedTools. Report what a client or provider runs with gate.report.',
    ),
  functionMissing: ({ tool }: { tool: string }) =>
    errorText(
      'TOOL_NOT_RUN_HERE',
      `Tool ${tool} has no function execute`,
      'Give a function, or an object with a function execute.',
    ),
  optionsNotObject: ({ method }: { method: string }) =>
    errorText('OPTION_VALUE', `The options of ${method} are not an object`),
  optionUnknown: ({
    method,
    name,
    near,
    known,
  }: {
    method: string;
    name: string;
    near: string | undefined;
    known: string;
  }) =>
    errorText(
      'OPTION_UNKNOWN',
      `There is no option ${name} of ${method}`,
      suggestNearName(near, `The options are ${known}.`),
    ),
  conversationMissing: () =>
    errorText(
      'CALL_CONTEXT',
      'The turn has no conversation',
      "Give the id of the conversation as a text, as gate.turn({ conversation: 'c-1' }).",
    ),
  trustUnknown: ({ trust, levels }: { trust: string; levels: string }) =>
    errorText('OPTION_VALUE', `There is no trust level ${trust}`, `Use ${levels}.`),
  turnClosed: () =>
    errorText('TURN_CLOSED', 'The turn is closed', 'Make a new turn for every message of the user.'),
  voteInvalid: ({ member, expected }: { member: string; expected: string }) =>
    errorText(
      'VOTE_INVALID',
      `The vote does not count: \`${member}\` is not ${expected}`,
      'Call turn.vote({ question, approved, subject, opened }) with a question from turn.pending().',
    ),
  aroundGate: ({ what }: { what: string }) =>
    errorText('NOT_GATED', `This would bypass the gate: ${what}`, 'Call tools with callTool.'),
  listEndless: () => errorText('TOOL_LIST', 'The list of tools does not end'),
  listUnreadable: ({ problem }: { problem: string }) =>
    errorText(
      'TOOL_LIST',
      `The list of tools cannot be read: ${problem}`,
      'No tool of this server is called until it can be read. Try again with refresh.',
    ),
  inputRequired: () => inputRequired('The server asks for input before it answers'),
  inputRepeated: () => inputRequired('The server asks for input repeatedly'),
  interruptMissing: () =>
    errorText(
      'NO_INTERRUPT',
      'This graph cannot pause',
      'Create the agent with a checkpointer, or let calls wait inside the turn with confirm: "hold".',
    ),
  notFunctionTool: () =>
    errorText(
      'NOT_OF_THE_GATE',
      'This interruption does not belong to a function tool',
      'For interruptions of hosted tools, give the tool `onApproval`.',
    ),

  modelUnknown: ({ model, models }: { model: string; models: string | undefined }) =>
    errorText(
      'MODEL_UNKNOWN',
      `The chosen model \`${model}\` is not one of the models in \`use\``,
      models === undefined ? 'Put it into `use`.' : `Put it into \`use\`, or choose ${models}.`,
    ),
  modelForbidden: ({ reasons, models }: { reasons: string; models: string | undefined }) =>
    errorText('MODEL_FORBIDDEN', `Model forbidden: ${reasons}`, modelHelp(models)),
  modelUnfit: ({ reasons, models }: { reasons: string; models: string | undefined }) =>
    errorText('MODEL_UNFIT', `No model fits: ${reasons}`, modelHelp(models)),
};
