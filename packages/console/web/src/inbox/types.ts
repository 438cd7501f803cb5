import type { ParamsOf, ResultOf } from '../shell/api.ts';

export type Question = ResultOf<'inbox.question'>;
export type Row = ResultOf<'inbox.list'>['items'][number];
export type Filter = NonNullable<ParamsOf<'inbox.list'>['filter']>;
export type Mark = Row['marks'][number];
export type Group = ResultOf<'inbox.groups'>[number];
export type Value = Question['values'][number];
export type Told = Question['told'][number];
export type Grouped = ResultOf<'inbox.group'>['calls'][number];
export type GrantStory = ResultOf<'inbox.grants'>['items'][number];
export type Unsettled = ResultOf<'inbox.unsettled'>['items'][number];
export type Running = ResultOf<'inbox.activity'>[number];
export type Wish = NonNullable<ParamsOf<'inbox.vote'>['grant']>;
export type ValuePath = Value['path'];
