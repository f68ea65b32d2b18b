import { readSearchset } from '@phr/fhir/bundle';
import { address } from '@phr/fhir/datatypes';
import { formatAddress } from '@phr/fhir/contacts';
import { list, lenientObject, text } from '@phr/fhir/json';
import type { Client } from '@phr/http/client';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly address?: string;
}

const asOrganization = lenientObject({ id: text, name: text, address: list(address) });

/** Healthcare providers open for registration, newest first (ORG-01). Rejects with AppError. */
export async function readOrganizations(client: Client, signal?: AbortSignal): Promise<readonly Organization[]> {
  const { body } = await client.send({
    service: 'fhir',
    method: 'GET',
    path: '/Organization',
    query: { type: 'prov', _sort: '-_lastUpdated' },
    ...(signal !== undefined && { signal }),
  });
  return readSearchset(body, asOrganization, 'Organization').resources.flatMap(({ id, name, address: places }) => {
    if (id === undefined || name === undefined) return [];
    const place = formatAddress(places?.[0]);
    return [{ id, name, ...(place !== undefined && { address: place }) }];
  });
}
