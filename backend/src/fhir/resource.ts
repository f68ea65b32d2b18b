import { randomBytes } from 'node:crypto';
import { isObject } from '@phr/fhir/json';

/** A resource as it came: JSON with at least a type. The server keeps elements it does not know. */
export interface Resource {
  readonly resourceType: string;
  readonly id?: string;
  readonly [element: string]: unknown;
}

export function isResource(value: unknown): value is Resource {
  return isObject(value) && typeof value['resourceType'] === 'string';
}

/** All values at a path such as 'participant.actor.reference'; lists on the way are walked through. */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [value];
  for (const step of path.split('.')) {
    found = found.flatMap((holder) => (isObject(holder) && Object.hasOwn(holder, step) ? flat(holder[step]) : []));
  }
  return found;
}

export function textAt(value: unknown, path: string): string | undefined {
  return valuesAt(value, path).find((found) => typeof found === 'string');
}

/** Visits all texts with the name of their element. */
export function eachText(value: unknown, visit: (text: string, key: string, path: string) => void, key = '', path = ''): void {
  if (typeof value === 'string') visit(value, key, path);
  else if (Array.isArray(value)) value.forEach((member, index) => { eachText(member, visit, key, `${path}[${index}]`); });
  else if (isObject(value)) for (const [name, member] of Object.entries(value)) eachText(member, visit, name, path === '' ? name : `${path}.${name}`);
}

/** 'Observation/42' of a relative reference, without version. */
export function parseReference(reference: string): { readonly type: string; readonly id: string } | undefined {
  const match = /^([A-Z][A-Za-z]{0,63})\/([A-Za-z0-9.-]{1,64})(?:\/_history\/\d+)?$/.exec(reference);
  return match?.[1] !== undefined && match[2] !== undefined ? { type: match[1], id: match[2] } : undefined;
}

export function isId(id: string): boolean {
  return /^[A-Za-z0-9.-]{1,64}$/.test(id);
}

/** A UUID of version 7: ordered by time, so that new rows land side by side in the indexes. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function flat(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.flatMap(flat) : value === undefined || value === null ? [] : [value];
}
