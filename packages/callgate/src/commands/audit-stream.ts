import { readFileSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { auditMessages } from '@callgate/messages/cli/audit';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { optionErrors } from '@callgate/messages/errors/option';
import { streamErrors } from '@callgate/messages/errors/stream';
import type { AuditEntryLine } from '@callgate/operations/api';
import { withAuditLog } from '../audit/open-audit-log.ts';
import type { StreamedEvent } from '../audit/stream/streamed-event.ts';
import { cefLine } from '../audit/stream/cef-line.ts';
import { ocsfEvent } from '../audit/stream/ocsf-event.ts';
import { openStreamTarget, targetName } from '../audit/stream/open-stream-target.ts';
import { streamAuditLog } from '../audit/stream/stream-audit-log.ts';
import type { StreamPosition } from '../audit/stream/stream-position.ts';
import { positionFileOf, readPosition, writePosition } from '../audit/stream/stream-position.ts';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { flagOption, textOption } from '../options/option.ts';
import { STOP_SIGNALS } from '../serve/wait-until-stopped.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { VERSION } from '../show/version.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

const { stream: texts } = auditMessages;

type LineFormat = (event: StreamedEvent, line: AuditEntryLine) => string;

const FORMATS: Readonly<Record<string, LineFormat>> = {
  ocsf: (event) => asciiJson(ocsfEvent(event, VERSION)),
  cef: (event) => cefLine(event, VERSION),
  json: (_, { json }) => json,
};

const chooseFormat = (name: string): LineFormat => {
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (format !== undefined) return format;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'format',
      value: display(name, { max: 40 }),
      values: Object.keys(FORMATS).join(', '),
    }),
  );
};

const readAuthorization = (path: string): string => {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  } catch {
    // said below
  }
  throw new CallgateError(dataFileErrors.unreadable({ path: display(path) }));
};

/** The position that `--from` names; undefined where it is where the stream ended before. */
const startOf = (from: string | undefined, size: number): StreamPosition | undefined => {
  if (from === undefined) return undefined;
  if (from === 'now') return { seq: size, hash: '' };
  if (/^[1-9]\d{0,14}$/.test(from)) return { seq: Number(from) - 1, hash: '' };
  throw new CallgateError(streamErrors.start({ from: display(from, { max: 40 }) }));
};

export const commands: Commands = {
  'audit stream': command(
    {
      to: textOption(texts.to, { valueHint: 'TARGET' }),
      format: textOption(texts.format, { valueHint: Object.keys(FORMATS).join('|') }),
      from: textOption(texts.from, { valueHint: 'ENTRY|now' }),
      position: textOption(texts.position, { valueHint: 'FILE' }),
      authorization: textOption(texts.authorization, { valueHint: 'FILE' }),
      once: flagOption(texts.once),
      ...AUDIT_LOG_OPTIONS,
    },
    async (given) => {
      const to = requiredOption(given.to, 'to', 'audit stream');
      const format = chooseFormat(given.format ?? 'ocsf');
      const authorization =
        given.authorization === undefined ? undefined : readAuthorization(given.authorization);
      const target = openStreamTarget(to, authorization);
      const stop = new AbortController();
      for (const signal of STOP_SIGNALS) process.once(signal, () => stop.abort());
      await withAuditLog(given, async ({ read, operations, home, database }) => {
        const path = given.position ?? positionFileOf(home.folder, targetName(to), database);
        const { rows } = await operations.ask('record.size', {});
        const from = startOf(given.from, rows) ?? (await readPosition(path)) ?? { seq: 0, hash: '' };
        await streamAuditLog({
          operations,
          target,
          format,
          hashOf: async (seq) => {
            const [hash] = await read.hashes(seq, 1);
            return hash === undefined ? undefined : Buffer.from(hash).toString('hex');
          },
          from,
          save: (position) => writePosition(path, position),
          once: given.once === true,
          now: Date.now,
          elapsed: () => performance.now(),
          tell: (failure, { seq }) => {
            const text =
              failure === undefined
                ? texts.again({ target: target.name, seq })
                : texts.failed({
                    target: target.name,
                    seq,
                    why: display(failure instanceof Error ? failure.message : String(failure), { max: 200 }),
                  });
            process.stderr.write(`${text}\n`);
          },
          signal: stop.signal,
        });
      });
    },
  ),
};
