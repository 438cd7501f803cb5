/** Access tokens of one server, for as long as one connection lasts. */
export interface AccessTokens {
  /**
   * A token that is valid now; null where nobody signed in. Rejects with UPSTREAM_SIGN_IN where the sign-in ended, and
   * with another error where it cannot be renewed just now.
   */
  get(): Promise<string | null>;
  /** The server refused a request with this token, or without one. True where another token is there now. Never rejects. */
  renew(refused: string | null): Promise<boolean>;
}

/** What `callgate login` takes for this server, and where its tokens come from. */
export interface ServerSignIn {
  readonly target: string;
  openTokens(): AccessTokens;
}
