import type { GateEvent } from '@callgate/gate';
import type { ConsoleEvent, OperationParts } from '@callgate/operations';

/** What is longer is cut before it waits to be sent. */
const MAX_MESSAGE = 2000;

const CALLS: ConsoleEvent = { type: 'changed', what: 'calls' };

const toConsoleEvents = (event: GateEvent): readonly ConsoleEvent[] => {
  if (event.type === 'alert') return [{ type: 'alert', alert: event.alert }, CALLS];
  if (event.type !== 'progress') return [CALLS];
  const { progress, total, message } = event.progress;
  return [
    {
      type: 'progress',
      call: event.call,
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message: message.slice(0, MAX_MESSAGE) }),
    },
  ];
};

/** Tells what happens here and what other processes store. The function it returns ends that. */
export const watchConsoleEvents = (
  { gateway, config }: Pick<OperationParts, 'gateway' | 'config'>,
  tell: (event: ConsoleEvent) => void,
): (() => void) => {
  let { revision } = gateway.gate.policy;
  let { people } = config();
  const look = (): void => {
    tell(CALLS);
    if (gateway.gate.policy.revision !== revision) tell({ type: 'changed', what: 'policy' });
    if (config().people !== people) tell({ type: 'changed', what: 'people' });
    ({ revision } = gateway.gate.policy);
    ({ people } = config());
  };
  const ends = [
    gateway.gate.onEvent((event) => toConsoleEvents(event).forEach(tell)),
    gateway.onChange(look),
    gateway.catalogue.onChange(() => tell({ type: 'changed', what: 'tools' })),
  ];
  return () => ends.forEach((end) => end());
};
