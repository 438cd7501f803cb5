import type { Handlers } from '../api/endpoint.ts';
import type { RecordApi } from '../api/record.ts';
import type { ConsoleParts } from '../parts.ts';

export const recordHandlers = (_parts: ConsoleParts): Handlers<RecordApi> => ({});
