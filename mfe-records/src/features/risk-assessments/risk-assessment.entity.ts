import type { Locale } from '@phr/contract/host-api';
import { LEVELS, type Level } from '@phr/clinical/levels';
import { conceptWords } from '@phr/fhir/concepts';
import type { CodeableConcept } from '@phr/fhir/datatypes';
import { defined, readable } from '@phr/fhir/reading';
import { riskAssessment } from '@phr/fhir/resources';

/** One statement of an assessment. */
export interface RiskPrediction {
  readonly level?: Level;
  /** The assessor's words, if there is no level of ours. */
  readonly words?: string;
  readonly outcome?: string;
  readonly rationale?: string;
}

/** How urgent something is, by published rules or a program; never a diagnosis. */
export interface RiskAssessment {
  readonly id: string;
  readonly name?: string;
  readonly method?: string;
  readonly at?: string;
  readonly performer?: string;
  readonly predictions: readonly RiskPrediction[];
  readonly advice?: string;
  /** By this product's own rules, whose advice exists in both languages. */
  readonly isOurs: boolean;
  readonly notes: readonly string[];
}

/** The level of a concept's code; undefined for other systems (RISK-01). */
export function levelOf(concept: CodeableConcept | undefined): Level | undefined {
  const codes = (concept?.coding ?? []).map(({ code }) => code);
  return LEVELS.find((level) => codes.includes(level));
}

/** Method of COVID-19 home monitoring by published rules. */
function isOurs(method: CodeableConcept | undefined): boolean {
  return (
    method?.coding?.some(
      ({ system, code }) => code === 'covid19-home' && system?.endsWith('/CodeSystem/risk-method') === true,
    ) === true
  );
}

/** Reads a RiskAssessment; undefined without an id. */
export function readRiskAssessment(resource: unknown, locale: Locale): RiskAssessment | undefined {
  const raw = riskAssessment(resource);
  if (raw?.id === undefined) return undefined;
  return {
    id: raw.id,
    isOurs: isOurs(raw.method),
    predictions: (raw.prediction ?? []).map(({ qualitativeRisk, outcome, rationale }) => {
      const level = levelOf(qualitativeRisk);
      return defined({
        level,
        words: level === undefined ? conceptWords(qualitativeRisk, locale) : undefined,
        outcome: conceptWords(outcome, locale),
        rationale,
      });
    }),
    notes: (raw.note ?? []).flatMap(({ text }) => text ?? []),
    ...defined({
      name: conceptWords(raw.code, locale),
      method: conceptWords(raw.method, locale),
      at: readable(raw.occurrenceDateTime ?? raw.occurrencePeriod?.start),
      performer: raw.performer?.display,
      advice: raw.mitigation,
    }),
  };
}
