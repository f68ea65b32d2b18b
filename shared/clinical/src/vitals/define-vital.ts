import type { Localized } from '@phr/i18n/localized';
import type { Code, Coding } from '../code-systems.ts';
import type { Conversion, Unit } from '../units.ts';

/** One number of a reading: a blood pressure has two, everything else one. */
export type PartKey = 'value' | 'systolic' | 'diastolic';

/** Filters of the list of health indexes; each completes a text key `group.<name>`. */
export const GROUPS = ['cardio', 'metabolic', 'body'] as const;
export type Group = (typeof GROUPS)[number];

/** One measured component of a vital with several. */
export interface ComponentCoding {
  readonly key: string;
  readonly primaryCodings: readonly Coding[];
  /** Other codes for the part in other systems. */
  readonly aliases: readonly Code[];
  readonly unit: Unit;
}

/** Accepted numbers. `above` and `below` are exclusive, `from` and `upTo` inclusive. */
export interface Limits {
  readonly whole?: true;
  readonly above?: number;
  readonly below?: number;
  readonly from?: number;
  readonly upTo?: number;
}

/** A number that looks like another unit, or like one with a lost decimal mark. */
export interface Slip {
  /** Range of the typed number, both inclusive. */
  readonly from: number;
  readonly upTo: number;
  /** UCUM code of the likely unit. */
  readonly unit?: string;
  /** Conversion from that unit to this one, if the vital's `accept` has no row for it. */
  readonly conversion?: Conversion;
  /** Shift in decimal places: -1 for 366 meant as 36.6. */
  readonly places?: number;
}

/** Rules for a number in one stored unit. */
export interface Measure {
  readonly unit: Unit;
  /** Decimals of a converted value. */
  readonly decimals: number;
  /**
   * Values outside are refused everywhere (form, meter, file): by the specification, or beyond any recorded survival
   * (R-27).
   */
  readonly refuse: Limits;
  /** Values outside are possible but rare and need confirmation. Deliberately wide: not clinical limits. */
  readonly ask: readonly [low: number, high: number];
  readonly slips?: readonly Slip[];
}

/**
 * Which change from the previous reading needs confirmation: more than `by`, or `share` of the previous, within
 * this many days.
 */
export interface Jump {
  readonly by?: number;
  readonly share?: number;
  readonly withinDays?: number;
  /** Applies from this age in completed years, if the age is known. */
  readonly fromAge?: number;
}

export interface PartDefinition {
  readonly key: PartKey;
  /** The part's field name in forms, drafts and messages (`vit.err.<field>`). */
  readonly field: string;
  readonly names?: Localized;
  /** Location of the number: this component, or (absent) the observation itself. */
  readonly component?: ComponentCoding;
  /** Stored units, the default first. */
  readonly measures: readonly [Measure, ...Measure[]];
  readonly jump?: Jump;
  /** Maximum decimals that may be typed. */
  readonly typedDecimals?: number;
}

/** GATT characteristics that carry the vital, and the name of its number in the decoded packet. */
export interface BluetoothSource {
  readonly characteristic: '2A18' | '2A1C' | '2A35' | '2A5E' | '2A9D';
  readonly pick: Readonly<Partial<Record<PartKey, string>>>;
}

/** Everything the product knows about a vital sign, except how it is judged. */
export interface VitalDefinition {
  /** Name in routes, tiles, configuration and stored settings (D-02). */
  readonly key: string;
  readonly names: Localized;
  /** Spelled-out name of an abbreviation, for its first use. */
  readonly longNames?: Localized;
  /** Its icon; purely decorative. */
  readonly icon: VitalIcon;
  readonly group: Group;
  readonly codes: {
    /** Codings of a new reading, LOINC first (T1). */
    readonly write: readonly [Coding, ...Coding[]];
    /** Extra codings for a value in another stored unit, by UCUM code. */
    readonly writeIn?: Readonly<Record<string, Coding>>;
    /** Other codes for it in other systems. */
    readonly read: readonly Code[];
  };
  readonly parts: readonly [PartDefinition, ...PartDefinition[]];
  /** Units convertible to a stored one, by UCUM code in lower case; stored units need no row. */
  readonly accept: Readonly<Record<string, Conversion>>;
  /** Text key of the unit, if readers see another word than its sign: `unit.<name>`. */
  readonly unitText?: string;
  /** Text key explaining an uncommon name: `help.<name>`. */
  readonly help?: string;
  /** The form that records it; absent if none does. */
  // eslint-disable-next-line phr/module-names -- forms of values, by the names under which whoever records them offers them
  readonly form?: { readonly screen: 'blood-pressure-create' | 'glucose-create' | 'health-create' };
  /** Its name in hub messages; absent if no hub meter measures it. `units` as spelled by hubs. */
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

/** Defines a vital sign; it takes effect once listed in `list.ts`. */
export function defineVital<const V extends VitalDefinition>(definition: V): V {
  return definition;
}
