import { CallgateError } from '../error.ts';
import { display } from './display.ts';

export type NameForm = 'id' | 'context' | 'task' | 'server' | 'name' | 'uri';

interface Form {
  readonly code: string;
  readonly pattern: RegExp;
  readonly allowed: string;
}

const FORMS: Readonly<Record<NameForm, Form>> = {
  id: {
    code: 'CALL_ID',
    pattern: /^[\x21-\x7e]{1,128}$/,
    allowed: '1 to 128 printable ASCII characters',
  },
  context: {
    code: 'CALL_CONTEXT',
    pattern: /^[\x21-\x7e]{1,256}$/,
    allowed: '1 to 256 printable ASCII characters',
  },
  task: {
    code: 'CALL_TASK',
    pattern: /^[\x21-\x7e]{1,256}$/,
    allowed: '1 to 256 printable ASCII characters',
  },
  server: {
    code: 'CALL_SERVER',
    pattern: /^[A-Za-z0-9_-]{1,64}$/,
    allowed: '1 to 64 of A-Z a-z 0-9 _ -',
  },
  name: {
    code: 'CALL_NAME',
    pattern: /^[A-Za-z0-9_.-]{1,128}$/,
    allowed: '1 to 128 of A-Z a-z 0-9 _ . -',
  },
  uri: {
    code: 'CALL_URI',
    pattern: /^(?=.{1,8192}$)[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/,
    allowed: 'a scheme and up to 8192 characters of printable ASCII, the rest percent-encoded',
  },
};

/** Never normalises: two spellings are two names, or one of them is refused. */
export const checkedName = (form: NameForm, name: unknown): string => {
  const { code, pattern, allowed } = FORMS[form];
  // `test` alone would read ['a'] as 'a'.
  if (typeof name !== 'string' || !pattern.test(name)) {
    const shown = typeof name === 'string' ? `\`${display(name, { max: 80 })}\`` : `of type ${typeof name}`;
    throw new CallgateError(code, `${form} ${shown} is not allowed`, { help: `use ${allowed}` });
  }
  if (form === 'uri' && DOT_SEGMENT.test(name)) {
    const shown = display(name, { max: 80 });
    throw new CallgateError(code, `uri \`${shown}\` has a \`.\` or \`..\` segment`, {
      help: 'send the uri that the dots resolve to',
    });
  }
  return name;
};

/** `public/../secret` would be judged as one resource and read as another. */
const DOT_SEGMENT = /(?:[/\\:]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\?#;]|%2f|%5c|%3b)/i;
