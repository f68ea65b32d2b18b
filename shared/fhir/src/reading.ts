import type { CodeableConcept, Quantity, Reference } from './datatypes.ts';
import { parseDate } from './dates.ts';

/** The id in 'Type/id', whatever server address stands before it; undefined for another type or a logical reference. */
export function idOf(target: Reference | undefined, type: string): string | undefined {
  return new RegExp(`(?:^|/)${type}/([A-Za-z0-9.-]{1,64})(?:/_history/|$)`).exec(target?.reference ?? '')?.[1];
}

/** The words of a concept: its text, else a display. A bare code is no word. */
export function wordsOf(concept: CodeableConcept | undefined): string | undefined {
  return concept?.text ?? concept?.coding?.find(({ display }) => display !== undefined)?.display;
}

/** True when a concept carries the code, in whatever system. */
export function hasCode(concept: CodeableConcept | undefined, code: string): boolean {
  return concept?.coding?.some((one) => one.code === code) ?? false;
}

/** The date when it can be read, undefined when it cannot. */
export function readable(date: string | undefined): string | undefined {
  return parseDate(date) === undefined ? undefined : date;
}

/** Unit of a quantity in words; UCUM annotations such as {score} are no words. */
export function unitOf(quantity: Quantity | undefined): string | undefined {
  const unit = (quantity?.unit ?? quantity?.code)?.replaceAll(/\{[^{}]*\}/g, '').trim();
  return unit === '' || unit === '1' ? undefined : unit;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the fields that are undefined, as exact optional properties ask. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
