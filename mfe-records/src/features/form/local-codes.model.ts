/** Our own code systems by name; installations with others map them at their boundary. */
export const localSystem = (name: string): string => `https://phr.example/fhir/CodeSystem/${name}`;
