/** Our own code systems, by name; an installation that has others maps them at its border. */
export const localSystem = (name: string): string => `https://phr.example/fhir/CodeSystem/${name}`;
