/** Genders of FHIR. */
export const GENDERS = ['male', 'female', 'other', 'unknown'] as const;
/** Unmarried, married, unknown. */
export const MARITAL_STATUSES = ['U', 'M', 'UNK'] as const;
/** Contact roles: emergency contact, employer, unknown. */
export const CONTACT_RELATIONSHIPS = ['C', 'E', 'U'] as const;
/** Relationships to the main patient: HL7 v3 RoleCode (D-24), without ONESELF. */
export const FAMILY_RELATIONSHIPS = [
  'HUSB',
  'WIFE',
  'SPS',
  'NFTH',
  'NMTH',
  'NPRN',
  'SON',
  'DAU',
  'NCHILD',
  'ADOPTF',
  'ADOPTM',
  'ADOPTP',
  'SONADOPT',
  'DAUADOPT',
  'CHLDADOPT',
  'BRO',
  'SIS',
  'SIB',
  'UNCLE',
  'AUNT',
  'GRFTH',
  'GRMTH',
  'PGRFTH',
  'PGRMTH',
  'MGRFTH',
  'MGRMTH',
  'GGRFTH',
  'GGRMTH',
  'GGRPRN',
] as const;

/** True for '' (no choice) and for each option (PROF-13). */
export const isOption = (value: string, options: readonly string[]): boolean => value === '' || options.includes(value);
