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
import { useDay } from '@phr/ui/use-now';

/** What is said about a number, and the range that judged it with whose it is: "mục tiêu 3,9–10". */
export interface Judged {
  /** What was measured, where a result holds several. */
  readonly name?: string | undefined;
  readonly verdict: WholeVerdict;
  /** A facility's own word for its number that is neither high nor low: "Kháng". */
  readonly words?: string | undefined;
  readonly range: string | undefined;
}

type Part = Observation | ObservationComponent;

/**
 * How a result of any kind is judged for the person on screen, as every other screen says it: as a whole, and each component that is a result of its own.
 * Nothing where nobody judges.
 */
export function useVerdicts(raw: Observation | undefined): readonly Judged[] {
  const { locale } = useUi();
  const now = useDay();
  const vital = raw === undefined ? undefined : vitalIn(raw.code);
  const parts = vital === 'bloodPressures' ? [] : (raw?.component ?? []);
  const context = useJudging(now, vital !== undefined || parts.some(({ code }) => vitalIn(code) !== undefined));
  const whole = raw === undefined ? undefined : verdictOf(raw, context);
  if (raw === undefined || whole === undefined) return [];
  const told = (part: Part, verdict: WholeVerdict, of: VitalKey | undefined, name?: string): readonly Judged[] => {
    const isOther = verdict.said === 'other' && part.valueQuantity !== undefined;
    const words = isOther ? flagWords(part.interpretation, locale) : undefined;
    const number = (value: number): string => formatNumber(value, locale);
    const range = judgingWords(verdict, of, { locale, number, unit: unitShown(part) });
    return verdict.level === undefined && words === undefined ? [] : [{ verdict, name, words, range }];
  };
  return [
    ...told(raw, whole, vital),
    ...parts.flatMap((part) =>
      told(part, verdictOfPart(raw, part, context), vitalIn(part.code), conceptWords(part.code, locale)),
    ),
  ];
}

/** The unit in which a result stands on screen, which is the one that was sent; of several numbers, that of the first. */
function unitShown(part: Part): string | undefined {
  const inside = 'component' in part ? part.component?.map(({ valueQuantity }) => valueQuantity) : undefined;
  const quantity = part.valueQuantity ?? inside?.find((one) => one?.value !== undefined);
  const written = quantity?.code ?? quantity?.unit;
  return unitOf(written)?.code ?? written;
}
