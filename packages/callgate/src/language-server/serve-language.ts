import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { display } from '@callgate/core';
import { languageServerMessages as texts } from '@callgate/messages/cli/language-server';
import type { PolicyProblem } from '@callgate/policy';
import { loadPolicy } from '@callgate/policy';
import type { EditedFile } from '@callgate/policy/editor';
import {
  completeFile,
  findRepair,
  formatYaml,
  hoverFile,
  policyWords,
  ruleReach,
} from '@callgate/policy/editor';
import type {
  CancellationToken,
  CodeAction,
  CompletionItem,
  Connection,
  Diagnostic,
  Hover,
  InitializeResult,
  Range,
  TextEdit,
} from 'vscode-languageserver/node';
import {
  CodeActionKind,
  CompletionItemKind,
  DiagnosticSeverity,
  LSPErrorCodes,
  MarkupKind,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
  createConnection,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { ReadFileKind } from '../catalogue/file-kind.ts';
import { now } from '../input/now.ts';
import { checkDocument } from './check-document.ts';
import { EditorCatalogue } from './catalogue-of-editor.ts';
import { kindOfDocument } from './kind-of-document.ts';
import { policyOfDocument } from './policy-of-document.ts';
import { schemaOfKind } from './schema-of-kind.ts';

/** Nobody reads what is wrong with half a word. */
const PAUSE_MS = 200;
const MOST_TOOLS = 20;

const ITEM_KINDS = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  field: CompletionItemKind.Variable,
  rule: CompletionItemKind.Reference,
  tool: CompletionItemKind.Function,
} as const;

const CAPABILITIES: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  completionProvider: { triggerCharacters: ['.', ' ', '"', '/'] },
  hoverProvider: true,
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
};

/** A document that is no file yet has a name and no folder. */
const pathOf = (uri: string): string => {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri.slice(uri.indexOf(':') + 1);
  }
};

const rangeOf = (document: TextDocument, { position }: PolicyProblem): Range => {
  const start = { line: position.line - 1, character: position.column - 1 };
  const from = document.offsetAt(start);
  const [word = ''] = /^(?:"[^"\n]*"?|'[^'\n]*'?|[^\s,\]}:]+)?/.exec(document.getText().slice(from)) ?? [];
  return { start: document.positionAt(from), end: document.positionAt(from + Math.max(1, word.length)) };
};

const diagnosticOf = (document: TextDocument, path: string, problem: PolicyProblem): Diagnostic => {
  const { severity, code, message, help, position } = problem;
  const isHere = position.file === path;
  return {
    range: rangeOf(document, isHere ? problem : { ...problem, position: { file: path, line: 1, column: 1 } }),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: texts.source,
    message: [message, ...(help === undefined ? [] : [help])]
      .map((text) => display(text, { max: 2000 }))
      .join('\n'),
  };
};

const touches = (a: Range, b: Range): boolean => a.start.line <= b.end.line && b.start.line <= a.end.line;

const cancelled = (): ResponseError<void> =>
  new ResponseError(LSPErrorCodes.RequestCancelled, texts.cancelled);

/** One editor and its documents. */
class LanguageServer {
  readonly #connection: Connection;
  readonly #catalogue: EditorCatalogue;
  readonly #documents: TextDocuments<TextDocument> = new TextDocuments(TextDocument);
  readonly #waiting: Map<string, NodeJS.Timeout> = new Map();
  /** What a document was while it could be read. */
  readonly #kinds: Map<string, { readonly version: number; readonly kind: ReadFileKind | undefined }> =
    new Map();

  constructor(connection: Connection, catalogue: string | undefined) {
    this.#connection = connection;
    this.#catalogue = new EditorCatalogue(catalogue, (message) => connection.console.warn(message));
  }

  listen(): void {
    const [connection, documents] = [this.#connection, this.#documents];
    connection.onInitialize(() => ({ capabilities: CAPABILITIES, serverInfo: { name: texts.source } }));
    documents.onDidChangeContent(({ document }) => this.#checkSoon(document));
    // tests are about a policy in another file
    documents.onDidSave(() => documents.all().forEach((document) => this.#checkSoon(document)));
    documents.onDidClose(({ document: { uri } }) => {
      clearTimeout(this.#waiting.get(uri));
      this.#waiting.delete(uri);
      this.#kinds.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    });
    connection.onCompletion(({ textDocument, position }, token) =>
      this.#answer(textDocument.uri, token, (document) =>
        this.#complete(document, document.offsetAt(position)),
      ),
    );
    connection.onHover(({ textDocument, position }, token) =>
      this.#answer(textDocument.uri, token, (document) => this.#hover(document, document.offsetAt(position))),
    );
    connection.onDocumentFormatting(({ textDocument }, token) =>
      this.#answer(textDocument.uri, token, (document) => Promise.resolve(this.#format(document))),
    );
    connection.onCodeAction(({ textDocument, range }, token) =>
      this.#answer(textDocument.uri, token, (document) => this.#repairs(document, range)),
    );
    documents.listen(connection);
    connection.listen();
  }

  /** What was cancelled while it waited is not begun. */
  async #answer<T>(
    uri: string,
    token: CancellationToken,
    answer: (document: TextDocument) => Promise<T>,
  ): Promise<T | null | ResponseError<void>> {
    await setImmediate();
    if (token.isCancellationRequested) return cancelled();
    const document = this.#documents.get(uri);
    return document === undefined ? null : await answer(document);
  }

  #kindOf(document: TextDocument): ReadFileKind | undefined {
    const { uri, version } = document;
    const known = this.#kinds.get(uri);
    if (known?.version === version) return known.kind;
    // half a text says less than the whole one did
    const kind = kindOfDocument(pathOf(uri), document.getText()) ?? known?.kind;
    this.#kinds.set(uri, { version, kind });
    return kind;
  }

  #checkSoon(document: TextDocument): void {
    const { uri } = document;
    clearTimeout(this.#waiting.get(uri));
    const timer = setTimeout(() => {
      this.#waiting.delete(uri);
      this.#check(document).catch((error: unknown) =>
        this.#connection.console.error(display(error instanceof Error ? error.message : String(error))),
      );
    }, PAUSE_MS);
    this.#waiting.set(uri, timer);
  }

  async #problemsOf(document: TextDocument): Promise<readonly PolicyProblem[]> {
    const kind = this.#kindOf(document);
    if (kind === undefined) return [];
    const tools = await this.#catalogue.tools(now().at);
    const known = tools.length === 0 ? undefined : tools;
    return await checkDocument(kind, pathOf(document.uri), document.getText(), known);
  }

  async #check(document: TextDocument): Promise<void> {
    const { uri, version } = document;
    const problems = await this.#problemsOf(document);
    // it was changed or closed while it was looked at
    if (this.#documents.get(uri)?.version !== version) return;
    const path = pathOf(uri);
    const diagnostics = problems.map((problem) => diagnosticOf(document, path, problem));
    await this.#connection.sendDiagnostics({ uri, version, diagnostics });
  }

  async #edited(document: TextDocument): Promise<EditedFile | undefined> {
    const kind = this.#kindOf(document);
    if (kind === undefined || kind === 'tools') return undefined;
    const text = document.getText();
    const tools = await this.#catalogue.tools(now().at);
    const schema = await schemaOfKind(kind);
    const layers = policyOfDocument(kind, pathOf(document.uri), text);
    const named = layers.length === 0 ? { fields: [], rules: [] } : policyWords(layers);
    const names = tools.map(({ server, name }) => `${server.name}/${name}`);
    return { kind, text, schema, words: { ...named, tools: names } };
  }

  async #complete(document: TextDocument, offset: number): Promise<CompletionItem[]> {
    const file = await this.#edited(document);
    if (file === undefined) return [];
    return completeFile(file, offset).map(({ label, kind, says, text, from, to }) => ({
      label: display(label, { max: 200 }),
      kind: ITEM_KINDS[kind],
      ...(says === '' ? {} : { documentation: { kind: MarkupKind.PlainText, value: display(says) } }),
      // with the quote that was begun
      filterText: text,
      textEdit: { range: { start: document.positionAt(from), end: document.positionAt(to) }, newText: text },
    }));
  }

  async #hover(document: TextDocument, offset: number): Promise<Hover | null> {
    const file = await this.#edited(document);
    if (file === undefined) return null;
    const tools = await this.#catalogue.tools(now().at);
    const loaded = loadPolicy(policyOfDocument(file.kind, pathOf(document.uri), file.text));
    const found = hoverFile(file, offset, (id) => {
      const rule = file.words.rules.find((each) => each.id === id);
      if (rule === undefined) return [];
      const reach = loaded.ok ? ruleReach(loaded.policy, id, tools, now()) : undefined;
      if (reach === undefined || tools.length === 0) return [rule.reason];
      return [
        rule.reason,
        texts.reach({ tools: reach.tools.length, of: tools.length, outcomes: reach.outcomes }),
        ...reach.tools.slice(0, MOST_TOOLS),
        ...(reach.tools.length > MOST_TOOLS ? [texts.more({ count: reach.tools.length - MOST_TOOLS })] : []),
      ];
    });
    if (found === undefined) return null;
    const { title, paragraphs, from, to } = found;
    const value = [title, ...paragraphs].map((text) => display(text, { max: 2000 })).join('\n');
    return {
      contents: { kind: MarkupKind.PlainText, value },
      range: { start: document.positionAt(from), end: document.positionAt(to) },
    };
  }

  #format(document: TextDocument): TextEdit[] {
    const text = document.getText();
    if (this.#kindOf(document) === undefined) return [];
    // JSON has a style of its own
    const made =
      document.languageId === 'json' || document.uri.endsWith('.json') ? undefined : formatYaml(text);
    if (made === undefined || made === text) return [];
    const end = document.positionAt(text.length);
    return [{ range: { start: { line: 0, character: 0 }, end }, newText: made }];
  }

  async #repairs(document: TextDocument, range: Range): Promise<CodeAction[]> {
    const { uri } = document;
    const text = document.getText();
    const problems = await this.#problemsOf(document);
    return problems.flatMap((problem): CodeAction[] => {
      if (!touches(rangeOf(document, problem), range)) return [];
      const repair = findRepair(text, problem);
      if (repair === undefined) return [];
      const { name, from, to } = repair;
      const edit = {
        range: { start: document.positionAt(from), end: document.positionAt(to) },
        newText: name,
      };
      return [
        {
          title: texts.repair({ name: display(name, { max: 80 }) }),
          kind: CodeActionKind.QuickFix,
          diagnostics: [diagnosticOf(document, pathOf(uri), problem)],
          isPreferred: true,
          edit: { changes: { [uri]: [edit] } },
        },
      ];
    });
  }
}

/** Serves the editor that started this process over standard input and output, until it ends the conversation. */
export const serveLanguage = (catalogue: string | undefined): void => {
  const connection = createConnection(process.stdin, process.stdout);
  new LanguageServer(connection, catalogue).listen();
};
