import { randomUUID } from 'node:crypto';
import { isObject } from '@phr/fhir/json';
import { isRawNumber } from '../kit/content/json-text.ts';
import { relativeReference } from './own-address.ts';

/** A resource as it came: JSON with at least a type. */
export interface Resource {
  readonly resourceType: string;
  readonly id?: string;
  readonly [element: string]: unknown;
}

export function isResource(value: unknown): value is Resource {
  return isObject(value) && typeof value['resourceType'] === 'string';
}

const SPLIT = new Map<string, readonly string[]>();

/** All values at a path such as 'participant.actor.reference', descending into lists. */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  let steps = SPLIT.get(path);
  if (steps === undefined) {
    steps = path.split('.');
    if (SPLIT.size < 1_000) SPLIT.set(path, steps);
  }
  const found: unknown[] = [];
  addValues(value, steps, 0, found);
  return found;
}

function addValues(value: unknown, steps: readonly string[], taken: number, found: unknown[]): void {
  if (Array.isArray(value)) {
    for (const member of value) addValues(member, steps, taken, found);
    return;
  }
  const step = steps[taken];
  if (step === undefined) {
    if (value !== undefined && value !== null) found.push(value);
  } else if (isObject(value) && Object.hasOwn(value, step)) addValues(value[step], steps, taken + 1, found);
}

export function textAt(value: unknown, path: string): string | undefined {
  return valuesAt(value, path).find((found) => typeof found === 'string');
}

/** Path into a resource: element names and list indexes. */
export type Steps = readonly (string | number)[];

/** 'result[0].reference' of steps. */
export function pathOf(steps: Steps): string {
  return steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  );
}

/**
 * Visits every element with its name and path; the path is valid only during the visit. Lists are visited member by
 * member.
 */
export function eachElement(
  value: unknown,
  visit: (element: unknown, key: string, holder: { readonly [key: string]: unknown }, steps: Steps) => void,
): void {
  const steps: (string | number)[] = [];
  const walk = (holder: unknown, key: string, owner: { readonly [key: string]: unknown } | undefined): void => {
    if (Array.isArray(holder)) {
      for (let index = 0; index < holder.length; index += 1) {
        steps.push(index);
        walk(holder[index], key, owner);
        steps.pop();
      }
      return;
    }
    if (owner !== undefined) visit(holder, key, owner, steps);
    if (!isObject(holder) || isRawNumber(holder)) return;
    for (const name in holder) {
      steps.push(name);
      walk(holder[name], name, holder);
      steps.pop();
    }
  };
  walk(value, '', undefined);
}

/** 'Observation/42' of a relative reference, or an absolute one to this server; without version. */
export function parseReference(reference: string): { readonly type: string; readonly id: string } | undefined {
  const match = /^([A-Z][A-Za-z]{0,63})\/([A-Za-z0-9.-]{1,64})(?:\/_history\/\d+)?$/.exec(relativeReference(reference));
  return match?.[1] !== undefined && match[2] !== undefined ? { type: match[1], id: match[2] } : undefined;
}

export function isId(id: string): boolean {
  return /^[A-Za-z0-9.-]{1,64}$/.test(id);
}

/** A version 7 UUID: time-ordered for index locality, random otherwise. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
