import { isObject } from '@phr/fhir/json';
import { isRawNumber } from '../kit/content/json-text.ts';
import { elementsOf, type TypeElements } from './r4.ts';
import { pathOf } from './resource.ts';

type Holder = { readonly [element: string]: unknown };

/** What of a resource FHIR R4 knows. */
export interface KnownPart {
  readonly resource: Holder;
  /** Paths of the elements left out, e.g. 'component[0].colour'. */
  readonly left: readonly string[];
}

/** Strips elements not defined by FHIR R4 and contained resources of other types. Other types are unchanged. */
export function knownPart(resource: Holder): KnownPart {
  const left: string[] = [];
  const steps: (string | number)[] = [];

  const membersOf = (holder: Holder, elements: TypeElements): Holder =>
    Object.fromEntries(
      Object.entries(holder).flatMap(([name, value]) => {
        const rule = elements.get(name);
        const isKept =
          rule !== undefined ||
          (name === 'resourceType' && elements.has('implicitRules')) ||
          (name === 'resource' && typeof holder['reference'] === 'string');
        steps.push(name);
        if (!isKept) left.push(pathOf(steps));
        const knownValue = rule === undefined ? value : walk(value, rule.kind, rule.members);
        steps.pop();
        return isKept && knownValue !== undefined ? [[name, knownValue]] : [];
      }),
    );

  const walk = (value: unknown, kind: string, members: () => TypeElements): unknown => {
    if (Array.isArray(value)) {
      return value.flatMap((member, index) => {
        steps.push(index);
        const knownMember = walk(member, kind, members);
        steps.pop();
        return knownMember === undefined ? [] : [knownMember];
      });
    }
    if (!isObject(value) || isRawNumber(value) || (kind !== 'object' && kind !== 'resource')) return value;
    const elements = kind === 'object' ? members() : elementsOf(String(value['resourceType']));
    if (elements === undefined) left.push(pathOf(steps));
    return elements === undefined ? undefined : membersOf(value, elements);
  };

  const elements = elementsOf(String(resource['resourceType']));
  return { resource: elements === undefined ? resource : membersOf(resource, elements), left };
}
