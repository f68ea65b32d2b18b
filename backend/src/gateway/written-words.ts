import { observation } from '@phr/fhir/observation';
import { writtenCodes } from '@phr/fhir/written-words';
import type { Actor } from '../fhir/actor.ts';
import type { Written } from '../fhir/write-request.ts';
import { FACILITY_ZONE } from '../kit/facility-zone.ts';
import type { Platform } from '../kit/platform.ts';
import type { Repository } from '../records/repository.ts';
import { judgedPerson } from './judged-person.ts';

/** Queue limit; further readings are counted as skipped. */
const MOST = 1_000;
/** Writes within this time are checked together. */
const PAUSE_MS = 5_000;

/**
 * After storing our own readings, logs where their stored interpretation differs from this server's judgement:
 * another release, another judge, or unknown goals. Vitals and counts only, nothing personal.
 */
export function createWordCheck(
  repository: () => Pick<Repository, 'read' | 'search'>,
  log: Platform['log'],
  pause = PAUSE_MS,
): { readonly note: (actor: Actor, written: readonly Written[]) => void; readonly check: () => Promise<void> } {
  const waiting = new Map<string, string[]>();
  let [size, passed] = [0, 0];
  let timer: NodeJS.Timeout | undefined;

  const check = async (): Promise<void> => {
    timer = undefined;
    const batch = [...waiting];
    const skipped = passed;
    waiting.clear();
    [size, passed] = [0, 0];
    const differing: Record<string, number> = {};
    let of = 0;
    for (const [patientId, contents] of batch) {
      const { person, goals } = await judgedPerson(repository(), patientId);
      for (const content of contents)
        for (const { vital, stands, due } of writtenCodes(observation(JSON.parse(content)) ?? {}, {
          person,
          goals,
          zone: FACILITY_ZONE,
        })) {
          of += 1;
          if (stands !== due) differing[vital] = (differing[vital] ?? 0) + 1;
        }
    }
    if (Object.keys(differing).length > 0)
      log.warn({ differing, of, skipped }, 'interpretations were written that this server would not write');
  };

  return {
    check,
    note(actor, written) {
      if (actor.kind === 'system') return;
      for (const { outcome, type, patientId, content } of written) {
        if (type !== 'Observation' || patientId === undefined || (outcome !== 'created' && outcome !== 'updated'))
          continue;
        if (size >= MOST) {
          passed += 1;
          continue;
        }
        size += 1;
        waiting.set(patientId, [...(waiting.get(patientId) ?? []), content]);
      }
      if (size > 0)
        timer ??= setTimeout(() => {
          check().catch((error: unknown) =>
            log.error({ err: error }, 'written interpretations could not be looked at'),
          );
        }, pause).unref();
    },
  };
}
