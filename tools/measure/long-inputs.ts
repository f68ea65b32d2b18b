import { contradiction, unitWords } from '../../shared/fhir/src/quantities.ts';
import { numberOf } from '../../shared/clinical/src/parts.ts';
import { allergenOf, fitOf, ingredientsOf } from '../../shared/fhir/src/allergy-match.ts';
import { type DataSet, TAG } from '../../mfe-imaging/src/features/dicom-viewer/data-set.model.ts';
import { headerViews } from '../../mfe-imaging/src/features/dicom-viewer/voi.model.ts';
import { readEcgCsv } from '../../mfe-vitals/src/features/ecg-import/csv.model.ts';

/** Characters of the short and of the long input. */
const SHORT = 5_000;
const TIMES = 8;
/**
 * Allows eight times the work for eight times the input, with a tolerance of factor four; quadratic work takes 64
 * times.
 */
const MOST = 32;
/** Below this, measurements are dominated by the clock's resolution; milliseconds. */
const LEAST_MS = 0.2;
const TRIES = 5;

/** The header of a picture that has these texts and nothing else. */
const headerWith = (texts: Readonly<Record<string, string>>): DataSet => ({
  byteArray: new Uint8Array(),
  elements: {},
  string: (tag) => texts[tag],
  uint16: () => undefined,
});

/** Texts of maximum length as clients may send them: each parser must be linear in the length, not quadratic. */
const READERS: Readonly<Record<string, (length: number) => void>> = {
  'name of a column': (length) => {
    readEcgCsv(`time (s),I (uV),II${' '.repeat(length)}x\n0,1000,1\n0.002,500,0.5\n`);
  },
  unit: (length) => {
    const quantity = { value: 8.1, code: '{'.repeat(length), unit: '{'.repeat(length) };
    numberOf('glucoses', quantity);
    contradiction(quantity);
    unitWords(quantity, 'vi-VN');
  },
  'name of a medicine': (length) => {
    const allergen = allergenOf({ resourceType: 'AllergyIntolerance', code: { text: 'Amoxicillin' } });
    const medicationCodeableConcept = { text: '('.repeat(length) };
    const ingredients = ingredientsOf({ resourceType: 'MedicationStatement', medicationCodeableConcept });
    if (allergen !== undefined) fitOf(allergen, ingredients);
  },
  'number of a picture': (length) => {
    headerViews(headerWith({ [TAG.windowCenter]: `${'0'.repeat(length)}!`, [TAG.windowWidth]: '9' }), 1);
  },
};

/** The shortest of several runs, which is the one that other work disturbed least. */
function shortest(run: () => void): number {
  const each = Array.from({ length: TRIES }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  return Math.max(LEAST_MS, Math.min(...each));
}

/** How the time of each reader grows with what it reads; a ratio, so that machines do not matter. */
export async function measureLongInputs(): Promise<void> {
  for (const [name, read] of Object.entries(READERS)) {
    const ratio = shortest(() => read(SHORT * TIMES)) / shortest(() => read(SHORT));
    console.log(`  ${name.padEnd(20)} ${TIMES} times as long: ${ratio.toFixed(1)} times (limit ${MOST})`);
    if (ratio > MOST) process.exitCode = 1;
  }
}
