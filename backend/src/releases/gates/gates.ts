import type { Check } from '../ports.ts';
import { callsGate, type CallsOptions } from './calls-gate.ts';
import { checksGate } from './checks-gate.ts';
import { claimsGate } from './claims-gate.ts';
import { contractGate } from './contract-gate.ts';
import { filesGate } from './files-gate.ts';
import { runGate, type Gate } from './gate.ts';
import { manifestGate, type ManifestOptions } from './manifest-gate.ts';
import { sizeGate } from './size-gate.ts';

export interface GatesOptions extends CallsOptions, ManifestOptions {
  /** Oldest version of the module kit that is looked after. */
  readonly oldestKit?: string;
  /** The gate FILES in another thread. */
  readonly files?: Gate;
  /** The browser gate, if available. */
  readonly load?: Gate;
}

/** All gates in order. Each runs regardless of the others, so that a team sees all faults at once. */
export function createGates(options: GatesOptions): Check {
  const gates: readonly Gate[] = [
    manifestGate(options),
    contractGate(options.oldestKit),
    claimsGate,
    sizeGate,
    callsGate(options),
    options.files ?? filesGate,
    checksGate,
    ...(options.load === undefined ? [] : [options.load]),
  ];
  return async (release, world) => {
    const results = [];
    for (const gate of gates) results.push(await runGate(gate, release, world));
    return results;
  };
}
