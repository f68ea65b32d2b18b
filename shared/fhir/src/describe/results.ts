import { conceptWords, conceptsWords, toldConcept, toldConcepts } from '../concepts.ts';
import type { Locale } from '@phr/contract/locale';
import { formatDate } from '../dates.ts';
import { line, observationLines, type Line, periodWords, referencesWords } from '../describe-value.ts';
import { LABELS, SMALL_WORDS } from '../dictionary.labels.ts';
import * as r4 from '../resources.ts';
import { timingWords } from './dosage.ts';
import { alsoIn, count, files, notes, formatter, type Formatter } from './tell.ts';

/** Measurements, reports and images. */
export const RESULTS: Readonly<Record<string, Formatter>> = {
  Observation: formatter(r4.observation, (o, l) => ({
    title: conceptWords(o.code, l),
    subtitle: conceptsWords(
      (o.category ?? []).map((category) => alsoIn(category, 'observation-category')),
      l,
    ),
    when:
      formatDate(o.effectiveDateTime ?? o.effectiveInstant) ??
      periodWords(o.effectivePeriod, l) ??
      (o.effectiveTiming === undefined ? undefined : timingWords(o.effectiveTiming, l)) ??
      formatDate(o.issued),
    lines: [
      ...unlessWithdrawn(isWithdrawnValue(o), observationLines(o, l)),
      ...line(LABELS.bodySite[l], toldConcept(o.bodySite, l)),
      ...line(LABELS.method[l], toldConcept(o.method, l)),
      ...line(LABELS.performer[l], referencesWords(o.performer, l) ?? unknownPerformerWords(o, l)),
      ...notes(o.note, l),
    ],
  })),
  DiagnosticReport: formatter(r4.diagnosticReport, (d, l) => ({
    title: conceptWords(d.code, l),
    subtitle: conceptsWords(d.category, l),
    when: formatDate(d.effectiveDateTime) ?? periodWords(d.effectivePeriod, l) ?? formatDate(d.issued),
    lines: [
      ...unlessWithdrawn(d.status === 'cancelled' || d.status === 'entered-in-error', [
        ...line(LABELS.conclusion[l], d.conclusion),
        ...line(LABELS.conclusion[l], toldConcepts(d.conclusionCode, l)),
      ]),
      ...line(LABELS.results[l], referencesWords(d.result, l)),
      ...files(d.presentedForm, l),
      ...line(LABELS.performer[l], referencesWords(d.performer, l)),
    ],
  })),
  ImagingStudy: formatter(r4.imagingStudy, (i, l) => ({
    title: i.description ?? conceptsWords(i.procedureCode, l) ?? modalities(i, l),
    subtitle: modalities(i, l),
    when: formatDate(i.started),
    lines: [
      ...line(LABELS.modality[l], modalities(i, l)),
      ...(i.numberOfSeries === undefined
        ? line(LABELS.series[l], i.series?.length.toString())
        : count(LABELS.series[l], i, 'numberOfSeries', l)),
      ...count(LABELS.images[l], i, 'numberOfInstances', l),
      ...line(LABELS.reason[l], toldConcepts(i.reasonCode, l)),
      ...line(
        LABELS.bodySite[l],
        toldConcepts(
          (i.series ?? []).flatMap(({ bodySite }) => (bodySite === undefined ? [] : [{ coding: [bodySite] }])),
          l,
        ),
      ),
      ...(i.series ?? []).flatMap(({ description }) => line(LABELS.seriesName[l], description)),
      ...notes(i.note, l),
    ],
  })),
  Media: formatter(r4.media, (m, l) => ({
    title: m.content?.title ?? conceptWords(m.type, l) ?? conceptWords(m.modality, l),
    when: formatDate(m.createdDateTime ?? m.issued),
    lines: [...files([m.content], l), ...line(LABELS.bodySite[l], toldConcept(m.bodySite, l)), ...notes(m.note, l)],
  })),
};

/** Withdrawn values must not be readable (D-113): evaluates them, so they count as read, and drops the result. */
function unlessWithdrawn(isWithdrawn: boolean, lines: readonly Line[]): readonly Line[] {
  return isWithdrawn ? [] : lines;
}

/** Says that the performer of a measurement is unknown (D-46). */
function unknownPerformerWords(o: r4.Observation, l: Locale): string | undefined {
  return isWithdrawnValue(o) || o.status === 'cancelled' ? undefined : SMALL_WORDS.unknownPerformer[l];
}

/** A withdrawn value must not be readable (D-113); the reason for a missing one may be. */
function isWithdrawnValue(o: r4.Observation): boolean {
  if (o.status !== 'cancelled' && o.status !== 'entered-in-error') return false;
  return [o, ...(o.component ?? [])].some((part) =>
    VALUES.some((key) => key in part && (key !== 'valueQuantity' || part.valueQuantity?.value !== undefined)),
  );
}

const VALUES = [
  'valueQuantity',
  'valueString',
  'valueCodeableConcept',
  'valueBoolean',
  'valueInteger',
  'valueRange',
  'valueRatio',
  'valueSampledData',
  'valueTime',
  'valueDateTime',
  'valuePeriod',
  'interpretation',
];

function modalities(study: NonNullable<ReturnType<typeof r4.imagingStudy>>, l: Locale): string | undefined {
  const codes = [...(study.modality ?? []), ...(study.series ?? []).map(({ modality }) => modality)].filter(
    (coding) => coding !== undefined,
  );
  return toldConcepts(
    codes.map((coding) => ({ coding: [{ ...coding, system: 'dicom-modality' }] })),
    l,
  );
}
