import type { InboxApi } from './inbox.ts';
import type { MeApi } from './me.ts';
import type { FilesApi } from './files.ts';
import type { PolicyApi } from './policy.ts';
import type { AuditApi } from './audit.ts';
import type { ReportApi } from './report.ts';
import type { SessionsApi } from './sessions.ts';
import type { ToolsApi } from './tools.ts';
import type { UndoApi } from './undo.ts';

/** Everything the page can ask, by name. `/api/NAME`. */
export interface ConsoleApi
  extends MeApi, InboxApi, ToolsApi, SessionsApi, AuditApi, PolicyApi, ReportApi, FilesApi, UndoApi {}

export type { Completion } from '@callgate/policy/editor';
export type { HintChange, HintComparison } from './hint-comparison.ts';
export type { Coverage, Difference, DraftTestRun, PolicyCoverage, TestResult } from './policy-tests.ts';
export type {
  ApiProblem,
  OperationCaller,
  ChangeEndpoint,
  DownloadEndpoint,
  DownloadFile,
  Operation,
  Operations,
  ReadEndpoint,
  OperationRole,
} from './operation.ts';
export { OPERATION_ROLES } from './operation.ts';
export type { CommittedChanges, FilesApi } from './files.ts';
export type { MadeCall, UndoApi, UndoCall } from './undo.ts';
export type { ConsoleEvent } from './events.ts';
export type {
  CallActivity,
  AutoConditions,
  CallView,
  CallVote,
  LabelCause,
  GrantView,
  GroupCallView,
  GroupVoteOutcome,
  HintView,
  InboxApi,
  InboxFilter,
  InboxGroup,
  InboxPage,
  InboxQuestion,
  InboxRow,
  LabelHistory,
  CallMark,
  RunningCall,
  GrantScopeOffer,
  GrantScopeRequest,
  SourceExcerpt,
  CallNotice,
  ToolTexts,
  UnsettledRow,
  ValuePath,
  ValueSource,
  DecisiveValue,
  VoteIneligibility,
  VoteOutcome,
  VoteParams,
} from './inbox.ts';
export { voteRefusalText, voteIneligibilityText } from './vote-text.ts';
export type { CurrentUser, MeApi } from './me.ts';
export type {
  ChangeImpact,
  HintSettings,
  ToolRefWithReason,
  ReviewNeed,
  ToolHint,
  Attribution,
  ServerProblem,
  ServerRow,
  ServerState,
  ServerUsage,
  SessionProfile,
  SuggestedHint,
  ToolDetail,
  ToolList,
  ToolRef,
  ToolRow,
} from './tools.ts';
export type {
  ApprovalHabit,
  AskedFigures,
  BlockCause,
  HabitRefusal,
  ReportApi,
  UnusedFigures,
  UnusedGrant,
  WeekReport,
  PolicyRecommendation,
  RecommendedChange,
} from './report.ts';
export type {
  ValueFlow,
  ValueFlowSource,
  UserMessageView,
  LabelStep,
  TrifectaLeg,
  TrifectaLegName,
  SessionItem,
  SessionsApi,
  SessionHistory,
  StoreItem,
  SessionCall,
  SessionHistoryEvent,
} from './sessions.ts';
export type { ChangeKind, ChangedCalls, OutcomeTotals } from '@callgate/gate/replay';
export type {
  ChangedTool,
  CheckedPolicy,
  Comparison,
  ComparisonResult,
  CustomHintView,
  EffectivePolicy,
  ExceptionView,
  LayerText,
  PolicyApi,
  PolicyDiff,
  PolicyFinding,
  PolicyRevision,
  PolicySummary,
  RuleView,
  RulesView,
  ShadowReport,
  ShadowRun,
  ToolChoice,
  TrialResult,
  TrialCall,
} from './policy.ts';
export type {
  ApprovalFigures,
  CallHistory,
  EntryProof,
  AuditApi,
  AuditCall,
  AuditFilter,
  AuditNames,
  AuditPage,
  AuditLogSize,
  AuditEntryDetails,
  SignedCheckpoint,
  AuditEntryLine,
  AuditEntryView,
  FiredRuleView,
  VerifyResult,
  VerifyJob,
  VerifyProblem,
} from './audit.ts';
