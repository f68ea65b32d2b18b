import { isFhirDate } from '@phr/fhir/dates';
import { isObject } from '@phr/fhir/json';
import type { Issue } from './fhir-error.ts';
import { isNumber, isRawNumber } from '../kit/content/json-text.ts';
import { limitExceeded, RESOURCE_LIMITS, type ContentFault } from '../kit/content/limits.ts';
import { elementsOf, pointerOf, type ElementRule, type TypeElements } from './r4.ts';
import { pathOf, type Resource } from './resource.ts';

/** Result of one traversal: references and faulty elements. */
export interface Elements {
  readonly references: readonly string[];
  /** Other URLs that may identify an entry of the same bundle. */
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

/** Faults that one answer names. */
export const MAX_ISSUES = 100;

type Holder = { readonly [key: string]: unknown };

const COMPARATORS = ['<', '<=', '>=', '>'];
const DEFINITIONS = new Set(['Questionnaire', 'ValueSet']);
const LONG_TEXTS = new Set(['markdown', 'xhtml']);

/**
 * Traverses a resource once alongside the FHIR R4 definitions. `expression` is its location in the request.
 * @throws ContentFault for texts and samples beyond their limits
 */
export function readElements(resource: Resource | undefined, expression = resource?.resourceType ?? ''): Elements {
  const walk = new Walk(expression, resource?.resourceType ?? '');
  if (resource !== undefined) walk.resource(resource);
  return walk;
}

/** True for an element whose text may reference another resource. */
export function mayReference(key: string): boolean {
  return pointerOf(key) !== undefined;
}

class Walk implements Elements {
  readonly references: string[] = [];
  readonly addresses: string[] = [];
  readonly faults: ElementFault[] = [];
  inline = false;
  readonly #steps: (string | number)[] = [];
  readonly #root: string;
  readonly #type: string;
  #sampleBytes = 0;

  constructor(root: string, type: string) {
    this.#root = root;
    this.#type = type;
  }

  resource(value: unknown): void {
    const type = isObject(value) ? value['resourceType'] : undefined;
    const elements = typeof type === 'string' ? elementsOf(type) : undefined;
    if (!isObject(value) || typeof type !== 'string' || elements === undefined)
      this.#add('structure', 'A resource of FHIR R4 is needed');
    else this.#members(value, elements, type);
  }

  #members(holder: Holder, elements: TypeElements, type: string): void {
    // the first of each choice that this object has
    let choices: Map<string, string> | undefined;
    if (type === 'Quantity' && holder['value'] !== undefined && !isNumber(holder['value']))
      this.#add('value', 'The value of a quantity is a number', 'value');
    for (const name in holder) {
      const value = holder[name];
      const rule = elements.get(name);
      this.#steps.push(name);
      if (rule === undefined) this.#unknown(name, type, elements);
      else {
        if (rule.choice !== undefined) {
          const first = choices?.get(rule.choice);
          if (first === undefined) (choices ??= new Map()).set(rule.choice, name);
          else this.#add('invariant', `Only one of ${first} and ${name} may be given`);
        }
        if (!Array.isArray(value)) {
          if (rule.isList) this.#add('structure', `${name} is a list`);
          else this.#value(value, rule, name, type, false);
        } else if (rule.isList) this.#list(value, rule, name, type);
        else if (rule.kind !== 'any') this.#add('structure', `${name} is no list`);
      }
      this.#steps.pop();
    }
  }

  #list(values: readonly unknown[], rule: ElementRule, name: string, owner: string): void {
    for (let index = 0; index < values.length; index += 1) {
      this.#steps.push(index);
      this.#value(values[index], rule, name, owner, true);
      this.#steps.pop();
    }
  }

  /** `owner` is the type that the element belongs to. */
  #value(value: unknown, rule: ElementRule, name: string, owner: string, isMember: boolean): void {
    if (value === null) {
      // lists of primitives may have gaps, with extensions in the sibling list
      const mayBeGap = isMember && (rule.type === 'Element' || rule.kind === 'simple');
      if (!mayBeGap) this.#add('structure', 'null is not allowed');
      return;
    }
    if (rule.kind === 'any') return;
    if (rule.kind === 'resource') this.resource(value);
    else if (isObject(value) && !isRawNumber(value)) {
      if (rule.kind === 'simple') this.#add('structure', `${name} has no elements of its own`);
      else this.#members(value, rule.members(), rule.type);
    } else if (rule.kind === 'object') this.#add('structure', `${name} has elements of its own`);
    else if (typeof value === 'string') this.#text(value, rule, name, owner);
    else if (rule.text === 'date') this.#add('value', 'A date is a text');
  }

  #text(value: string, rule: ElementRule, name: string, owner: string): void {
    if (rule.text !== undefined) this.#meant(value, rule.text);
    // a UTF-16 unit takes at most three bytes in UTF-8
    if (value.length * 3 > RESOURCE_LIMITS.stringBytes) this.#checkLength(value, rule, `${owner}.${name}`);
  }

  #meant(value: string, meaning: NonNullable<ElementRule['text']>): void {
    if (meaning === 'reference') this.references.push(value);
    else if (meaning === 'address') this.addresses.push(value);
    else if (meaning === 'comparator') {
      if (!COMPARATORS.includes(value)) this.#add('value', 'comparator must be one of <, <=, >=, >');
    } else if (!isFhirDate(value))
      this.#add('value', `'${value.slice(0, 40)}' is not a real date${/T\d/.test(value) ? ' with a time zone' : ''}`);
  }

  #checkLength(value: string, { type }: ElementRule, element: string): void {
    // record files, wherever stored, and definitions, which only the server itself loads
    if (element === 'Attachment.data' || DEFINITIONS.has(this.#type)) return;
    const bytes = Buffer.byteLength(value);
    if (element === 'SampledData.data') {
      this.#sampleBytes += bytes;
      if (this.#sampleBytes > RESOURCE_LIMITS.sampledDataBytes) throw this.#beyond('sampledDataBytes');
      return;
    }
    const limit = LONG_TEXTS.has(type) ? 'narrativeBytes' : 'stringBytes';
    if (bytes > RESOURCE_LIMITS[limit]) throw this.#beyond(limit);
  }

  #beyond(limit: keyof typeof RESOURCE_LIMITS): ContentFault {
    return limitExceeded(limit, `${this.#root}.${pathOf(this.#steps)}`);
  }

  #unknown(name: string, type: string, elements: TypeElements): void {
    const isRoot = name === 'resourceType' && elements.has('implicitRules');
    // a reader had put the target inline: it is taken away again
    if (name === 'resource' && type === 'Reference') this.inline = true;
    else if (!isRoot) this.#add('structure', `${name.slice(0, 64)} is not an element of ${type} in FHIR R4`);
  }

  #add(code: Issue['code'], diagnostics: string, ...more: readonly string[]): void {
    const steps = [...this.#steps, ...more].map((step) => (typeof step === 'string' ? step.slice(0, 64) : step));
    if (this.faults.length < MAX_ISSUES) this.faults.push({ code, path: pathOf(steps), diagnostics });
  }
}
