import { isObject, list, number, lenientObject, text, type Read } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';

/** Whose a reading of a device is: everybody's who measures, its owner's alone, a member's, or as the hub says (DEV-12). */
export const USING_MODES = [0, 1, 2, 3] as const;
export type UsingMode = (typeof USING_MODES)[number];

/** A time of the day at which the hub reminds of measuring. */
export interface Reminder {
  readonly label: string;
  readonly minutesOfDay: number;
}

/** What a device keeps (DEV-05). Settings of screens are JSON texts; they are passed on as they are (DEV-06). */
export interface DeviceProperties {
  readonly notyMode?: string;
  readonly usingMode?: UsingMode;
  readonly reminders: readonly Reminder[];
  readonly fwVersion?: string;
  readonly fwUrl?: string;
  readonly fwMd5?: string;
  readonly screens: Readonly<Partial<Record<ScreenSetting, string>>>;
}

/** Settings of screens that a device keeps. */
export const SCREEN_SETTINGS = [
  'DASHBOARD_VITALS',
  'DASHBOARD_FEATURES',
  'LATEST_INDEXES',
  'MONITOR_INDEXES',
  'GLUCOSE_UNIT',
  'DASHBOARD_REPORTS',
  'LATEST_REPORTS',
] as const;
export type ScreenSetting = (typeof SCREEN_SETTINGS)[number];

export const propertyReader = list(
  lenientObject({
    type: lenientObject({ coding: list(lenientObject({ code: text })) }),
    valueCode: list(lenientObject({ text })),
  }),
);

/** Reads the properties of a Device; what cannot be read is not there. */
export function readProperties(properties: Read<typeof propertyReader> | undefined): DeviceProperties {
  const storedValues = new Map(
    (properties ?? []).flatMap(({ type, valueCode }) => {
      const name = type?.coding?.find(({ code }) => code !== undefined)?.code;
      const value = valueCode?.[0]?.text;
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  return {
    reminders: remindersOf(storedValues.get('REMINDERS')),
    screens: Object.fromEntries(
      SCREEN_SETTINGS.flatMap((name) => {
        const value = storedValues.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    ...defined({
      notyMode: storedValues.get('NOTY_MODE'),
      usingMode: USING_MODES.find((mode) => String(mode) === storedValues.get('USING_MODE')),
      fwVersion: storedValues.get('FW_VERSION'),
      fwUrl: storedValues.get('FW_URL'),
      fwMd5: storedValues.get('FW_MD5'),
    }),
  };
}

const reminder = lenientObject({ label: text, minutesOfDay: number });

function remindersOf(json: string | undefined): readonly Reminder[] {
  let value: unknown;
  try {
    value = JSON.parse(json ?? '[]');
  } catch {
    return [];
  }
  return (Array.isArray(value) ? value.filter(isObject) : []).flatMap((one) => {
    const { label = '', minutesOfDay } = reminder(one) ?? {};
    return minutesOfDay === undefined || !Number.isInteger(minutesOfDay) || minutesOfDay < 0 || minutesOfDay > 1439
      ? []
      : [{ label, minutesOfDay }];
  });
}
