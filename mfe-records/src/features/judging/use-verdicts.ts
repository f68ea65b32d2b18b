import { vitalIn } from '@phr/clinical/codings';
import { conceptWords } from '@phr/fhir/concepts';
import type { Observation } from '@phr/fhir/observation';
import { useJudging } from '@phr/module-kit/judging';
import { useUi } from '@phr/ui/ui-text';
import { useDay } from '@phr/ui/use-now';
import { type Judged, judgedOf, ownParts } from './judged.model.ts';

/** A verdict with what was measured, where a result holds several. */
export type NamedVerdict = Judged & { readonly name?: string | undefined };

/**
 * Judges any result for the person on screen, as all other screens do: as a whole, and each component that is a result
 * of its own. Empty if unjudged.
 */
export function useVerdicts(raw: Observation | undefined): readonly NamedVerdict[] {
  const { locale } = useUi();
  const now = useDay();
  const vital = raw === undefined ? undefined : vitalIn(raw.code);
  const parts = raw === undefined ? [] : ownParts(raw);
  const context = useJudging(now, vital !== undefined || parts.some(({ code }) => vitalIn(code) !== undefined));
  if (raw === undefined) return [];
  return [
    ...[judgedOf(raw, undefined, context, locale)].filter((judged) => judged !== undefined),
    ...parts.flatMap((part) => {
      const judged = judgedOf(raw, part, context, locale);
      return judged === undefined ? [] : [{ ...judged, name: conceptWords(part.code, locale) }];
    }),
  ];
}
