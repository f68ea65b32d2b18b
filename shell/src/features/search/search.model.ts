import type { Locale } from '@phr/contract/host-api';
import { describe } from '@phr/fhir/describe';
import { text } from '@phr/fhir/json';
import { normalizeText } from '@phr/fhir/normalize-text';
import type { RouteTable } from '../../core/routes.ts';
import { FEATURES, menuGroups } from '../../core/menu.model.ts';
import type { FoundEntry, FoundType } from './search.api.ts';

export interface Found {
  readonly key: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly href: string;
}

/** Forms that people look for by name; each is found where it exists. */
const FORMS = [
  'blood-pressure-create',
  'glucose-create',
  'health-create',
  'encounter-create',
  'condition-create',
  'immunizations-create',
  'vaccines-due',
  'growth',
  'medicines',
  'medicine-create',
  'allergies',
  'allergy-create',
  'appointment-create',
  'create-related-profile',
  'update-profile',
  'notifications',
  'qr-scanner',
];

/** Screens that the menu leads to, and forms (D-95). Those that are not built, and devices while another person is viewed, are left out. */
export function screensToFind(
  routes: RouteTable,
  isOwnRecord: boolean,
  titleOf: (screen: string) => string | undefined,
): readonly Found[] {
  const names = new Set([
    ...menuGroups(isOwnRecord)
      .flat()
      .map(({ screen }) => screen),
    ...Object.values(FEATURES).map(({ screen }) => screen),
    ...FORMS,
  ]);
  return routes.routes
    .filter(
      ({ screen, planned, mainPatientOnly }) =>
        names.has(screen) && planned !== true && (isOwnRecord || mainPatientOnly !== true),
    )
    .flatMap(({ screen }) => {
      const title = titleOf(screen);
      return title === undefined ? [] : [{ key: screen, title, href: routes.hrefOf(screen) }];
    });
}

/** Screen that shows an entry; conditions have none of their own and are shown in their list. */
const SCREENS: Readonly<Record<FoundType, string>> = {
  Encounter: 'encounter-details',
  Appointment: 'appointment-details',
  Condition: 'conditions',
  DiagnosticReport: 'report-details',
};

/** Entries of the record in words, newest first as they came. What was entered in error or ruled out is no entry. */
export function entriesToFind(
  entries: readonly FoundEntry[],
  routes: RouteTable,
  locale: Locale,
  kindOf: (type: FoundType) => string,
): readonly Found[] {
  return entries.flatMap(({ type, resource }) => {
    const id = text(resource['id']);
    const screen = SCREENS[type];
    if (id === undefined || !routes.routes.some((route) => route.screen === screen)) return [];
    const { title, when, statusCode } = describe(resource, locale);
    if (statusCode === 'entered-in-error' || statusCode === 'refuted') return [];
    return [
      {
        key: `${type}/${id}`,
        title,
        href: routes.hrefOf(screen, type === 'Condition' ? {} : { id }),
        subtitle: [kindOf(type), when].filter((part) => part !== undefined).join(' · '),
      },
    ];
  });
}

/** What holds every typed word, in any order, without regard to accents and case. Nothing for an empty search. */
export function matching(found: readonly Found[], typed: string): readonly Found[] {
  const words = normalizeText(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  return found.filter(({ title, subtitle }) => {
    const content = normalizeText(`${title} ${subtitle ?? ''}`);
    return words.every((word) => content.includes(word));
  });
}
