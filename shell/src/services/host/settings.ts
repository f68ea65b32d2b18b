import { LOCALES } from '@phr/contract/locale';
import type { Settings } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { TextStore } from './storage.ts';

/** Settings a person can choose. */
export type Choices = Pick<Settings, 'locale' | 'textSize' | 'glucoseUnit'> & { readonly colorChoice: ColorChoice };
export type ColorChoice = Settings['colorMode'] | 'system';

export interface SettingsPort {
  readonly settings: Store<Settings>;
  readonly colorChoice: Store<ColorChoice>;
  /** Changes settings for all modules and stores them on this device. */
  choose(choices: Partial<Choices>): void;
}

export interface SettingsOptions {
  readonly store: TextStore;
  readonly deployment: Pick<Settings, 'emergencyNumber' | 'supportPhone' | 'clinicalTexts'>;
  readonly userAgent: string;
  /** The system's dark mode preference. */
  readonly darkMode: MediaQueryList;
}

const KEYS = {
  locale: 'phr.lang',
  colorChoice: 'phr.colorMode',
  textSize: 'phr.textSize',
  glucoseUnit: 'phr.glucoseUnit',
} as const;
const DEVICE = 'phr.deviceId';

/** This browser's settings: Vietnamese, light and normal text size by default (I18N-01, UI-04). */
export function createSettings({ store, deployment, userAgent, darkMode }: SettingsOptions): SettingsPort {
  const colorChoice = createStore<ColorChoice>(
    oneOf(store.get(KEYS.colorChoice), ['light', 'dark', 'system']) ?? 'light',
  );
  const colorMode = (): Settings['colorMode'] => {
    const choice = colorChoice.get();
    return choice === 'system' ? (darkMode.matches ? 'dark' : 'light') : choice;
  };
  const settings = createStore<Settings>({
    locale: oneOf(store.get(KEYS.locale), LOCALES) ?? LOCALES[0],
    colorMode: colorMode(),
    textSize: textSizeOf(store.get(KEYS.textSize)),
    glucoseUnit: oneOf(store.get(KEYS.glucoseUnit), ['mmol/L', 'mg/dL']) ?? 'mmol/L',
    ...deployment,
    deviceId: deviceId(store),
    deviceName: deviceName(userAgent),
  });
  darkMode.addEventListener('change', () => settings.set({ ...settings.get(), colorMode: colorMode() }));

  return {
    settings,
    colorChoice,
    choose(choices) {
      for (const [name, value] of Object.entries(choices)) {
        const key = Object.entries(KEYS).find(([known]) => known === name)?.[1];
        if (key !== undefined && value !== undefined) store.set(key, String(value));
      }
      const { colorChoice: color, ...rest } = choices;
      if (color !== undefined) colorChoice.set(color);
      settings.set({ ...settings.get(), ...rest, colorMode: colorMode() });
    },
  };
}

function oneOf<T extends string>(value: string | undefined, allowed: readonly T[]): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

function textSizeOf(value: string | undefined): Settings['textSize'] {
  return value === '115' ? 115 : value === '130' ? 130 : 100;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** 12 characters A-Z 0-9, generated once per browser. */
function deviceId(store: TextStore): string {
  const known = store.get(DEVICE);
  if (known !== undefined && /^[A-Z0-9]{12}$/.test(known)) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    LETTERS.charAt(byte % LETTERS.length),
  ).join('');
  store.set(DEVICE, made);
  return made;
}

const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Cốc Cốc', /coc_coc_browser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android/],
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

/** Browser and system, e.g. 'Chrome, Android'. */
export function deviceName(userAgent: string): string {
  const nameIn = (list: typeof BROWSERS): string | undefined =>
    list.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((part) => part !== undefined).join(', ') || 'Web';
}
