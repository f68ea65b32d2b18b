import type { CodeableConcept, Quantity, Reference } from './datatypes.ts';
import { parseDate } from './dates.ts';

/** The id in 'Type/id', after any server URL; undefined for another type or a logical reference. */
export function idOf(target: Reference | undefined, type: string): string | undefined {
  return new RegExp(`(?:^|/)${type}/([A-Za-z0-9.-]{1,64})(?:/_history/|$)`).exec(target?.reference ?? '')?.[1];
}

/** A concept's text, else a display; never a bare code. */
export function wordsOf(concept: CodeableConcept | undefined): string | undefined {
  return concept?.text ?? concept?.coding?.find(({ display }) => display !== undefined)?.display;
}

/** True if a concept has the code, in any system. */
export function hasCode(concept: CodeableConcept | undefined, code: string): boolean {
  return concept?.coding?.some((one) => one.code === code) ?? false;
}

/** The date if valid, else undefined. */
export function readable(date: string | undefined): string | undefined {
  return parseDate(date) === undefined ? undefined : date;
}

/** Unit of a quantity in words; UCUM annotations such as {score} do not count. */
export function unitOf(quantity: Quantity | undefined): string | undefined {
  const unit = (quantity?.unit ?? quantity?.code)?.replaceAll(/\{[^{}]*\}/g, '').trim();
  return unit === '' || unit === '1' ? undefined : unit;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Drops undefined fields, for exact optional properties. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
