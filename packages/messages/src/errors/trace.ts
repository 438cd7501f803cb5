import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

/** Errors of sessions, calls and traces that commands read: lines of a batch, recordings, labels. */
export const traceErrors = {
  input: {
    notAnObject: () => errorText('INPUT_SHAPE', 'The line is not an object'),
    arguments: () => errorText('INPUT_SHAPE', 'args: not an object'),
    tool: () => errorText('INPUT_SHAPE', 'tool: not a tool definition'),
    server: () => errorText('INPUT_SHAPE', 'server: not a name'),
    shape: ({ what, place, problem }: { what: string; place: string; problem: string }) =>
      errorText('INPUT_SHAPE', `${what}: ${place}: ${problem}`),
    argumentsTwice: () =>
      errorText('INPUT_TWICE', 'The line has both args and arguments', 'Give one of them.'),
    labelTwice: ({ label }: { label: string }) =>
      errorText('INPUT_TWICE', `session: the label ${label} is given twice`),
    counterUnknown: ({ counter, near }: { counter: string; near: string | undefined }) =>
      errorText(
        'INPUT_COUNTER',
        `history: no rule reads \`${counter}\``,
        suggestNearName(near, 'Write a counter as a rule writes it.'),
      ),
    counterValue: ({ counter }: { counter: string }) =>
      errorText(
        'INPUT_COUNTER',
        `history: the value of \`${counter}\` has the wrong type`,
        'Write a number for count and sum, seconds for since, true or false for after and labels.',
      ),
    originsTwice: () => errorText('INPUT_TWICE', 'session: the origins of values are given twice'),
    keyUnknown: ({
      what,
      key,
      near,
      keys,
    }: {
      what: string;
      key: string;
      near: string | undefined;
      keys: string;
    }) => errorText('INPUT_KEY', `${what}: unknown key \`${key}\``, suggestNearName(near, `Use ${keys}.`)),
    lineTooLong: ({ most }: { most: string }) =>
      errorText('INPUT_TOO_LONG', `The line is longer than ${most}`),
    fileTooLong: () =>
      errorText(
        'INPUT_TOO_LONG',
        'The file is larger than 256 MiB',
        'Write one value a line, in a .jsonl file.',
      ),
    unexpected: () => errorText('UNEXPECTED', 'Callgate failed unexpectedly'),
  },
  session: {
    empty: ({ path }: { path: string }) => errorText('SESSION_EMPTY', `The session file ${path} is empty`),
    none: () => errorText('SESSION_UNKNOWN', 'The file has no sessions'),
    unknown: ({ session, near, names }: { session: string; near: string | undefined; names: string }) =>
      errorText(
        'SESSION_UNKNOWN',
        `There is no session \`${session}\``,
        suggestNearName(near, names === '' ? 'The file has no sessions.' : `Choose ${names}.`),
      ),
  },
  labels: {
    shape: ({ path, place, problem }: { path: string; place: string; problem: string }) =>
      errorText(
        'LABELS_SHAPE',
        `${path}: ${place}: ${problem}`,
        'Write {"session": {"suite": …, "attack": [ids of calls]}}.',
      ),
    twice: ({ path, session }: { path: string; session: string }) =>
      errorText('LABELS_TWICE', `${path}: another file has labels of \`${session}\` too`),
  },
  person: ({ written }: { written: string }) =>
    errorText('OPTION_VALUE', `--approve: unknown value \`${written}\``, 'Write all or except:LABELS.'),

  notAnObject: () =>
    errorText(
      'TRACE_SHAPE',
      'The trace is not an object',
      'A trace is {"session": …, "events": […]}. Convert other formats with `callgate convert --to trace`.',
    ),
  sessionName: () => errorText('TRACE_SHAPE', 'session: not a name'),
  events: () => errorText('TRACE_SHAPE', 'events: not a list'),
  eventNotAnObject: ({ number }: { number: number }) =>
    errorText('TRACE_SHAPE', `Event ${number}: not an object`),
  eventShape: ({ number, problem }: { number: number; problem: string }) =>
    errorText('TRACE_SHAPE', `Event ${number}: ${problem}`),
  eventType: ({ number, type, types }: { number: number; type: string; types: string }) =>
    errorText('TRACE_EVENT', `Event ${number}: unknown type \`${type}\``, `Use ${types}.`),
  eventWithoutType: ({ number, types }: { number: number; types: string }) =>
    errorText('TRACE_EVENT', `Event ${number}: no type`, `Use ${types}.`),
  callTwice: ({ number, id }: { number: number; id: string }) =>
    errorText('TRACE_TWICE', `Event ${number}: a second call \`${id}\``),
  resultTwice: ({ number, id }: { number: number; id: string }) =>
    errorText('TRACE_TWICE', `Event ${number}: a second result of \`${id}\``),
  resultWithoutCall: ({ number, id }: { number: number; id: string }) =>
    errorText('TRACE_RESULT', `Event ${number}: a result of \`${id}\`, but no earlier call has this id`),
  sessionTwice: ({ session }: { session: string }) =>
    errorText(
      'TRACE_TWICE',
      `There is another session \`${session}\``,
      'Write all events of a session into one line, or give sessions different names.',
    ),
  toolUnknown: ({ server, tool }: { server: string; tool: string }) =>
    errorText('TOOL_UNKNOWN', `There is no tool ${server}/${tool} in the catalogue`),

  convert: {
    tracesOnly: ({ from }: { from: string }) =>
      errorText('CONVERT_FORMAT', `--from ${from} converts to traces only`, 'Write --to trace.'),
    notConvertible: () =>
      errorText(
        'CONVERT_FORMAT',
        'The format is not known',
        'Give OTLP JSON (resourceSpans) or a transcript (messages with a role).',
      ),
    otherFormat: ({ from }: { from: string }) =>
      errorText(
        'CONVERT_FORMAT',
        `The format is not ${from}, as --from says`,
        'Give OTLP JSON (resourceSpans) or a transcript (messages with a role).',
      ),
    fromUnknown: ({ from }: { from: string }) =>
      errorText('CONVERT_FORMAT', `Unknown format \`${from}\``, 'Use otel or transcript.'),
    formatUnknown: ({
      format,
      near,
      formats,
    }: {
      format: string;
      near: string | undefined;
      formats: string;
    }) =>
      errorText('CONVERT_FORMAT', `Unknown format \`${format}\``, suggestNearName(near, `Use ${formats}.`)),
    isTrace: () => errorText('CONVERT_TRACE', 'This is already a trace', 'Replay it with `callgate replay`.'),
    argumentsNotJson: ({ call }: { call: string }) =>
      errorText('CONVERT_ARGUMENTS', `The arguments of call \`${call}\` are not valid JSON`),
    argumentsNotAnObject: ({ call }: { call: string }) =>
      errorText('CONVERT_ARGUMENTS', `The arguments of call \`${call}\` are not an object`),
    callUnnamed: () => errorText('CONVERT_SHAPE', 'A tool call has no id or no name'),
  },
};
