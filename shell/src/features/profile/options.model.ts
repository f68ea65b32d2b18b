/** Genders of FHIR. */
export const GENDERS = ['male', 'female', 'other', 'unknown'] as const;
/** Unmarried, married, unknown. */
export const MARITAL_STATUSES = ['U', 'M', 'UNK'] as const;
/** What a contact person is: emergency contact, employer, unknown. */
export const CONTACT_RELATIONSHIPS = ['C', 'E', 'U'] as const;
/** What a member of the family is to the main patient: HL7 v3 RoleCode (D-24). Oneself is the main patient. */
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

/** True for '' (nothing chosen) and for one of the options (PROF-13). */
export const isOption = (value: string, options: readonly string[]): boolean => value === '' || options.includes(value);
