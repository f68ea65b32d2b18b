import type { ScreenPlace } from '@phr/contract/screens';
import type { StoreKey } from '@phr/clinical/codings';

/** Filters of the list of health indexes; each is the end of a text key `group.<name>`. */
export const GROUPS = ['cardio', 'metabolic', 'body'] as const;
export type Group = (typeof GROUPS)[number];

/** What the screens need to know about one health index beyond its codings. What else a new one needs: docs/changes.md. */
export interface Vital {
  readonly storeKey: StoreKey;
  /** Text key of the name. */
  readonly name: string;
  /** Text key of the name that spells out an abbreviation, for its first use. */
  readonly longName?: string;
  /** Text key of the unit that people read; empty for a vital that is told in the unit of the reading. */
  readonly unit: string;
  readonly group: Group;
  /** Screen that records it; absent for an index that no form records. */
  readonly createScreen?: 'blood-pressure-create' | 'glucose-create' | 'health-create';
  /** Text key of an explanation for a name that is not an everyday word. */
  readonly help?: string;
}

/** In the order of the list. */
export const VITALS: readonly Vital[] = [
  {
    storeKey: 'bloodPressures',
    name: 'vit.bloodPressure',
    unit: 'unit.mmHg',
    group: 'cardio',
    createScreen: 'blood-pressure-create',
    help: 'help.bloodPressure',
  },
  { storeKey: 'heartRates', name: 'vit.heartRate', unit: 'unit.bpm', group: 'cardio', createScreen: 'health-create' },
  {
    storeKey: 'spo2s',
    name: 'vit.spo2',
    longName: 'vit.spo2.long',
    unit: 'unit.percent',
    group: 'cardio',
    createScreen: 'health-create',
    help: 'help.spo2',
  },
  {
    storeKey: 'respiratoryRates',
    name: 'vit.respiratoryRate',
    unit: 'unit.perMin',
    group: 'cardio',
    createScreen: 'health-create',
  },
  { storeKey: 'ecgs', name: 'vit.ecg', unit: 'unit.bpm', group: 'cardio', help: 'help.ecg' },
  { storeKey: 'glucoses', name: 'vit.glucose', unit: '', group: 'metabolic', createScreen: 'glucose-create' },
  {
    storeKey: 'ketones',
    name: 'vit.ketone',
    unit: 'unit.mmolL',
    group: 'metabolic',
    createScreen: 'health-create',
    help: 'help.ketone',
  },
  {
    storeKey: 'cholesterols',
    name: 'vit.cholesterol',
    unit: 'unit.mmolL',
    group: 'metabolic',
    createScreen: 'health-create',
  },
  {
    storeKey: 'uricAcids',
    name: 'vit.uricAcid',
    unit: 'unit.umolL',
    group: 'metabolic',
    createScreen: 'health-create',
    help: 'help.uricAcid',
  },
  {
    storeKey: 'temperatures',
    name: 'vit.temperature',
    unit: 'unit.celsius',
    group: 'body',
    createScreen: 'health-create',
  },
  { storeKey: 'weights', name: 'vit.weight', unit: 'unit.kg', group: 'body', createScreen: 'health-create' },
  { storeKey: 'heights', name: 'vit.height', unit: 'unit.cm', group: 'body', createScreen: 'health-create' },
  { storeKey: 'bmis', name: 'vit.bmi', unit: 'unit.kgm2', group: 'body', help: 'help.bmi' },
];

const BY_KEY: ReadonlyMap<StoreKey, Vital> = new Map(VITALS.map((vital) => [vital.storeKey, vital]));

/** The vital of a store key. Throws for a key without a row: every store key has one. */
export function vital(storeKey: StoreKey): Vital {
  const found = BY_KEY.get(storeKey);
  if (found === undefined) throw new RangeError(`No vital ${storeKey}`);
  return found;
}

export function isGroup(name: string | null): name is Group {
  return GROUPS.some((group) => group === name);
}

/** The screen that an index opens: all its readings; of ECGs the recordings, of which a chart of rates says little. */
export function detailsTargetOf(storeKey: StoreKey): ScreenPlace {
  return storeKey === 'ecgs' ? { screen: 'ekg-board' } : { screen: 'health-details', params: { name: storeKey } };
}

/** The screen that records a vital, with the parameters that open it for this one; undefined for a vital that no form records. */
export function createTargetOf(storeKey: StoreKey): ScreenPlace | undefined {
  const { createScreen } = vital(storeKey);
  if (createScreen === undefined) return undefined;
  return createScreen === 'health-create'
    ? { screen: createScreen, params: { name: storeKey } }
    : { screen: createScreen };
}
