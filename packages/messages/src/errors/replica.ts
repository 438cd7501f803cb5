import { errorText } from '../text/error-text.ts';

/** Errors of replicas: sessions and tasks that several processes share. */
export const replicaErrors = {
  sessionsFull: () =>
    errorText('SESSIONS_FULL', 'There are too many sessions', 'End some sessions, or wait.'),
  httpClosing: () => errorText('HTTP_CLOSING', 'The gateway is shutting down'),
  gatewayClosing: () => errorText('GATEWAY_CLOSING', 'This gateway is shutting down', 'Ask again.'),
  taskUnreadable: () =>
    errorText(
      'TASK_UNREADABLE',
      'The state of a task of another process cannot be read',
      'Run the same version of Callgate on every machine.',
    ),
  taskSilent: () =>
    errorText(
      'TASK_PROCESS_SILENT',
      'The process that runs this task did not answer',
      'Nothing has happened. Try again.',
    ),
  taskGone: () =>
    errorText(
      'TASK_PROCESS_GONE',
      'The process that ran this task does not answer: it has ended, or is paused',
      'It is unknown whether this reached it. Ask for the status of the task.',
    ),
  taskGivenUp: () =>
    errorText('TASK_GAVE_UP', 'No one waits for this answer any more', 'Ask for the status of the task.'),
};
