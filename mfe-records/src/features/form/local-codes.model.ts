import type { Observation } from '@phr/fhir/observation';

/** Our own code systems, by name; an installation that has others maps them at its border. */
export const localSystem = (name: string): string => `https://phr.example/fhir/CodeSystem/${name}`;

/** Code systems that identify the form a result was made with: of its code, or of its value if coded. */
export function systemsOf({ code, valueCodeableConcept }: Observation): readonly string[] {
  return [...(code?.coding ?? []), ...(valueCodeableConcept?.coding ?? [])].flatMap(({ system }) => system ?? []);
}
