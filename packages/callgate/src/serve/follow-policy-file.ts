import type { Policy, TracedTool } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { formatProblem, loadPolicy } from '@callgate/policy';
import { serveMessages } from '@callgate/messages/cli/serve';
import { homeErrors } from '@callgate/messages/errors/home';
import type { DraftTestRun } from '@callgate/operations/api';
import type { RevisionPair, PolicyLayerSource, PolicyStore } from '@callgate/operations';
import type { Clock, OperatorNotice } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { Gateway, LogEntry } from '@callgate/gateway';
import { watchConfig } from '@callgate/gateway/config';
import type { SettingsFolder } from '@callgate/gateway/tools';
import type { LayeredPolicy } from '../home/layered-policy.ts';
import type { PolicyOverride, PolicyFileContent } from '../home/policy-file.ts';
import { policyFilePath, readPolicyFile, sharePolicy, writePolicyFile } from '../home/policy-file.ts';

export interface PolicyFollowerOptions {
  readonly home: { readonly folder: string };
  /** Where replicas share it, in place of a file of this machine; null where nobody does. */
  readonly shared?: SettingsFolder | null;
  /** The path of the configuration whose policy it stands in for. */
  readonly config: string;
  configured(): LayeredPolicy;
  readonly gateway: Pick<Gateway, 'gate' | 'catalogue' | 'config'>;
  readonly log: (entry: LogEntry) => void;
  readonly clock?: Clock;
  /** Another policy is in force. */
  readonly changed?: () => void;
}

/** A place of policy that follows its file, which another process may change. */
export interface PolicyFollower extends PolicyStore {
  /** Puts in force what the file and the configuration say now. To be called after the configuration was read anew. */
  follow(): Promise<void>;
  /** What counts by the file and the configuration as they are now; by the file as it last was where it is gone. */
  effective(): Policy;
  close(): void;
}

/** The notice of an activation. The same activation is recorded once, whichever process follows it. */
export const policyNotice = (
  { layers, by, reason, at }: PolicyOverride,
  policy: Pick<Policy, 'name' | 'revision' | 'mode'>,
): OperatorNotice => {
  return {
    code: layers === null ? 'POLICY_RESTORED' : 'POLICY_ACTIVATED',
    message: serveMessages.policy[layers === null ? 'restored' : 'activated']({
      who: display(by, { max: 80 }),
      policy: display(policy.name, { max: 80 }),
      revision: policy.revision,
      observes: policy.mode === 'observe',
      reason: display(reason, { max: 500 }),
    }),
    onceAnHour: `${at} ${policy.revision}`,
  };
};

const isSameOverride = (one: PolicyOverride | null, other: PolicyOverride | null): boolean =>
  one?.at === other?.at && one?.by === other?.by && one?.reason === other?.reason;

/** Going back leaves a word too, so a file that was there and is not any more was never taken away by Callgate. */
const missingFileError = (path: string): CallgateError =>
  new CallgateError(homeErrors.policy.fileGone({ path: display(path) }));

const UNUSABLE = 'policy-unusable';

/** In place of a policy that cannot be used. */
const nothingRuns = (): Policy => {
  const rule = { id: UNUSABLE, then: 'block', reason: serveMessages.policy.unusable };
  const loaded = loadPolicy([{ name: UNUSABLE, text: JSON.stringify({ rules: [rule] }) }]);
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('; '));
  return loaded.policy;
};

class FilePolicyFollower implements PolicyFollower {
  readonly #options: PolicyFollowerOptions;
  readonly #clock: Clock;
  readonly #stop: () => void;
  readonly #place: string | SettingsFolder;
  #read: PolicyFileContent;
  #turn: Promise<unknown> = Promise.resolve();
  /** What is in force was adopted, and nobody was told yet. */
  #adopted = false;

  constructor(options: PolicyFollowerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#place = options.shared ?? options.home.folder;
    this.#read = readPolicyFile(this.#place, options.config);
    if (typeof this.#place !== 'string') {
      this.#stop = this.#place.onChange(() => this.#adopt());
      this.#adopt();
      return;
    }
    const files = [policyFilePath(options.home.folder, options.config)];
    const watch = watchConfig({
      files,
      clock: this.#clock,
      load: () => ({ ok: true, value: null, files }),
      onGood: () => this.follow(),
      onBad: (error) => this.#refused(error),
    });
    this.#stop = () => watch.close();
    const { active } = this.#read;
    // activated after the gateway was opened, or the gateway was opened without a look at the file
    if (active !== null && active.policy.revision !== options.gateway.gate.policy.revision)
      this.follow().catch((error: unknown) => this.#refused(error));
  }

  get layers(): readonly PolicyLayerSource[] {
    return this.#read.active?.layers ?? this.configured;
  }

  get configured(): readonly PolicyLayerSource[] {
    return this.#options.configured().layers;
  }

  get activated(): PolicyStore['activated'] {
    const { active } = this.#read;
    return active === null ? null : { by: active.by, reason: active.reason, at: active.at };
  }

  activate(
    layers: readonly PolicyLayerSource[],
    policy: Policy,
    by: string,
    reason: string,
    base: string,
  ): Promise<void> {
    return this.#inTurn(async () => {
      this.#checkBase(base);
      await this.#say({ layers, ...this.#who(by, reason) }, policy, base);
    });
  }

  async test(
    layers: readonly PolicyLayerSource[],
    pasted: string | null,
    tools: readonly TracedTool[],
  ): Promise<DraftTestRun> {
    const { runDraftTests } = await import('../tests/run-draft-tests.ts');
    const at = this.#clock.now();
    const now = { at, offsetMinutes: this.#clock.offsetMinutes(at) };
    return await runDraftTests({ layers, configured: this.configured, pasted, tools }, now);
  }

  restore(by: string, reason: string, { base, target }: RevisionPair): Promise<void> {
    return this.#inTurn(async () => {
      this.#checkBase(base);
      const { policy } = this.#options.configured();
      if (policy.revision !== target) throw new CallgateError(homeErrors.policy.configuredChanged());
      await this.#say({ layers: null, ...this.#who(by, reason) }, policy, base);
    });
  }

  effective(): Policy {
    return (this.#lookUp() ?? this.#read).active?.policy ?? this.#options.configured().policy;
  }

  follow(): Promise<void> {
    return this.#inTurn(async () => {
      const read = this.#lookUp();
      if (read === undefined) {
        this.#refused(missingFileError(this.#path));
        await this.#use(this.effective());
        return;
      }
      const said = read.word !== null && read.word.at !== this.#read.word?.at ? read.word : null;
      const policy = read.active?.policy ?? this.#options.configured().policy;
      if (said !== null) await this.#options.gateway.gate.tell(policyNotice(said, policy));
      this.#read = read;
      await this.#use(policy);
    });
  }

  close(): void {
    this.#stop();
  }

  get #path(): string {
    return policyFilePath(this.#options.home.folder, this.#options.config);
  }

  /** Undefined where there was a file, and is none any more. Throws where it cannot be used. */
  #lookUp(): PolicyFileContent | undefined {
    const read = readPolicyFile(this.#place, this.#options.config);
    return read.word === null && this.#read.word !== null ? undefined : read;
  }

  /** What was compared counts for what it was compared with, also where another process has spoken meanwhile. */
  #checkBase(base: string): void {
    let read: PolicyFileContent | undefined;
    try {
      read = this.#lookUp();
    } catch {
      // this activation replaces a file that cannot be used
    }
    if (
      this.#options.gateway.gate.policy.revision !== base ||
      (read !== undefined && !isSameOverride(read.word, this.#read.word))
    )
      throw new CallgateError(homeErrors.policy.changed());
  }

  #who(by: string, reason: string): Omit<PolicyOverride, 'layers'> {
    return { by, reason, at: this.#clock.now(), instead: this.#options.configured().policy.revision };
  }

  /** Recorded first, then kept, then in force: what cannot be recorded or kept changes nothing. */
  async #say(word: PolicyOverride, policy: Policy, base: string): Promise<void> {
    const { config, gateway } = this.#options;
    const layers = word.layers ?? this.configured;
    const { by, reason } = word;
    const restored = word.layers === null;
    await gateway.gate.activated({ config, by, reason, policy, layers, before: this.layers, restored });
    await gateway.gate.tell(policyNotice(word, policy));
    if (typeof this.#place === 'string') writePolicyFile(this.#place, config, word);
    else {
      await gateway.gate.keepPolicy(policy);
      // another replica may have spoken while it was recorded
      this.#checkBase(base);
      await sharePolicy(this.#place, config, word);
    }
    this.#read = readPolicyFile(this.#place, config);
    await this.#use(this.#read.active?.policy ?? policy);
  }

  /**
   * Another replica may have put it in force: it counts before anything else is decided here. What cannot be used here
   * may be stricter than what was, so nothing runs by the old one.
   */
  #adopt(): void {
    const { gate } = this.#options.gateway;
    try {
      this.#adoptAs(this.#lookUp()?.active?.policy ?? this.#options.configured().policy);
    } catch (error) {
      const nothing = nothingRuns();
      if (gate.policy.revision !== nothing.revision) this.#refused(error);
      this.#adoptAs(nothing);
      return;
    }
    this.follow().catch((error: unknown) => this.#refused(error));
  }

  #adoptAs(policy: Policy): void {
    const { gate } = this.#options.gateway;
    if (policy.revision === gate.policy.revision) return;
    this.#adopted = true;
    gate.adoptPolicy(policy).catch((error: unknown) => this.#refused(error));
  }

  async #use(policy: Policy): Promise<void> {
    const { gateway, log, changed } = this.#options;
    if (policy.revision === gateway.gate.policy.revision && !this.#adopted) return;
    this.#adopted = false;
    if (policy.revision !== gateway.gate.policy.revision) await gateway.gate.usePolicy(policy);
    gateway.catalogue.setListing(gateway.config().listing, policy.hints);
    const { active } = this.#read;
    log({
      level: 'warning',
      code: policy.mode === 'observe' ? 'OBSERVING' : 'POLICY_CHANGED',
      message: serveMessages.policy.inForce({
        by: active === null ? null : display(active.by, { max: 80 }),
        observes: policy.mode === 'observe',
      }),
    });
    changed?.();
  }

  #refused(error: unknown): void {
    const isKnown = error instanceof CallgateError;
    const code = isKnown ? error.code : 'POLICY_UNUSABLE';
    const message = serveMessages.policy.unchanged({
      why: display(error instanceof Error ? error.message : String(error), { max: 1000 }),
      help: isKnown && error.help !== undefined ? display(error.help, { max: 500 }) : undefined,
    });
    this.#options.log({ level: 'error', code, message });
    const { gate } = this.#options.gateway;
    gate.tell({ code, message, onceAnHour: `${code} ${this.#path}` }).catch((failed: unknown) => {
      this.#options.log({
        level: 'error',
        code: 'POLICY_UNTOLD',
        message: serveMessages.policy.notRecorded({
          why: display(failed instanceof Error ? failed.message : String(failed), { max: 300 }),
        }),
      });
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}

/**
 * Opens the place where an operator puts another policy in force. What was activated before is in force already:
 * `loadGatewaySetup` read it. Throws POLICY_FILE_DAMAGED where what was activated cannot be used.
 */
export const followPolicyFile = (options: PolicyFollowerOptions): PolicyFollower =>
  new FilePolicyFollower(options);
