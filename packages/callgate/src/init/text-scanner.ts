import type { CallgateError } from '@callgate/core';
import { display } from '@callgate/core';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { configParseError } from './config-node.ts';

const { syntax } = clientFileErrors;

export abstract class TextScanner {
  readonly text: string;
  at: number;
  abstract readonly format: 'JSON' | 'TOML';

  constructor(text: string) {
    this.text = text;
    this.at = text.startsWith('\ufeff') ? 1 : 0;
  }

  /** Goes past what means nothing. */
  abstract space(): void;

  problem(problem: ErrorText, at: number = this.at): CallgateError {
    return configParseError(this.text, at, problem);
  }

  unexpected(wanted: string): CallgateError {
    const { format } = this;
    const found = this.text[this.at];
    return this.problem(
      found === undefined
        ? syntax.endInstead({ format, wanted })
        : syntax.characterInstead({ format, wanted, found: display(found) }),
    );
  }

  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found !== undefined) this.at += found[0].length;
    return found;
  }

  take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  /** Reads what stands between an opening and a closing bracket, one item at a time. */
  items(close: string, read: () => void): void {
    for (let isFirst = true; ; isFirst = false) {
      this.space();
      if (!isFirst && !this.text.startsWith(close, this.at)) {
        if (!this.take(',')) throw this.unexpected(`\`,\` or \`${close}\``);
        this.space();
      }
      if (this.take(close)) return;
      read();
    }
  }
}
