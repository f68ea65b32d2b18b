import type { Text, UiTextKey } from './ui-text.tsx';

const RELATIONS = [
  'ONESELF',
  'HUSB',
  'WIFE',
  'SPS',
  'NPRN',
  'NFTH',
  'NMTH',
  'NCHILD',
  'SON',
  'DAU',
  'ADOPTP',
  'ADOPTF',
  'ADOPTM',
  'CHLDADOPT',
  'SONADOPT',
  'DAUADOPT',
  'SIB',
  'BRO',
  'SIS',
  'UNCLE',
  'AUNT',
  'GRFTH',
  'GRMTH',
  'PGRFTH',
  'PGRMTH',
  'MGRFTH',
  'MGRMTH',
  'GGRPRN',
  'GGRFTH',
  'GGRMTH',
] as const satisfies readonly (UiTextKey extends infer Key
  ? Key extends `rel.${infer Code}`
    ? Code
    : never
  : never)[];

/** An HL7 v3 RoleCode relationship in words ("Mẹ"); unknown codes become "Khác", never raw. */
export function relationWords(code: string, text: Text): string {
  const known = RELATIONS.find((relation) => relation === code);
  return known === undefined ? text('common.other') : text(`rel.${known}`);
}
