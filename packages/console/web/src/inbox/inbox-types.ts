import type { ParamsOf, ResultOf } from '../shell/api.ts';

export type CardQuestion = ResultOf<'inbox.question'>;
export type InboxListItem = ResultOf<'inbox.list'>['items'][number];
export type InboxListFilter = NonNullable<ParamsOf<'inbox.list'>['filter']>;
export type CardMark = InboxListItem['marks'][number];
export type CardValue = CardQuestion['values'][number];
export type CardReason = CardQuestion['told'][number];
export type GroupVoteCall = ResultOf<'inbox.group'>['calls'][number];
export type GrantListItem = ResultOf<'inbox.grants'>['items'][number];
export type IndeterminateCall = ResultOf<'inbox.unsettled'>['items'][number];
export type CallInProgress = ResultOf<'inbox.activity'>[number];
export type GrantChoice = NonNullable<ParamsOf<'inbox.vote'>['grant']>;
export type CardOffer = CardQuestion['question']['offers'][number];
export type CardValuePath = CardValue['path'];
