export interface SharedSetting {
  /** Rises with every change of any of them. */
  readonly revision: number;
  /** Null where it cannot be read: nobody can tell what it said. */
  readonly text: string | null;
}

export interface SettingChange {
  readonly name: string;
  /** Given what is stored, returns what is to be; null changes nothing. Called again where it is done again. */
  make(text: string | null): string | null;
}

/**
 * What people decided, and what was seen of servers, as texts by name that every process on the same store goes by.
 * What `read` says is never older than what the last decision here was made with: a process that is behind catches up
 * before it decides.
 */
export interface SharedSettings {
  read(name: string): SharedSetting | undefined;
  readonly names: readonly string[];
  /** All of them in one transaction. When it resolves, no process begins to commit by what was there before: a
   * transaction looks at its beginning and with its last statement, and only one whose commit was under way then counts. */
  write(changes: readonly SettingChange[]): Promise<void>;
  /** Called between two pieces of work, after something else can be read: `listener` may not wait for the store. */
  onChange(listener: () => void): () => void;
}
