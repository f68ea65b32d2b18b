import type { ScreenPlace } from '@phr/contract/screens';
import type { Locale } from '@phr/contract/host-api';
import { GROUPS, type Group, type PartKey } from '@phr/clinical/vitals/define-vital';
import { partOf, vital, type VitalKey } from '@phr/clinical/vitals/index';

export function isGroup(name: string | null): name is Group {
  return GROUPS.some((group) => group === name);
}

/** What a vital is called. */
export function nameOf(key: VitalKey, locale: Locale): string {
  return vital(key).names[locale];
}

/** The name inside a sentence: 'nhịp tim', but 'SpO2'. */
export function nameInside(key: VitalKey, locale: Locale): string {
  const name = nameOf(key, locale);
  return /^\p{Lu}\p{Ll}*(\s|$)/u.test(name) ? name.charAt(0).toLocaleLowerCase(locale) + name.slice(1) : name;
}

/** A part's name: 'Tâm thu'; the vital's for a single number. */
export function partName(key: VitalKey, part: PartKey, locale: Locale): string {
  return (partOf(key, part).names ?? vital(key).names)[locale];
}

/** Text key of the display unit, whatever unit a reading has; for glucose the default. */
export function unitTextOf(key: VitalKey): string {
  const { unitText, parts } = vital(key);
  return `unit.${unitText ?? parts[0].measures[0].unit.key}`;
}

/** Screen opened by an index: its readings; for ECGs the recordings. */
export function detailsTargetOf(key: VitalKey): ScreenPlace {
  return key === 'ecgs' ? { screen: 'ekg-board' } : { screen: 'health-details', params: { name: key } };
}

/** Correction screen of a vital's reading; undefined if no form records it. */
export function correctTargetOf(key: VitalKey, id: string): ScreenPlace | undefined {
  const screen = vital(key).form?.screen;
  return screen === undefined ? undefined : { screen, params: { id } };
}

/** Entry screen of a vital, with parameters; undefined if no form records it. */
export function createTargetOf(key: VitalKey): ScreenPlace | undefined {
  const screen = vital(key).form?.screen;
  if (screen === undefined) return undefined;
  return screen === 'health-create' ? { screen, params: { name: key } } : { screen };
}
