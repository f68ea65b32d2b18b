import type { WholeVerdict } from '@phr/clinical/assess/verdict';
import { vitalIn } from '@phr/clinical/codings';
import { unitOf } from '@phr/clinical/units';
import type { Locale } from '@phr/contract/host-api';
import type { CodeableConcept, Quantity } from '@phr/fhir/datatypes';
import { flagWords, valueWords } from '@phr/fhir/describe-value';
import { type JudgingContext, numbersIn, verdictOf, verdictOfPart } from '@phr/fhir/judging';
import type { Observation, ObservationComponent } from '@phr/fhir/observation';
import { formatNumber, sentNumber, unitWords } from '@phr/fhir/quantities';
import { judgingWords } from '@phr/fhir/verdict-words';

/** The verdict on a number in words, and the range that judged it with its owner: "mục tiêu 3,9–10". */
export interface Judged {
  readonly verdict: WholeVerdict;
  /** A facility's own word for its number that is neither high nor low: "Kháng". */
  readonly words?: string | undefined;
  readonly range: string | undefined;
}

/** How a result, or a component that is a result of its own, is judged. Undefined where nobody judges. */
export function judgedOf(
  whole: Observation,
  component: ObservationComponent | undefined,
  context: JudgingContext,
  locale: Locale,
): Judged | undefined {
  const part = component ?? whole;
  const verdict = component === undefined ? verdictOf(whole, context) : verdictOfPart(whole, component, context);
  const isOther = verdict.said === 'other' && part.valueQuantity !== undefined;
  const words = isOther ? flagWords(part.interpretation, locale) : undefined;
  if (verdict.level === undefined && words === undefined) return undefined;
  return { verdict, words, range: judgingRange({ verdict, code: part.code, unit: quantityShown(part) }, locale) };
}

interface Ranged {
  readonly verdict: WholeVerdict;
  readonly code: CodeableConcept | undefined;
  /** What the number on screen was sent with. */
  readonly unit?: { readonly code?: string | undefined; readonly unit?: string | undefined } | undefined;
}

/** The range that judged a number, and whose it is, in the unit on screen: "bác sĩ đặt: dưới 130". */
export function judgingRange({ verdict, code, unit }: Ranged, locale: Locale): string | undefined {
  const written = unit?.code ?? unit?.unit;
  return judgingWords(verdict, vitalIn(code), {
    locale,
    number: (value) => formatNumber(value, locale),
    unit: unitOf(written)?.code ?? written,
  });
}

/** A value in words; the numbers of a pair stand together: "144/85 mmHg". */
export function formattedValue(
  whole: Observation,
  component: ObservationComponent | undefined,
  locale: Locale,
): string | undefined {
  if (component !== undefined) return valueWords(component, locale, true);
  const pair = numbersIn(whole, vitalIn(whole.code)).flatMap(({ of }) => of.valueQuantity ?? []);
  const [first] = pair;
  if (first === undefined || pair.length === 1) return valueWords(whole, locale, true);
  return `${pair.map((one) => sentNumber(one, 'value', locale) ?? '').join('/')} ${unitWords(first, locale)}`;
}

/** Components that are results of their own; those of a blood pressure are judged together. */
export const ownParts = ({ code, component = [] }: Observation): readonly ObservationComponent[] =>
  vitalIn(code) === 'bloodPressures' ? [] : component;

/** The quantity in whose unit a result is shown: as sent; of several numbers, the first. */
function quantityShown(part: Observation | ObservationComponent): Quantity | undefined {
  const inside = 'component' in part ? part.component?.map(({ valueQuantity }) => valueQuantity) : undefined;
  return part.valueQuantity ?? inside?.find((one) => one?.value !== undefined);
}
