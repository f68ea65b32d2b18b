import { randomInt } from 'node:crypto';
import { identifier as readIdentifier } from '@phr/fhir/datatypes';
import { identifierOf, patientIdentifier } from '@phr/fhir/identifiers';
import { identifierKey } from './index-columns.ts';
import type { WriteAction } from '../kit/platform.ts';
import { valuesAt, type Resource } from './resource.ts';

const ACTION = { POST: 'create', PUT: 'update', DELETE: 'delete' } as const satisfies Record<string, WriteAction>;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** What a write does to a type, as the rules of types name it. */
export function actionOf(method: keyof typeof ACTION): WriteAction {
  return ACTION[method];
}

/** Assigns a patient the internal id: 9 characters A-Z and 0-9, unique (D-25). `isTaken` gets 'system|value'. */
export async function withInternalId(patient: Resource, isTaken: (key: string) => Promise<boolean>): Promise<Resource> {
  const identifiers = valuesAt(patient, 'identifier');
  const read = identifiers.map(readIdentifier).filter((identifier) => identifier !== undefined);
  if (identifierOf(read, 'PI') !== undefined) return patient;
  for (;;) {
    const identifier = patientIdentifier(
      'PI',
      Array.from({ length: 9 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
    );
    if (!(await isTaken(identifierKey(identifier.system, identifier.value ?? ''))))
      return { ...patient, identifier: [identifier, ...identifiers] };
  }
}
