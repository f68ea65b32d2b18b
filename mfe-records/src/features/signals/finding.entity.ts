import type { Locale } from '@phr/contract/locale';
import { codeableConcept, period } from '@phr/fhir/datatypes';
import { lenientObject, text } from '@phr/fhir/json';
import { defined, readable } from '@phr/fhir/reading';
import { sentWords } from '@phr/fhir/sent-words';

/** As much of a report as its news needs: its name as it was sent, so that the dashboard loads no dictionary. */
export interface NewReport {
  readonly id: string;
  readonly status: string;
  readonly name?: string;
  /** When the examination was. */
  readonly effective?: string;
  /** When it was reported, else when the examination was. */
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

/** The id of an AllergyIntolerance that says something, be it that none is known; undefined for one that was refuted or entered in error. */
export function readAllergyId(resource: unknown): string | undefined {
  const raw = allergy(resource);
  const isVoid = raw?.verificationStatus?.coding?.some(({ code }) => code === 'entered-in-error' || code === 'refuted');
  return isVoid === true ? undefined : raw?.id;
}
