import type { WholeVerdict } from '@phr/clinical/assess/verdict';
import { vitalIn, type VitalKey } from '@phr/clinical/codings';
import { unitOf } from '@phr/clinical/units';
import { conceptWords } from '@phr/fhir/concepts';
import { verdictOf, verdictOfPart } from '@phr/fhir/judging';
import type { Observation, ObservationComponent } from '@phr/fhir/observation';
import { flagWords } from '@phr/fhir/describe-value';
import { judgingWords } from '@phr/fhir/verdict-words';
import { useJudging } from '@phr/module-kit/judging';
import { formatNumber } from '@phr/ui/format';
import { useUi } from '@phr/ui/ui-text';
import { useState } from 'react';

/** A number's verdict, and the judging range with source: "mục tiêu 3,9–10". */
export interface Judged {
  /** What was measured, if the result has several numbers. */
  readonly name?: string | undefined;
  readonly verdict: WholeVerdict;
  /** A facility's interpretation that is neither high nor low: "Kháng". */
  readonly words?: string | undefined;
  readonly range: string | undefined;
}

type Part = Observation | ObservationComponent;

/**
 * Judges any result for the person on screen, as all other screens do: as a whole, and each component that is a result
 * of its own. Empty if unjudged.
 */
export function useVerdicts(raw: Observation | undefined): readonly Judged[] {
  const { locale } = useUi();
  const [now] = useState(() => Date.now());
  const vital = raw === undefined ? undefined : vitalIn(raw.code);
  const parts = vital === 'bloodPressures' ? [] : (raw?.component ?? []);
  const context = useJudging(now, vital !== undefined || parts.some(({ code }) => vitalIn(code) !== undefined));
  const whole = raw === undefined ? undefined : verdictOf(raw, context);
  if (raw === undefined || whole === undefined) return [];
  const judgedParts = (
    part: Part,
    verdict: WholeVerdict,
    of: VitalKey | undefined,
    name?: string,
  ): readonly Judged[] => {
    const isOther = verdict.said === 'other' && part.valueQuantity !== undefined;
    const words = isOther ? flagWords(part.interpretation, locale) : undefined;
    const number = (value: number): string => formatNumber(value, locale);
    const range = judgingWords(verdict, of, { locale, number, unit: unitShown(part) });
    return verdict.level === undefined && words === undefined ? [] : [{ verdict, name, words, range }];
  };
  return [
    ...judgedParts(raw, whole, vital),
    ...parts.flatMap((part) =>
      judgedParts(part, verdictOfPart(raw, part, context), vitalIn(part.code), conceptWords(part.code, locale)),
    ),
  ];
}

/** Displayed unit of a result (as sent); for several numbers, the first one's. */
function unitShown(part: Part): string | undefined {
  const inside = 'component' in part ? part.component?.map(({ valueQuantity }) => valueQuantity) : undefined;
  const quantity = part.valueQuantity ?? inside?.find((one) => one?.value !== undefined);
  const written = quantity?.code ?? quantity?.unit;
  return unitOf(written)?.code ?? written;
}
