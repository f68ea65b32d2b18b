import { address, contactPoint } from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';

/** A healthcare provider as people choose and confirm it. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly address?: string;
  readonly phone?: string;
}

const wire = lenientObject({ id: text, name: text, address: list(address), telecom: list(contactPoint) });

/** Parses an Organization; undefined without id or name. */
export function readOrganization(resource: unknown): Organization | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || raw.name === undefined) return undefined;
  const [place] = raw.address ?? [];
  const words =
    place?.text ??
    [...(place?.line ?? []), place?.district, place?.city].filter((part) => part !== undefined).join(', ');
  return {
    id: raw.id,
    name: raw.name,
    ...defined({
      address: words === '' ? undefined : words,
      phone: raw.telecom?.find(({ system }) => system === 'phone')?.value,
    }),
  };
}
