import type { Locale } from '@phr/contract/locale';
import { systemWords, toldConcept, toldConcepts } from '../concepts.ts';
import { localized } from '@phr/i18n/localized';
import type { CodeableConcept, Reference } from '../datatypes.ts';
import { formatDate } from '../dates.ts';
import { line, periodWords, referencesWords, referenceWords, type Line } from '../describe-value.ts';
import { LABELS, SMALL_WORDS } from '../dictionary.labels.ts';
import { formatQuantity } from '../quantities.ts';
import { defined } from '../reading.ts';
import * as r4 from '../resources.ts';
import { elementLines } from './any-value.ts';
import { dosesWords } from './dosage.ts';
import { medicineName, negationOf, notes, formatter, type Formatter, type Told } from './tell.ts';

/** Medicines: prescribed, taken, dispensed, administered. */
export const MEDICINES: Readonly<Record<string, Formatter>> = {
  MedicationRequest: formatter(r4.medicationUse, formatMedicine),
  MedicationStatement: formatter(r4.medicationUse, formatMedicine),
  MedicationDispense: formatter(r4.medicationUse, formatMedicine),
  MedicationAdministration: formatter(r4.medicationUse, formatMedicine),
  Medication: formatter(r4.medication, (m, l) => ({
    title: toldConcept(m.code, l),
    subtitle: toldConcept(m.form, l),
    lines: line(LABELS.manufacturer[l], referencesWords([m.manufacturer], l)),
  })),
};

const unnamed = (code: string, system: string) =>
  localized(`Thuốc có mã${system} ${code} (tệp không ghi tên)`, `Medicine with the code${system} ${code} (not named)`);

/** A medicine given as a bare code shows it: a pharmacist can look it up. */
function unnamedMedicine(concept: CodeableConcept | undefined, l: Locale): string | undefined {
  const coding = concept?.coding?.find(({ code }) => code !== undefined);
  return coding?.code === undefined ? undefined : unnamed(coding.code, systemWords(coding.system))[l];
}

function formatMedicine(m: r4.MedicationUse, l: Locale): Told {
  const nameOfResource = (resource: unknown): CodeableConcept | undefined => r4.medication(resource)?.code;
  const isForbidden = m.doNotPerform === true;
  return {
    title:
      medicineName(m, l, nameOfResource) ??
      unnamedMedicine(m.medicationCodeableConcept, l) ??
      unnamedMedicine(nameOfResource(m.medicationReference?.resource), l),
    when:
      formatDate(m.authoredOn ?? m.effectiveDateTime) ??
      periodWords(m.effectivePeriod, l) ??
      formatDate(m.whenHandedOver ?? m.dateAsserted),
    negation: negationOf(m.medicationCodeableConcept),
    lines: [
      ...(isForbidden ? line(LABELS.warning[l], SMALL_WORDS.forbidden[l]) : []),
      ...doses(m, l).flatMap((dose) => line(LABELS[isForbidden ? 'forbiddenDose' : 'dose'][l], dose)),
      ...line(LABELS.quantity[l], formatQuantity(m.quantity, l)),
      ...line(LABELS.reason[l], toldConcepts(m.reasonCode, l)),
      ...statusReasons(m, l),
      ...line(LABELS.requester[l], referencesWords([m.requester], l)),
      ...line(LABELS.source[l], toldBy(m.informationSource, l)),
      ...dispensed(m, l),
      ...notes(m.note, l),
    ],
  };
}

/** Source of a medicine's entry; a relative writing for the person is labelled as such. */
function toldBy(source: Reference | undefined, l: Locale): string | undefined {
  const words = referenceWords(source, l);
  return source?.type === 'RelatedPerson' && source.display !== undefined
    ? `${SMALL_WORDS.relative[l]}: ${source.display}`
    : words;
}

/** All doses; an administration has one, of a different shape. */
function doses(m: r4.MedicationUse, l: Locale): readonly string[] {
  const given = (m.dosage ?? []).map(({ dose, rateRatio, rateQuantity, ...rest }) => ({
    ...rest,
    doseAndRate: [...(rest.doseAndRate ?? []), defined({ doseQuantity: dose, rateRatio, rateQuantity })],
  }));
  return dosesWords([...(m.dosageInstruction ?? []), ...given], l);
}

/** Status reasons: one concept or a list, depending on the type. */
function statusReasons(m: r4.MedicationUse, l: Locale): readonly Line[] {
  return elementLines(m, ['statusReason', 'statusReasonCodeableConcept', 'statusReasonReference'], l);
}

function dispensed({ dispenseRequest }: r4.MedicationUse, l: Locale): readonly Line[] {
  if (dispenseRequest === undefined) return [];
  return [
    ...line(LABELS.quantity[l], formatQuantity(dispenseRequest.quantity, l)),
    ...elementLines(
      dispenseRequest,
      [
        'numberOfRepeatsAllowed',
        'validityPeriod',
        'expectedSupplyDuration',
        'dispenseInterval',
        'initialFill',
        'performer',
      ],
      l,
    ),
  ];
}
