import { isDay, isFhirDate, parseDate } from '@phr/fhir/dates';
import { isObject } from '@phr/fhir/json';
import { isNationalId, kindOf } from '@phr/fhir/identifiers';
import { identifier as readIdentifier } from '@phr/fhir/datatypes';
import { FhirError, invalid, type Issue } from './fhir-error.ts';
import { patientsOf } from './index-columns.ts';
import { ruleOf } from './resource-types.ts';
import { isId, isResource, valuesAt, type Resource } from './resource.ts';

const MAX_DEPTH = 40;
const DATE_ELEMENT = /(?:DateTime|Date|Instant)$|^(?:date|dateTime|start|end|issued|authored|authoredOn|recorded|created|started|sent|received|creation|lastUpdated|timestamp|recordedOn|whenHandedOver|whenPrepared)$/;
const CHOICE = /^(value|effective|onset|abatement|performed|medication|occurrence|deceased)(?!Set$)[A-Z]/;
const COMPARATORS = ['<', '<=', '>=', '>'];
const LISTS = new Set(['coding', 'extension', 'contained', 'component', 'note']);

/**
 * Checks a body's shape before anything walks it: real JSON objects, not too deep, no characters that cannot be stored.
 * Throws FhirError 400.
 */
export function checkJson(body: unknown): void {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: body, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (depth > MAX_DEPTH) throw new FhirError(400, { code: 'structure', diagnostics: `The content is nested deeper than ${MAX_DEPTH} levels` });
    if (typeof value === 'string' && value.includes('\u0000')) throw invalid('The content holds a character that is not allowed (U+0000)');
    if (typeof value === 'number' && !Number.isFinite(value)) throw invalid('The content holds a number that is too large');
    if (Array.isArray(value)) for (const member of value) open.push({ value: member, depth: depth + 1 });
    else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (key.includes('\u0000') || key === '__proto__') throw invalid('The content holds a name that is not allowed');
        open.push({ value: member, depth: depth + 1 });
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
  for (const [element, codes] of Object.entries(rule.bindings)) {
    const value = resource[element];
    if (value === undefined) continue;
    const found = isObject(value) ? valuesAt(value, 'coding.code') : [value];
    if (found.some((code) => typeof code !== 'string' || !codes.includes(code))) add('value', element, `${element} must be one of ${codes.join(', ')}`);
  }
  if (rule.scope === 'patient' && resource.resourceType !== 'Patient' && patientsOf(resource).length === 0) {
    add('required', rule.patient[0] ?? '', `${rule.patient[0]} must be a reference to a Patient`);
  }
  if (resource.id !== undefined && (typeof resource.id !== 'string' || !isId(resource.id))) add('value', 'id', 'id is not valid');
  if (resource.resourceType === 'Patient') checkPatient(resource, add);
  checkElements(resource, '', add);
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

function checkElements(value: unknown, path: string, add: Add): void {
  if (Array.isArray(value)) {
    value.forEach((member, index) => { checkElements(member, `${path}[${index}]`, add); });
    return;
  }
  if (!isObject(value)) return;
  const choices = new Map<string, string>();
  for (const [key, member] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`;
    if (member === null) add('structure', here, 'null is not allowed');
    else if (typeof member === 'string') {
      if (DATE_ELEMENT.test(key) && !isFhirDate(member)) add('value', here, `'${member.slice(0, 40)}' is not a real date${/T\d/.test(member) ? ' with a time zone' : ''}`);
      if (key === 'comparator' && !COMPARATORS.includes(member)) add('value', here, 'comparator must be one of <, <=, >=, >');
    } else if (key.endsWith('Quantity') && isObject(member) && member['value'] !== undefined && typeof member['value'] !== 'number') {
      add('value', `${here}.value`, 'The value of a quantity is a number');
    } else if (DATE_ELEMENT.test(key) && typeof member === 'number') add('value', here, 'A date is a text');
    if (LISTS.has(key) && !Array.isArray(member)) add('structure', here, `${key} is a list`);
    const choice = CHOICE.exec(key)?.[1];
    if (choice !== undefined) {
      const other = choices.get(choice);
      if (other !== undefined) add('invariant', here, `Only one of ${other} and ${key} may be given`);
      choices.set(choice, key);
    }
    checkElements(member, here, add);
  }
}

function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return Array.isArray(value) ? value.length > 0 : !isObject(value) || Object.keys(value).length > 0;
}
