import { LOCALES } from '@phr/contract/locale';
import type { ModuleManifest } from '@phr/contract/registry';
import { SIGNAL_ICONS } from '@phr/contract/today';
import { parseManifest, RegistryError } from '@phr/loader/registry';
import type { Finding } from '../ports.ts';
import { inManifest, type Gate } from './gate.ts';

/** Known places of slots and sources. */
export const PLACES = ['dashboard.main', 'dashboard.side', 'today.signals', 'search'] as const;
/** Maximum length of a module icon's SVG path. */
const ICON_PATH = 2_048;
const DOORS: readonly string[] = ['today', 'readings', 'add', 'record', 'family', 'none'];

export interface ManifestOptions {
  /** Places of today's host. */
  readonly places?: readonly string[];
  /** Names of icons that the host has. */
  readonly icons?: readonly string[];
}

/**
 * Requires a fully understood manifest: parsed by the pages' code, with known places, doors and icons, and every text
 * in all languages. Pages are more lenient: they drop what they do not know.
 */
export function manifestGate({ places = PLACES, icons = SIGNAL_ICONS }: ManifestOptions = {}): Gate {
  return {
    id: 'MANIFEST',
    findings({ module, manifest }) {
      const faults = shape(module, manifest);
      // what has no shape has no places
      return faults.length > 0
        ? faults
        : [...unknownPlaces(manifest, places), ...unknownDoors(manifest), ...walked(manifest, icons)];
    },
  };
}

/** The pages' parse error, if any. */
function shape(name: string, manifest: ModuleManifest): readonly Finding[] {
  try {
    parseManifest(manifest, name, 'manifest');
    return [];
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const { where, message } = error;
    return [
      {
        where: inManifest(...stepsOf(where)),
        message: message.slice(message.indexOf(': ') + 2),
        fix: 'See docs/module-guide.md for what a manifest says, and the schema of @phr/contract',
      },
    ];
  }
}

/** 'manifest.routes[2].path' becomes 'routes', '2', 'path'. */
const stepsOf = (where: string): readonly string[] =>
  where
    .replace(/^.*?\bmanifest\b\.?/, '')
    .split(/[.[\]]+/)
    .filter((step) => step !== '');

function unknownPlaces({ slots }: ModuleManifest, places: readonly string[]): readonly Finding[] {
  return slots.flatMap(({ place }, at): readonly Finding[] =>
    places.includes(place)
      ? []
      : [
          {
            where: inManifest('slots', at, 'place'),
            message: `No host has a place "${place}": nobody would ever see the slot`,
            fix: `Take one of ${places.join(', ')}`,
          },
        ],
  );
}

function unknownDoors({ door, routes }: ModuleManifest): readonly Finding[] {
  const named = [
    [inManifest('door'), door],
    ...routes.map((route, at) => [inManifest('routes', at, 'door'), route.door]),
  ] as const;
  return named
    .filter(([, name]) => name !== undefined && !DOORS.includes(name))
    .map(([where = '', name = '']) => ({
      where,
      message: `No host has a door "${name}"`,
      fix: `Take one of ${DOORS.join(', ')}`,
    }));
}

/** Texts and icons anywhere in the manifest. */
function walked(manifest: unknown, icons: readonly string[]): readonly Finding[] {
  const found: Finding[] = [];
  const look = (value: unknown, steps: readonly (string | number)[]): void => {
    if (Array.isArray(value)) return value.forEach((item, at) => look(item, [...steps, at]));
    if (typeof value !== 'object' || value === null) return undefined;
    const fields: [string, unknown][] = Object.entries(value);
    if (fields.some(([key]) => isLocale(key))) found.push(...missingWords(new Map(fields), steps));
    for (const [key, inner] of fields) {
      if (key === 'icon' && !isIcon(inner, icons))
        found.push({
          where: inManifest(...steps, key),
          message: `No icon "${String(inner).slice(0, 40)}"`,
          fix: `Take one of ${icons.join(', ')}, or an SVG path of a 24 × 24 square up to 2 kB`,
        });
      look(inner, [...steps, key]);
    }
    return undefined;
  };
  look(manifest, []);
  return found;
}

const isLocale = (key: string): boolean =>
  /^[a-z]{2}(?:-[A-Z]{2})?$/.test(key) && (LOCALES as readonly string[]).some((locale) => locale.startsWith(key));

function missingWords(words: ReadonlyMap<string, unknown>, steps: readonly (string | number)[]): readonly Finding[] {
  return LOCALES.filter((locale) => {
    const text = words.get(locale) ?? words.get(locale.slice(0, 2));
    return typeof text !== 'string' || text.trim() === '';
  }).map((locale) => ({
    where: inManifest(...steps, locale),
    message: `The text is missing in ${locale}`,
    fix: 'Write it in all languages of the product: a person who chose that one would read another',
  }));
}

/** An icon name, or an SVG path restricted to its own characters. */
const isIcon = (value: unknown, icons: readonly string[]): boolean =>
  typeof value === 'string' &&
  (icons.includes(value) || (value.length <= ICON_PATH && /^[Mm][\d\s.,MmZzLlHhVvCcSsQqTtAa+-]+$/.test(value)));
