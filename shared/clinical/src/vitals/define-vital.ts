import type { Localized } from '@phr/i18n/localized';
import type { Code, Coding } from '../code-systems.ts';
import type { Conversion, Unit } from '../units.ts';

/** One number of a reading: a blood pressure has two, everything else one. */
export type PartKey = 'value' | 'systolic' | 'diastolic';

/** Filters of the list of health indexes; each is the end of a text key `group.<name>`. */
export const GROUPS = ['cardio', 'metabolic', 'body'] as const;
export type Group = (typeof GROUPS)[number];

/** One measured component of a vital with several. */
export interface ComponentCoding {
  readonly key: string;
  readonly primaryCodings: readonly Coding[];
  /** Further codes under which other systems write the part. */
  readonly aliases: readonly Code[];
  readonly unit: Unit;
}

/** Numbers that are taken. `above` and `below` are not part of the range, `from` and `upTo` are. */
export interface Limits {
  readonly whole?: true;
  readonly above?: number;
  readonly below?: number;
  readonly from?: number;
  readonly upTo?: number;
}

/** A number that reads like one of another unit, or like one whose decimal sign was lost. */
export interface Slip {
  /** The typed number lies between these, both included. */
  readonly from: number;
  readonly upTo: number;
  /** UCUM code of the unit in which the number is likely. */
  readonly unit?: string;
  /** How a number in that unit is told in this one, where `accept` of the vital has no row for it. */
  readonly conversion?: Conversion;
  /** The decimal places by which the number slipped: -1 for 366, which was 36.6. */
  readonly places?: number;
}

/** What one kept unit says about a number. */
export interface Measure {
  readonly unit: Unit;
  /** Decimals that a converted value keeps. */
  readonly decimals: number;
  /** Outside no form, meter or file is believed: a rule of the specification, or beyond any recorded survival. */
  readonly refuse: Limits;
  /** Outside a value is possible but rare, so it is asked about. Chosen wide: no clinical limits. */
  readonly ask: readonly [low: number, high: number];
  readonly slips?: readonly Slip[];
}

/** When a step from the last reading is asked about: more than `by`, or `share` of the last one, within so many days. */
export interface Jump {
  readonly by?: number;
  readonly share?: number;
  readonly withinDays?: number;
  /** Asked from this age in completed years, where the age is known. */
  readonly fromAge?: number;
}

export interface PartDefinition {
  readonly key: PartKey;
  /** The part's field in forms, their drafts and their messages (`vit.err.<field>`). */
  readonly field: string;
  readonly names?: Localized;
  /** Where the number stands: in this component, or (absent) in the observation itself. */
  readonly component?: ComponentCoding;
  /** Units in which the number is stored, the default first. */
  readonly measures: readonly [Measure, ...Measure[]];
  readonly jump?: Jump;
  /** Most decimals that may be typed. */
  readonly typedDecimals?: number;
}

/** GATT characteristics at which meters send the vital, and the name of its number in the decoded packet. */
export interface BluetoothSource {
  readonly characteristic: '2A18' | '2A1C' | '2A35' | '2A5E' | '2A9D';
  readonly pick: Readonly<Partial<Record<PartKey, string>>>;
}

/** Everything that the product knows about one vital sign, but how it is judged. */
export interface VitalDefinition {
  /** Name in routes, tiles, configuration and stored settings (D-02). */
  readonly key: string;
  readonly names: Localized;
  /** The name that spells out an abbreviation, for its first use. */
  readonly longNames?: Localized;
  /** Name of its drawing; it only decorates the name. */
  readonly icon: VitalIcon;
  readonly group: Group;
  readonly codes: {
    /** Codings of a new reading, LOINC first (T1). */
    readonly write: readonly [Coding, ...Coding[]];
    /** Codings that a value in another kept unit carries besides, by UCUM code. */
    readonly writeIn?: Readonly<Record<string, Coding>>;
    /** Further codes under which other systems write it. */
    readonly read: readonly Code[];
  };
  readonly parts: readonly [PartDefinition, ...PartDefinition[]];
  /** Units that become a kept one, by UCUM code in lower case; the kept ones need no row. */
  readonly accept: Readonly<Record<string, Conversion>>;
  /** Text key of the unit, where people read another word than the unit's own: `unit.<name>`. */
  readonly unitText?: string;
  /** Text key of an explanation for a name that is not an everyday word: `help.<name>`. */
  readonly help?: string;
  /** The form that records it; absent for a vital that no form records. */
  // eslint-disable-next-line phr/module-names -- forms of values, by the names under which whoever records them offers them
  readonly form?: { readonly screen: 'blood-pressure-create' | 'glucose-create' | 'health-create' };
  /** How a hub's message names it; absent for a vital that no meter of a hub measures. `units` as hubs spell them. */
  readonly hub?: { readonly kind: string; readonly units: readonly [string, ...string[]] };
  readonly ble?: readonly BluetoothSource[];
}

export type VitalIcon =
  | 'cuff'
  | 'heart'
  | 'lungs'
  | 'thermometer'
  | 'finger'
  | 'scales'
  | 'ruler'
  | 'body'
  | 'drop'
  | 'drop K'
  | 'crystal'
  | 'drop C'
  | 'wave';

/** Defines a vital sign. It exists in the product when `list.ts` lists it. */
export function defineVital<const V extends VitalDefinition>(definition: V): V {
  return definition;
}
