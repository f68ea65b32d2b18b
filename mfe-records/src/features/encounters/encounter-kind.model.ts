/** Encounter kinds with their own texts and rules (D-55); other classes are `other`. */
export type EncounterKind = 'F0H' | 'POST_COVID' | 'FAMILY_DOCTOR' | 'SS' | 'IMP' | 'other';

const KIND_OF_CLASS: Readonly<Record<string, EncounterKind>> = {
  F0H: 'F0H',
  POST_COVID: 'POST_COVID',
  FAMILY_DOCTOR: 'FAMILY_DOCTOR',
  SS: 'SS',
  AMB: 'SS',
  IMP: 'IMP',
};

/** HL7 v3 ActCode classes with a text but no rule. */
const NAMED_CLASSES = new Set('EMER HH VR OBSENC SHORT FLD PRENC ACUTE NONAC'.split(' '));

/** The kind of an encounter by its class code. */
export function kindOf(classCode: string | undefined): EncounterKind {
  return KIND_OF_CLASS[classCode ?? ''] ?? 'other';
}

/** Text key of a class; undefined if only the sent text can name it. */
export function classKey(classCode: string | undefined): string | undefined {
  const kind = kindOf(classCode);
  if (kind !== 'other') return `enc.class.${kind}`;
  return classCode !== undefined && NAMED_CLASSES.has(classCode) ? `enc.class.${classCode}` : undefined;
}
