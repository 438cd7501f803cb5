import type { Dispatcher, Store } from '@callgate/gate';
export const breakStore = (store: Store): Store => store;
export const breakDispatcher = (d: Dispatcher, _socket: string): Dispatcher => d;
