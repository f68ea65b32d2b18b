import type { Locale } from '@phr/contract/host-api';
import { conceptWords } from '@phr/fhir/concepts';
import { flagWords, rangesWords, valueWords } from '@phr/fhir/describe-value';
import { typeWords } from '@phr/fhir/dictionary.types';
import { defined, readable } from '@phr/fhir/reading';
import { observation, type Observation } from '@phr/fhir/resources';
import { isCorrectable } from '@phr/fhir/correctable';
import { isOwnEntry } from '@phr/fhir/source';
import { type Described, incompletelyDescribed } from '../described/described.entity.ts';
import { systemsOf } from '../form/local-codes.model.ts';
import { isWithdrawn } from '../reports/status.model.ts';

/** A laboratory result in a list (LAB-10). */
export interface LabItem {
  readonly id: string;
  readonly effectiveDateTime?: string;
  readonly codeText: string;
  /** The result in words: positive or negative, else the value. */
  readonly interpretationText?: string;
  /** Input for judging; absent if withdrawn. */
  readonly judged?: Observation;
  /** What the laboratory compares it with. */
  readonly range?: string;
  readonly place?: string;
  /** FHIR status; a withdrawn result keeps no value. */
  readonly status?: string;
  /** Entered by the patient (D-45). */
  readonly isRemovable: boolean;
  /** The patient typed it. */
  readonly isCorrectable: boolean;
  readonly codes: readonly string[];
  /** Set if the text omits something. */
  readonly incomplete?: Described;
  /** Code systems of its codes and of its value. */
  readonly systems: readonly string[];
}

/** Parses an Observation as a laboratory result; undefined without an id. */
export function readLabItem(resource: unknown, locale: Locale): LabItem | undefined {
  const raw = observation(resource);
  if (raw?.id === undefined) return undefined;
  const isGone = isWithdrawn(raw.status ?? '');
  const value = isGone ? undefined : valueWords(raw, locale, true);
  // judged where the person is known, never by the codes stored beside it
  const flag = isGone ? undefined : ownWords(raw, locale);
  return {
    id: raw.id,
    isRemovable: isOwnEntry(raw),
    isCorrectable: isCorrectable(resource),
    codes: (raw.code?.coding ?? []).flatMap(({ code }) => code ?? []),
    systems: systemsOf(raw),
    codeText: conceptWords(raw.code, locale) ?? typeWords('Observation', locale),
    ...defined({
      effectiveDateTime: readable(
        raw.effectiveDateTime ?? raw.effectiveInstant ?? raw.effectivePeriod?.start ?? raw.issued,
      ),
      interpretationText: value === undefined ? flag : flag === undefined ? value : `${value} (${flag})`,
      range: isGone ? undefined : rangesWords(raw.referenceRange, locale),
      judged: isGone ? undefined : raw,
      status: raw.status,
      incomplete: incompletelyDescribed(resource, locale),
      place: raw.performer?.map(({ display }) => display).find((display) => display !== undefined),
    }),
  };
}

/**
 * Interpretation of a text result ("positive"); codes our product wrote for the person's own numbers do not judge
 * (R-22).
 */
function ownWords({ interpretation, valueQuantity }: Observation, locale: Locale): string | undefined {
  return valueQuantity === undefined ? flagWords(interpretation, locale) : undefined;
}
