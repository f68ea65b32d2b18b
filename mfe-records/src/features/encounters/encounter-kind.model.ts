/** Kinds of encounters with words and rules of their own (D-55); any other class is `other`. */
export type EncounterKind = 'F0H' | 'POST_COVID' | 'FAMILY_DOCTOR' | 'SS' | 'IMP' | 'other';

const KIND_OF_CLASS: Readonly<Record<string, EncounterKind>> = {
  F0H: 'F0H',
  POST_COVID: 'POST_COVID',
  FAMILY_DOCTOR: 'FAMILY_DOCTOR',
  SS: 'SS',
  AMB: 'SS',
  IMP: 'IMP',
};

/** HL7 v3 ActCode classes that have words of ours although they follow no rule of their own. */
const NAMED_CLASSES = new Set('EMER HH VR OBSENC SHORT FLD PRENC ACUTE NONAC'.split(' '));

/** The kind of an encounter by its class code. */
export function kindOf(classCode: string | undefined): EncounterKind {
  return KIND_OF_CLASS[classCode ?? ''] ?? 'other';
}

/** Message key of a class, or undefined when only the words sent with it can name it. */
export function classKey(classCode: string | undefined): string | undefined {
  const kind = kindOf(classCode);
  if (kind !== 'other') return `enc.class.${kind}`;
  return classCode !== undefined && NAMED_CLASSES.has(classCode) ? `enc.class.${classCode}` : undefined;
}
