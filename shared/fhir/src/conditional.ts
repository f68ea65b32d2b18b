import { isObject } from './json.ts';

/** True when a condition that the product does not know may change what the whole resource says. */
export function isConditional(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isConditional);
  if (!isObject(value)) return false;
  if (value['modifierExtension'] !== undefined) return true;
  if (typeof value['resourceType'] === 'string' && value['implicitRules'] !== undefined) return true;
  // most of what a resource holds are texts and numbers: they are not asked
  for (const key in value)
    if (typeof value[key] === 'object' && key !== 'resource' && isConditional(value[key])) return true;
  return false;
}
