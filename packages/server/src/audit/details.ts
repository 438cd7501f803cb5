import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import type { FlowOrigin } from '../flow.ts';
import type { ScopeEnd } from '../scope.ts';

const shown = (names: readonly string[]): readonly string[] =>
  names.slice(0, 50).map((name) => display(name, { max: 200 }));

/** What a caller said of its content. */
export const originDetail = ({ labels, contributors }: FlowOrigin): JsonObject =>
  labels.length === 0 && contributors.length === 0
    ? {}
    : { flowOrigin: { labels: shown(labels), contributors: shown(contributors) } };

/** What a handler said it read. */
export const saidOf = ({ said }: ScopeEnd): JsonObject =>
  said.size === 0 ? {} : { read: [...said].toSorted() };
