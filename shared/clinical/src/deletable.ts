/** The part of a FHIR reference that names its target. */
export interface PerformerReference {
  readonly reference?: string;
  readonly type?: string;
}

const PROVIDERS: readonly string[] = ['Organization', 'Practitioner', 'PractitionerRole'];

/** Resource type of a reference: relative or absolute, with or without version. */
function typeOf({ reference, type }: PerformerReference): string | undefined {
  return /(?:^|\/)([A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[^/]+)?$/.exec(reference ?? '')?.[1] ?? type;
}

/**
 * True if a reading was entered by the patient and may be deleted: no performer is an Organization, Practitioner or
 * PractitionerRole (D-45). A reading without performer is deletable. The server enforces the same rule.
 */
export function isDeletable(resource: { readonly performer?: readonly PerformerReference[] }): boolean {
  return !(resource.performer ?? []).some(
    (performer) => PROVIDERS.includes(typeOf(performer) ?? '') || PROVIDERS.includes(performer.type ?? ''),
  );
}
