import type { InboxApi } from './inbox.ts';
import type { MeApi } from './me.ts';
import type { PolicyApi } from './policy.ts';
import type { RecordApi } from './record.ts';
import type { SessionsApi } from './sessions.ts';
import type { ToolsApi } from './tools.ts';

/** Everything the page can ask, by name. `/api/NAME`. */
export interface ConsoleApi extends MeApi, InboxApi, ToolsApi, SessionsApi, RecordApi, PolicyApi {}

export type {
  ApiProblem,
  Caller,
  Change,
  Download,
  FileToSend,
  Operation,
  Operations,
  Read,
  Role,
} from './operation.ts';
export { ROLES } from './operation.ts';
export type { ConsoleEvent } from './events.ts';
export type {
  Activity,
  AutomaticIf,
  CallView,
  CallVote,
  Cause,
  GrantStory,
  GroupedCall,
  GroupedOutcome,
  HintWord,
  InboxApi,
  InboxFilter,
  InboxGroup,
  InboxPage,
  InboxQuestion,
  InboxRow,
  LabelStory,
  Mark,
  RunningCall,
  ScopeOffer,
  ScopeWish,
  SourceText,
  Told,
  ToolWords,
  UnsettledRow,
  ValuePath,
  ValueSource,
  ValueStory,
  VoteBar,
  VoteOutcome,
  VoteParams,
} from './inbox.ts';
export { refusalText, voteBarText } from './vote-text.ts';
export type { Me, MeApi } from './me.ts';
export type {
  Affected,
  Answers,
  ReasonedRef,
  ReviewNeed,
  RowHint,
  SaidBy,
  ServerProblem,
  ServerRow,
  ServerState,
  Situation,
  SuggestedHint,
  ToolDetail,
  ToolList,
  ToolRef,
  ToolRow,
  Tried,
  TryParams,
} from './tools.ts';
export type {
  Flow,
  FlowSource,
  HeardWords,
  LabelStep,
  Leg,
  LegName,
  SessionItem,
  SessionsApi,
  SessionStory,
  StoreItem,
  StoryCall,
  StoryEvent,
} from './sessions.ts';
export type {
  ChangeKind,
  ChangedCalls,
  ChangedTool,
  CheckedPolicy,
  Comparison,
  ComparisonResult,
  CustomHintView,
  EffectivePolicy,
  ExceptionView,
  LayerText,
  OutcomeCounts,
  PolicyApi,
  PolicyFinding,
  PolicySummary,
  RuleView,
  RulesView,
  ToolChoice,
  TriedCall,
  TryCall,
} from './policy.ts';
export type {
  ApprovalFigures,
  CallStory,
  ProvenRow,
  RecordApi,
  RecordCall,
  RecordFilter,
  RecordNames,
  RecordPage,
  RecordSize,
  RowTold,
  SignedCheckpoint,
  StoryRow,
  StoryRule,
  VerifyFound,
  VerifyJob,
  VerifyProblem,
} from './record.ts';
