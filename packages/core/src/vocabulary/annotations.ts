export type Sensitivity =
  | 'none'
  | 'user'
  | 'pii'
  | 'financial'
  | 'credentials'
  | { regulated: { scopes?: string[] | undefined } };
export type Destination = 'ephemeral' | 'system' | 'user' | 'internal' | 'public';
export type SideEffectOutcome = 'benign' | 'consequential' | 'irreversible';
export type ReturnSource = 'untrustedPublic' | 'trustedPublic' | 'internal' | 'user' | 'system';

/** How much the reader of a tool's output should be able, cheap and fast, each from 0 to 1. */
export interface AnnotatedModelPreferences {
  intelligencePriority?: number | undefined;
  costPriority?: number | undefined;
  speedPriority?: number | undefined;
  hints?: { name?: string | undefined }[] | undefined;
}

export interface InputMetadata {
  destination?: Destination | Destination[] | undefined;
  sensitivity?: Sensitivity | Sensitivity[] | undefined;
  outcomes?: SideEffectOutcome | SideEffectOutcome[] | undefined;
}

export interface ReturnMetadata {
  source?: ReturnSource | ReturnSource[] | undefined;
  sensitivity?: Sensitivity | Sensitivity[] | undefined;
}

/** `ToolAnnotations` of the specification with every hint Callgate knows. Unknown keys are allowed and kept. */
export interface ToolAnnotations {
  title?: string | undefined;
  readOnlyHint?: boolean | undefined;
  destructiveHint?: boolean | undefined;
  idempotentHint?: boolean | undefined;
  openWorldHint?: boolean | undefined;
  agencyHint?: boolean | undefined;
  aiProcessingHint?: boolean | undefined;
  slowExecutionHint?: boolean | undefined;
  resourceIntensiveHint?: boolean | undefined;
  sensitiveDataHint?: boolean | undefined;
  privilegedAccessHint?: boolean | undefined;
  reversibleHint?: boolean | undefined;
  requiresConfirmation?: boolean | undefined;
  secretHint?: boolean | undefined;
  unsafeOutputHint?: boolean | undefined;
  trustedHint?: boolean | undefined;
  maliciousActivityHint?: boolean | undefined;
  modelPreferences?: AnnotatedModelPreferences | undefined;
  inputMetadata?: InputMetadata | undefined;
  returnMetadata?: ReturnMetadata | undefined;
  attribution?: string[] | undefined;
  riskLevel?: 'low' | 'medium' | 'high' | 'critical' | undefined;
  category?: 'read' | 'observe' | 'utility' | 'mutate' | 'delete' | 'destroy' | undefined;
  blastRadius?: 'item' | 'namespace' | 'cluster' | 'organization' | 'global' | undefined;
  reversibility?: 'auto' | 'manual' | 'none' | undefined;
  sideEffects?: string[] | undefined;
  approvalRecommendation?: 'none' | 'single' | 'multi' | undefined;
  minTrustLevel?: number | undefined;
  untrustedContentHint?: boolean | undefined;
  consequentialHint?: boolean | undefined;
  safeForContextHint?: boolean | undefined;
  verifiedOutputHint?: boolean | undefined;
  SecretHint?: boolean | undefined;
  trusted?: boolean | undefined;
  privateHint?: boolean | undefined;
  requiresReview?: boolean | undefined;
  sensitiveHint?: 'low' | 'medium' | 'high' | undefined;
  [key: string]: unknown;
}
