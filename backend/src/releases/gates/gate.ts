import type { CheckedRelease, Finding, GateResult, GateContext } from '../ports.ts';

/** A gate: distinct faults of a release; empty if it passes. */
export interface Gate {
  readonly id: string;
  findings(release: CheckedRelease, world: GateContext): readonly Finding[] | Promise<readonly Finding[]>;
}

/** Listed faults per gate; more are counted, to limit the response. */
const MOST = 50;

/** Runs a gate. A thrown error counts as a fault. */
export async function runGate(gate: Gate, release: CheckedRelease, world: GateContext): Promise<GateResult> {
  const findings = await Promise.resolve()
    .then(() => gate.findings(release, world))
    .catch((error: unknown): readonly Finding[] => [
      {
        where: 'release',
        message: `${gate.id} could not look at it: ${error instanceof Error ? error.message : String(error)}`,
        fix: 'Upload it again; if the same is told, show this line to the operators',
      },
    ]);
  const rest = findings.length - MOST;
  return {
    id: gate.id,
    ok: findings.every(({ warning }) => warning === true),
    findings:
      rest <= 0
        ? findings
        : [
            ...findings.slice(0, MOST),
            { where: 'release', message: `${rest} more of this kind`, fix: 'Mend those above first' },
          ],
  };
}

/** A place in the manifest, e.g. 'module.json /routes/2/path'. */
export const inManifest = (...steps: readonly (string | number)[]): string => `module.json /${steps.join('/')}`;
