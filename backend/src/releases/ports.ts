import type { ModuleManifest } from '@phr/contract/registry';
import type { Descriptor, ReleaseFile } from '@phr/contract/release';

/** What a release is: hosts load modules; the shell and the embed, which partners' pages load, come with the product. */
export type ReleaseKind = 'module' | 'shell' | 'embed';

/** A release as a gate sees it. */
export interface CheckedRelease {
  readonly module: string;
  readonly version: string;
  readonly manifest: ModuleManifest;
  readonly files: readonly ReleaseFile[];
  readonly descriptor: Descriptor;
  /** The bytes of a file, as uploaded by the team. Rejects for a path that is not in the release. */
  read(path: string): Promise<Buffer>;
}

/** A name that belongs to the first release accepted with it. */
export interface Claim {
  readonly kind: 'segment' | 'screen' | 'tile';
  readonly value: string;
  readonly module: string;
}

/** The circumstances in which a release is checked. */
export interface GateContext {
  readonly environment: string;
  /** Whose module it is. */
  readonly team: string;
  /** Of all modules and the shell. */
  readonly claims: readonly Claim[];
  /** The current release of this module in that environment, if it has one. */
  readonly current: { readonly version: string; readonly manifest: ModuleManifest } | undefined;
  /** Manifests of the other modules that are offered there. */
  readonly others: readonly ModuleManifest[];
  /** Limits that ops set for this module, in bytes of gzip; anything not listed has the usual limit. */
  readonly budgets: { readonly entry?: number; readonly chunk?: number };
  /** Contract versions that hosts used in that environment in the last 30 days. */
  readonly hostContracts: readonly string[];
  /** Calls and partner views that ops approved for this module, beyond those of `current`. */
  readonly approved: readonly string[];
}

export interface Finding {
  /** A file with a line, or a place in the manifest: 'module.json /routes/2/path'. */
  readonly where: string;
  readonly message: string;
  /** What the team does about it. */
  readonly fix: string;
  /** Reported, but not a reason to refuse the release. */
  readonly warning?: true;
}

/** The result of one gate; `ok` with findings is a warning. */
export interface GateResult {
  readonly id: string;
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/**
 * The service receives its gates as a list of these. All of them run, and a release is accepted when every result is
 * `ok`. A gate that throws refuses the release.
 */
export type Check = (release: CheckedRelease, world: GateContext) => Promise<readonly GateResult[]>;

/** What made a rollout stop: figures that the event keeps. */
export type Evidence = Readonly<Record<string, number | string>>;

/**
 * Stops a rollout automatically: its devices return to the current version at once. Does nothing when the rollout is
 * already stopped, promoted or gone. Returns whether this call stopped it.
 */
export type StopRollout = (
  environment: string,
  module: string,
  rolloutId: string,
  reason: string,
  evidence: Evidence,
) => Promise<boolean>;

/**
 * Automatically replaces a version that fails for many people by the last known good one, for everybody. Returns
 * whether this call did it.
 */
export type AutoRollback = (
  release: { readonly environment: string; readonly module: string; readonly version: string },
  evidence: Evidence,
) => Promise<boolean>;
