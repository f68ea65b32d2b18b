import type { Locale } from '@phr/contract/locale';
import { codeableConcept, period } from '@phr/fhir/datatypes';
import { lenientObject, text } from '@phr/fhir/json';
import { defined, readable } from '@phr/fhir/reading';
import { sentWords } from '@phr/fhir/sent-words';

/** Minimal report data for news: name as sent, so that the dashboard needs no dictionary. */
export interface NewReport {
  readonly id: string;
  readonly status: string;
  readonly name?: string;
  /** When the examination was. */
  readonly effective?: string;
  /** When it was reported, else examined. */
  readonly reported?: string;
}

const report = lenientObject({
  id: text,
  status: text,
  code: codeableConcept,
  effectiveDateTime: text,
  effectivePeriod: period,
  issued: text,
});

/** Reads a DiagnosticReport; undefined without an id. */
export function readNewReport(resource: unknown, locale: Locale): NewReport | undefined {
  const raw = report(resource);
  if (raw?.id === undefined) return undefined;
  const effective = readable(raw.effectiveDateTime ?? raw.effectivePeriod?.start);
  return {
    id: raw.id,
    status: raw.status ?? 'unknown',
    ...defined({
      name: sentWords(raw.code, locale)?.words,
      effective,
      reported: readable(raw.issued) ?? effective,
    }),
  };
}

const allergy = lenientObject({ id: text, verificationStatus: codeableConcept });

/** Id of an AllergyIntolerance with content (including "none known"); undefined if refuted or erroneous. */
export function readAllergyId(resource: unknown): string | undefined {
  const raw = allergy(resource);
  const isVoid = raw?.verificationStatus?.coding?.some(({ code }) => code === 'entered-in-error' || code === 'refuted');
  return isVoid === true ? undefined : raw?.id;
}
