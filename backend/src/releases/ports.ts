import type { ModuleManifest } from '@phr/contract/registry';
import type { Descriptor, ReleaseFile } from '@phr/contract/release';

/** A release as a gate sees it. */
export interface CheckedRelease {
  readonly module: string;
  readonly version: string;
  readonly manifest: ModuleManifest;
  readonly files: readonly ReleaseFile[];
  readonly descriptor: Descriptor;
  /** The bytes of a file, as the team uploaded them. Rejects for a path that the release has not. */
  read(path: string): Promise<Buffer>;
}

/** A name that belongs to whoever was accepted with it first. */
export interface Claim {
  readonly kind: 'segment' | 'screen' | 'tile';
  readonly value: string;
  readonly module: string;
}

/** What stands around a release at the moment it is checked. */
export interface World {
  readonly environment: string;
  /** Whose module it is. */
  readonly team: string;
  /** Of all modules and the shell. */
  readonly claims: readonly Claim[];
  /** What everybody gets of this module in that environment, where it has a release. */
  readonly current: { readonly version: string; readonly manifest: ModuleManifest } | undefined;
  /** Manifests of the other modules that are offered there. */
  readonly others: readonly ModuleManifest[];
  /** Limits that ops set for this module, in bytes of gzip; what is not named has the usual limit. */
  readonly budgets: { readonly entry?: number; readonly chunk?: number };
  /** Versions of the contract that hosts used in that environment in the last 30 days. */
  readonly hostContracts: readonly string[];
  /** Calls and partner views that ops approved for this module, beyond those of `current`. */
  readonly approved: readonly string[];
}

export interface Finding {
  /** A file with line, or a place in the manifest: 'module.json /routes/2/path'. */
  readonly where: string;
  readonly message: string;
  /** What the team does about it. */
  readonly fix: string;
  /** Told, and no reason to refuse. */
  readonly warning?: true;
}

/** What one gate says; `ok` with findings is a warning. */
export interface GateResult {
  readonly id: string;
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** Gates are given to the service as a list of these; all run, and a release is accepted when each result is `ok`. One that throws refuses the release. */
export type Check = (release: CheckedRelease, world: World) => Promise<readonly GateResult[]>;

/** What made a rollout stop: figures that the event keeps. */
export type Evidence = Readonly<Record<string, number | string>>;

/**
 * Stops a rollout by the service itself: its devices return to the current version at once. Does nothing when it is stopped, promoted or gone.
 * Answers whether it was stopped by this call.
 */
export type StopRollout = (
  environment: string,
  module: string,
  rolloutId: string,
  reason: string,
  evidence: Evidence,
) => Promise<boolean>;

/** Gives everybody the good version before one that fails for many, by the service itself. Answers whether it was done by this call. */
export type TakeBack = (
  release: { readonly environment: string; readonly module: string; readonly version: string },
  evidence: Evidence,
) => Promise<boolean>;
