import { isObject } from './json.ts';

/** True if the resource holds an unknown modifier, which may change the meaning of all of it. */
export function isConditional(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isConditional);
  if (!isObject(value)) return false;
  if (value['modifierExtension'] !== undefined) return true;
  if (typeof value['resourceType'] === 'string' && value['implicitRules'] !== undefined) return true;
  // skip primitives, which are most of a resource
  for (const key in value)
    if (typeof value[key] === 'object' && key !== 'resource' && isConditional(value[key])) return true;
  return false;
}
