import type { UiTextKey } from './ui-text.tsx';

type KeyAfter<Prefix extends string> = UiTextKey extends infer Key
  ? Key extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never;

/** Units that have a printed and a spoken text (`unit.*`, `spoken.*`). */
export type UnitKey = KeyAfter<'spoken.'> & KeyAfter<'unit.'>;

/** UCUM codes and printed forms of known units. */
const KEYS: ReadonlyMap<string, UnitKey> = new Map<string, UnitKey>([
  ['mm[Hg]', 'mmHg'],
  ['mmHg', 'mmHg'],
  ['Cel', 'celsius'],
  ['°C', 'celsius'],
  ['celsius', 'celsius'],
  ['/min', 'perMin'],
  ['lần/phút', 'perMin'],
  ['{breaths}/min', 'perMin'],
  ['perMin', 'perMin'],
  ['{beats}/min', 'bpm'],
  ['nhịp/phút', 'bpm'],
  ['beats/min', 'bpm'],
  ['beats/minute', 'bpm'],
  ['bpm', 'bpm'],
  ['%', 'percent'],
  ['percent', 'percent'],
  ['cm', 'cm'],
  ['kg', 'kg'],
  ['mmol/L', 'mmolL'],
  ['mmolL', 'mmolL'],
  ['mg/dL', 'mgdL'],
  ['mgdL', 'mgdL'],
  ['umol/L', 'umolL'],
  ['µmol/L', 'umolL'],
  ['umolL', 'umolL'],
  ['kg/m2', 'kgm2'],
  ['kg/m²', 'kgm2'],
  ['kgm2', 'kgm2'],
  ['ms', 'ms'],
  ['mV', 'mV'],
]);

/** Key of a unit given as UCUM code, printed form or key; undefined for units displayed as they are. */
export function unitKeyOf(unit: string): UnitKey | undefined {
  return KEYS.get(unit);
}
