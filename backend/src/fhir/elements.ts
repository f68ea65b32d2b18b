import { isFhirDate } from '@phr/fhir/dates';
import { isObject } from '@phr/fhir/json';
import type { Issue } from './fhir-error.ts';
import { isNumber } from './json-text.ts';
import { eachElement, pathOf, type Resource } from './resource.ts';

/** What one walk through a resource finds: what it points at, and which elements are wrong whatever resource they stand in. */
export interface Elements {
  readonly references: readonly string[];
  /** Other addresses that may name an entry of the same bundle. */
  readonly addresses: readonly string[];
  /** True when a reader had put a target inline. */
  readonly inline: boolean;
  readonly faults: readonly ElementFault[];
}

export interface ElementFault {
  readonly code: Issue['code'];
  readonly path: string;
  readonly diagnostics: string;
}

/** Walks through all elements of a resource once. */
export function readElements(resource: Resource | undefined): Elements {
  const references: string[] = [];
  const addresses: string[] = [];
  const faults: ElementFault[] = [];
  let inline = false;
  // the first of each choice that an object has: names of one object are visited in their order, others between them
  const choices = new Map<object, Map<string, string>>();
  eachElement(resource, (element, key, holder, steps) => {
    const name = nameOf(key);
    if (name.points !== undefined && typeof element === 'string') (name.points === 'reference' ? references : addresses).push(element);
    if (key === 'resource' && typeof holder['reference'] === 'string') inline = true;

    const isMember = typeof steps[steps.length - 1] === 'number';
    // a list of texts may have gaps, whose extensions stand beside it
    const fault = element === null && isMember ? undefined : faultOf(element, name);
    if (fault !== undefined) faults.push({ code: fault[0], path: pathOf(fault[2] === undefined ? steps : [...steps, fault[2]]), diagnostics: fault[1] });
    if (isMember) return;
    if (name.isList && !Array.isArray(holder[key])) faults.push({ code: 'structure', path: pathOf(steps), diagnostics: `${key} is a list` });
    if (name.choice === undefined) return;
    const known = choices.get(holder);
    const first = known?.get(name.choice);
    if (known === undefined) choices.set(holder, new Map([[name.choice, key]]));
    else if (first === undefined) known.set(name.choice, key);
    else faults.push({ code: 'invariant', path: pathOf(steps), diagnostics: `Only one of ${first} and ${key} may be given` });
  });
  return { references, addresses, inline, faults };
}

type Fault = readonly [code: Issue['code'], diagnostics: string, step?: string];

/** What is wrong with one element, whatever resource it stands in. */
function faultOf(element: unknown, name: ElementName): Fault | undefined {
  if (element === null) return ['structure', 'null is not allowed'];
  if (typeof element === 'string') {
    if (name.isDate && !isFhirDate(element)) return ['value', `'${element.slice(0, 40)}' is not a real date${/T\d/.test(element) ? ' with a time zone' : ''}`];
    if (name.isComparator && !COMPARATORS.includes(element)) return ['value', 'comparator must be one of <, <=, >=, >'];
  } else if (typeof element === 'number') {
    if (name.isDate) return ['value', 'A date is a text'];
  } else if (name.isQuantity && isObject(element) && element['value'] !== undefined && !isNumber(element['value'])) {
    return ['value', 'The value of a quantity is a number', 'value'];
  }
  return undefined;
}

/** What an element's name says of its content. */
interface ElementName {
  readonly isDate: boolean;
  readonly isQuantity: boolean;
  readonly isComparator: boolean;
  readonly isList: boolean;
  /** 'value' of valueQuantity. */
  readonly choice: string | undefined;
  readonly points: 'reference' | 'address' | undefined;
}

const DATE_ELEMENT = /(?:DateTime|Date|Instant)$|^(?:date|dateTime|start|end|issued|authored|authoredOn|recorded|created|started|sent|received|creation|lastUpdated|timestamp|recordedOn|whenHandedOver|whenPrepared)$/;
const CHOICE = /^(value|effective|onset|abatement|performed|medication|occurrence|deceased)(?!Set$)[A-Z]/;
const COMPARATORS = ['<', '<=', '>=', '>'];
const LISTS = new Set(['coding', 'extension', 'contained', 'component', 'note']);
const POINTERS: ReadonlyMap<string, 'reference' | 'address'> = new Map([['reference', 'reference'], ['url', 'address'], ['valueUri', 'address'], ['valueUrl', 'address']]);

/** Names of elements are few: what the patterns say of one is kept. */
const NAMES = new Map<string, ElementName>();

function nameOf(key: string): ElementName {
  const known = NAMES.get(key);
  if (known !== undefined) return known;
  const name = {
    isDate: DATE_ELEMENT.test(key), isQuantity: key.endsWith('Quantity'), isComparator: key === 'comparator', isList: LISTS.has(key), choice: CHOICE.exec(key)?.[1], points: POINTERS.get(key),
  };
  if (NAMES.size < 2_000) NAMES.set(key, name);
  return name;
}

/** True for the name of an element whose text may name another resource. */
export function mayPoint(key: string): boolean {
  return POINTERS.has(key);
}
