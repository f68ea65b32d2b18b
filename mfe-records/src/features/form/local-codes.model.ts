import type { Observation } from '@phr/fhir/observation';

/** Our own code systems, by name; an installation that has others maps them at its border. */
export const localSystem = (name: string): string => `https://phr.example/fhir/CodeSystem/${name}`;

/** The code systems by which it is known which form made a result: those of its code, and of its value where it is one. */
export function systemsOf({ code, valueCodeableConcept }: Observation): readonly string[] {
  return [...(code?.coding ?? []), ...(valueCodeableConcept?.coding ?? [])].flatMap(({ system }) => system ?? []);
}
