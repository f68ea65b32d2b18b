import type { Locale } from '@phr/contract/host-api';
import { coding, type Coding } from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';

/** Term lists used in this module's forms. */
export type Catalogue = 'condition' | 'vaccine';

/** A word of a catalogue, in the language on screen. */
export interface Concept {
  readonly system: string;
  readonly code: string;
  readonly words: string;
}

const wire = lenientObject({
  code: text,
  system: text,
  display: text,
  designation: list(lenientObject({ language: text, value: text })),
});

/** Parses a Concept; undefined without code, system or text. */
export function readConcept(resource: unknown, locale: Locale): Concept | undefined {
  const raw = wire(resource);
  const words = raw?.designation?.find(({ language }) => language === locale)?.value ?? raw?.display;
  return raw?.code === undefined || raw.system === undefined || words === undefined
    ? undefined
    : { system: raw.system, code: raw.code, words };
}

/** A form's choice: text, and 'system|code', empty for free text. */
export interface Chosen {
  readonly words: string;
  readonly token: string;
}

/** 'system|code' of a concept. */
export function tokenOf({ system, code }: Pick<Concept, 'system' | 'code'>): string {
  return `${system}|${code}`;
}

/** The FHIR concept; free text has no coding (D-60). */
export function codeableOf({ words, token }: Chosen): { readonly coding?: readonly [Coding]; readonly text: string } {
  const at = token.lastIndexOf('|');
  const [system, code] = [token.slice(0, Math.max(at, 0)), token.slice(at + 1)];
  return { ...(token === '' ? {} : { coding: [{ system, code, display: words }] as const }), text: words };
}

/** What a stored concept was chosen as. */
export function chosenOf(concept: unknown): Chosen {
  const raw = lenientObject({ text, coding: list(coding) })(concept);
  const known = raw?.coding?.find(({ system, code }) => system !== undefined && code !== undefined);
  return {
    words: raw?.text ?? known?.display ?? '',
    token: known === undefined ? '' : tokenOf({ system: known.system ?? '', code: known.code ?? '' }),
  };
}
