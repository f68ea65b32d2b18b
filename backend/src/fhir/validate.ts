import { isDay, isFhirDate, parseDate } from '@phr/fhir/dates';
import { isObject } from '@phr/fhir/json';
import { isNationalId, kindOf } from '@phr/fhir/identifiers';
import { identifier as readIdentifier } from '@phr/fhir/datatypes';
import { FhirError, invalid, type Issue } from './fhir-error.ts';
import { patientsOf } from './index-columns.ts';
import { ruleOf } from './resource-types.ts';
import { isNumber } from './json-text.ts';
import { eachElement, isId, isResource, pathOf, valuesAt, type Resource } from './resource.ts';

const MAX_DEPTH = 40;
const DATE_ELEMENT = /(?:DateTime|Date|Instant)$|^(?:date|dateTime|start|end|issued|authored|authoredOn|recorded|created|started|sent|received|creation|lastUpdated|timestamp|recordedOn|whenHandedOver|whenPrepared)$/;
const CHOICE = /^(value|effective|onset|abatement|performed|medication|occurrence|deceased)(?!Set$)[A-Z]/;
const COMPARATORS = ['<', '<=', '>=', '>'];
const LISTS = new Set(['coding', 'extension', 'contained', 'component', 'note']);

/**
 * Checks a body's shape before anything walks it: real JSON objects, not too deep, no characters that cannot be stored.
 * Throws FhirError 400.
 */
export function checkJson(body: unknown, depth = 0): void {
  if (typeof body === 'string') {
    if (body.includes('\u0000')) throw invalid('The content holds a character that is not allowed (U+0000)');
  } else if (typeof body === 'number') {
    if (!Number.isFinite(body)) throw invalid('The content holds a number that is too large');
  } else if (typeof body === 'object' && body !== null) {
    if (depth > MAX_DEPTH) throw new FhirError(400, { code: 'structure', diagnostics: `The content is nested deeper than ${MAX_DEPTH} levels` });
    if (Array.isArray(body)) {
      for (const member of body) checkJson(member, depth + 1);
    } else if (isObject(body)) {
      for (const key of Object.keys(body)) {
        if (key === '__proto__' || key.includes('\u0000')) throw invalid('The content holds a name that is not allowed');
        checkJson(body[key], depth + 1);
      }
    }
  }
}

/** The resource in a body that must be of one type that the server holds. Throws FhirError 400. */
export function resourceOf(body: unknown, type?: string, expression = ''): Resource {
  if (!isResource(body)) throw new FhirError(400, { code: 'structure', diagnostics: 'A resource with a resourceType is needed', ...(expression === '' ? {} : { expression }) });
  if (type !== undefined && body.resourceType !== type) throw invalid(`A ${type} is needed and a ${body.resourceType} came`, expression === '' ? 'resourceType' : expression);
  if (ruleOf(body.resourceType) === undefined) throw new FhirError(400, { code: 'not-supported', diagnostics: `${body.resourceType.slice(0, 64)} is not held by this server`, ...(expression === '' ? {} : { expression }) });
  return body;
}

/**
 * Checks a resource: required elements, codes, dates that exist, numbers as numbers, one value of a choice, and the person whose record it is.
 * `expression` is where it stands in what was sent. Answers one issue for each fault.
 */
export function validate(resource: Resource, expression: string): readonly Issue[] {
  const issues: Issue[] = [];
  const add = (code: Issue['code'], path: string, diagnostics: string): void => {
    issues.push({ code, expression: path === '' ? expression : `${expression}.${path}`, diagnostics });
  };
  const rule = ruleOf(resource.resourceType);
  if (rule === undefined) return issues;

  for (const element of rule.required) {
    const names = element.split('|');
    if (!names.some((name) => hasContent(resource[name]))) add('required', names[0] ?? '', `${names.join(' or ')} is required`);
  }
  for (const element in rule.bindings) {
    const value = resource[element];
    if (value === undefined) continue;
    const codes = rule.bindings[element] ?? [];
    const found = isObject(value) ? valuesAt(value, 'coding.code') : [value];
    if (found.some((code) => typeof code !== 'string' || !codes.includes(code))) add('value', element, `${element} must be one of ${codes.join(', ')}`);
  }
  if (rule.scope === 'patient' && resource.resourceType !== 'Patient' && patientsOf(resource).length === 0) {
    add('required', rule.patient[0] ?? '', `${rule.patient[0]} must be a reference to a Patient`);
  }
  if (resource.id !== undefined && (typeof resource.id !== 'string' || !isId(resource.id))) add('value', 'id', 'id is not valid');
  if (resource.resourceType === 'Patient') checkPatient(resource, add);
  checkElements(resource, add);
  return issues;
}

type Add = (code: Issue['code'], path: string, diagnostics: string) => void;

function checkPatient(patient: Resource, add: Add): void {
  const birth = patient['birthDate'];
  if (birth !== undefined && (typeof birth !== 'string' || birth.includes('T'))) add('value', 'birthDate', 'birthDate is a date without time');
  else if (typeof birth === 'string' && isDay(birth)) {
    const date = parseDate(`${birth}T00:00:00Z`);
    // the day may already have begun east of here
    if (date?.precision === 'instant' && date.at.getTime() > Date.now() + 14 * 3_600_000) add('value', 'birthDate', 'birthDate cannot be in the future');
  }
  valuesAt(patient, 'identifier').forEach((value, index) => {
    const identifier = readIdentifier(value);
    if (identifier?.value !== undefined && kindOf(identifier) === 'NaID' && !isNationalId(identifier.value)) {
      add('value', `identifier[${index}]`, 'A national id has 9 or 12 digits');
    }
  });
}

function checkElements(resource: Resource, add: Add): void {
  eachElement(resource, (element, key, holder, steps) => {
    const name = nameOf(key);
    const isMember = typeof steps[steps.length - 1] === 'number';
    // a list of texts may have gaps, whose extensions stand beside it
    const fault = element === null && isMember ? undefined : faultOf(element, name);
    if (fault !== undefined) add(fault[0], pathOf(fault[2] === undefined ? steps : [...steps, fault[2]]), fault[1]);
    if (isMember) return;
    if (name.isList && !Array.isArray(holder[key])) add('structure', pathOf(steps), `${key} is a list`);
    if (name.choice === undefined) return;
    const first = Object.keys(holder).find((other) => nameOf(other).choice === name.choice);
    if (first !== key) add('invariant', pathOf(steps), `Only one of ${first} and ${key} may be given`);
  });
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
}

/** Names of elements are few: what the patterns say of one is kept. */
const NAMES = new Map<string, ElementName>();

function nameOf(key: string): ElementName {
  const known = NAMES.get(key);
  if (known !== undefined) return known;
  const name = { isDate: DATE_ELEMENT.test(key), isQuantity: key.endsWith('Quantity'), isComparator: key === 'comparator', isList: LISTS.has(key), choice: CHOICE.exec(key)?.[1] };
  if (NAMES.size < 2_000) NAMES.set(key, name);
  return name;
}

function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return Array.isArray(value) ? value.length > 0 : !isObject(value) || Object.keys(value).length > 0;
}
