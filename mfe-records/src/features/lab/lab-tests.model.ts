import type { Coding } from '@phr/clinical/codings';

/** HL7 v3 ObservationInterpretation. */
export type LabResult = 'NEG' | 'POS';

/** A test patients can enter, with its possible results (LAB-07). */
export interface LabTest {
  readonly key: string;
  readonly coding: Coding;
  /** The first is the form's default. */
  readonly options: readonly LabResult[];
}

// Decision D-61; names of LOINC.
export const LAB_TESTS: readonly LabTest[] = [
  {
    key: 'antigen',
    coding: {
      system: 'http://loinc.org',
      code: '94558-4',
      display: 'SARS-CoV-2 (COVID-19) Ag [Presence] in Respiratory specimen by Rapid immunoassay',
    },
    options: ['NEG', 'POS'],
  },
  {
    key: 'pcr',
    coding: {
      system: 'http://loinc.org',
      code: '94500-6',
      display: 'SARS-CoV-2 (COVID-19) RNA [Presence] in Respiratory specimen by NAA with probe detection',
    },
    options: ['NEG', 'POS'],
  },
];

/** The test with one of these codes; undefined if not from this form. */
export function labTestOf(codes: readonly string[]): LabTest | undefined {
  return LAB_TESTS.find(({ coding }) => codes.includes(coding.code));
}

/** The test of a key; undefined for an unknown one. */
export function labTest(key: string): LabTest | undefined {
  return LAB_TESTS.find((test) => test.key === key);
}
