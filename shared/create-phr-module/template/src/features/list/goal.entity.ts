/** A goal of the record, as displayed. */
export interface Goal {
  readonly id: string;
  /** What was agreed, in the author's words. */
  readonly words: string;
}

/** Parses a Goal (FHIR R4); undefined for anything else, and without text. */
export function readGoal(resource: unknown): Goal | undefined {
  if (typeof resource !== 'object' || resource === null) return undefined;
  const { resourceType, id, description } = resource as Readonly<Record<string, unknown>>;
  const words = (description as { readonly text?: unknown } | undefined)?.text;
  return resourceType === 'Goal' && typeof id === 'string' && typeof words === 'string' ? { id, words } : undefined;
}
