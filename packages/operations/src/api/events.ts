import type { Alert } from '@callgate/gate/store';

/** What the page hears while it is open. Everything but progress says only that it should look again. */
export type ConsoleEvent =
  | { readonly type: 'changed'; readonly what: 'calls' | 'tools' | 'policy' | 'people' }
  | {
      readonly type: 'progress';
      readonly call: string;
      readonly progress: number;
      readonly total?: number;
      readonly message?: string;
    }
  | { readonly type: 'alert'; readonly alert: Alert }
  /** Something long that an operator started: verifying, comparing. */
  | {
      readonly type: 'job';
      readonly job: string;
      readonly done: number;
      readonly of: number | null;
      readonly over: boolean;
    };
