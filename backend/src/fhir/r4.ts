import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What an element holds. 'any' is left as it is. */
type Kind = 'simple' | 'object' | 'resource' | 'any';

type TextMeaning = 'date' | 'comparator' | 'reference' | 'address';

/** An element as FHIR R4 defines it. */
export interface ElementRule {
  readonly isList: boolean;
  readonly kind: Kind;
  /** Type name, e.g. 'Quantity', 'markdown' or 'Observation.component'. */
  readonly type: string;
  /** 'value[x]' of valueQuantity. */
  readonly choice: string | undefined;
  /** Special meaning of a text element. */
  readonly text: TextMeaning | undefined;
  /** Child elements, resolved lazily. */
  readonly members: () => TypeElements;
}

export type TypeElements = ReadonlyMap<string, ElementRule>;

/** Made by tools/fhir-elements.ts from the definitions of HL7. */
const R4 = path.join(import.meta.dirname, 'data/r4-elements.txt');
/** Types that the service catalogue has and FHIR R4 has not, and elements that it adds to a type. */
const OURS = [
  'User Resource identifier*Identifier userName:string phoneNumber:string data:any',
  'Concept Resource code:code display:string system:uri valueset*string designation*Concept.designation slug:string mapping*Coding',
  'Concept.designation Element language:code value:string',
];
export const TASK_ELEMENTS: readonly string[] = ['requestCode', 'medicalId', 'examCode', 'insuranceCardNumber'];

const NONE: TypeElements = new Map();
const DATES = new Set(['date', 'dateTime', 'instant']);
const POINTERS = new Map<string, 'reference' | 'address'>([
  ['reference', 'reference'],
  ['url', 'address'],
  ['valueUri', 'address'],
  ['valueUrl', 'address'],
]);

/** Definition lines by type; parsed on first use. */
let lines: ReadonlyMap<string, string> | undefined;
const types = new Map<string, TypeElements>();

function lineOf(type: string): string | undefined {
  lines ??= new Map(
    [...readFileSync(R4, 'utf8').trimEnd().split('\n'), ...OURS].map((line) => [
      line.slice(0, line.indexOf(' ')),
      line,
    ]),
  );
  return lines.get(type);
}

/** Elements of a resource or data type; undefined for an unknown type. */
export function elementsOf(type: string): TypeElements | undefined {
  const known = types.get(type);
  if (known !== undefined) return known;
  const line = lineOf(type);
  if (line === undefined) return undefined;
  const [, base = '-', ...own] = line.split(' ');
  const elements = new Map<string, ElementRule>(base === '-' ? [] : elementsOf(base));
  for (const element of own) addElement(element, elements);
  if (type === 'Task') for (const name of TASK_ELEMENTS) elements.set(name, ruleOf(name, 'string', false));
  types.set(type, elements);
  return elements;
}

function addElement(element: string, elements: Map<string, ElementRule>): void {
  const [, name = '', sign = ':', targets = ''] = /^([\w[\]]+)([:*])(.+)$/.exec(element) ?? [];
  const isChoice = name.endsWith('[x]');
  for (const target of targets.split('|')) {
    const full = isChoice ? `${name.slice(0, -3)}${target.charAt(0).toUpperCase()}${target.slice(1)}` : name;
    const rule = ruleOf(full, target, sign === '*', isChoice ? name : undefined);
    elements.set(full, rule);
    // metadata of a primitive is in its sibling element
    if (rule.kind === 'simple') elements.set(`_${full}`, ruleOf(`_${full}`, 'Element', rule.isList));
  }
}

function ruleOf(name: string, type: string, isList: boolean, choice?: string): ElementRule {
  return {
    isList,
    kind: kindOf(type),
    type,
    choice,
    text: meaningOf(name, type),
    members: () => elementsOf(type) ?? NONE,
  };
}

function meaningOf(name: string, type: string): TextMeaning | undefined {
  if (DATES.has(type)) return 'date';
  return name === 'comparator' ? 'comparator' : pointerOf(name);
}

/** What a text element of this name may refer to: a resource, or the URL of a bundle entry. */
export function pointerOf(name: string): 'reference' | 'address' | undefined {
  return POINTERS.get(name);
}

function kindOf(type: string): Kind {
  if (type === 'any') return 'any';
  if (type === 'Resource' || type === 'OperationOutcome') return 'resource';
  return type.charAt(0) === type.charAt(0).toLowerCase() ? 'simple' : 'object';
}
