import type { Locale, PatientSummary } from '@phr/contract/host-api';
import type { Offer } from '@phr/loader/resolve';
import type { RouteTable } from '../../core/routes.ts';
import { wordsIn } from '@phr/i18n/localized';
import { withPerson } from '../../services/host/person-in-address.ts';
import type { Searched } from './index.model.ts';
import { indexed, type Indexed } from './match.model.ts';
import { SCREEN_WORDS } from './screen.words.ts';

export interface Found {
  readonly key: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly href: string;
}

/**
 * Searchable screens: those with keywords, except unimplemented ones, those of switched-off modules, and devices while
 * another person is viewed.
 */
export function screensToFind(
  offer: Offer,
  routes: RouteTable,
  isOwnRecord: boolean,
  titleOf: (screen: string) => string | undefined,
): readonly Indexed<Found>[] {
  const off = new Set(offer.filter(({ state }) => state !== 'offered').map(({ name }) => name));
  const actions = offer.flatMap(({ manifest }) => manifest.actions ?? []);
  return routes.routes
    .filter(
      ({ module = '', planned, mainPatientOnly }) =>
        !off.has(module) && planned !== true && (isOwnRecord || mainPatientOnly !== true),
    )
    .flatMap(({ screen, find = SCREEN_WORDS[screen] }) => {
      const title = titleOf(screen);
      if (title === undefined || find === undefined) return [];
      const said = actions.filter((action) => action.screen === screen).flatMap(({ text }) => Object.values(text));
      return [indexed({ key: screen, title, href: routes.hrefOf(screen) }, title, [...find, ...said])];
    });
}

/** Accessible people; each leads to the first screen of their record. */
export function personsToFind(
  family: readonly PatientSummary[],
  routes: RouteTable,
  relationOf: (relationship: string) => string,
): readonly Indexed<Found>[] {
  return family.map(({ id, name, relationship }) => {
    const relation = relationOf(relationship);
    const href = withPerson(routes.hrefOf('dashboard'), id);
    return indexed({ key: id, title: name, subtitle: relation, href }, name, [relation]);
  });
}

/** Entries of the sources, in order, without those whose URL cannot be built. */
export function entriesToFind(searched: readonly Searched[], routes: RouteTable): readonly Indexed<Found>[] {
  return searched.flatMap(({ key, entries }) =>
    entries.flatMap(({ title, detail, words, place }, at) => {
      const href = addressOf(routes, place);
      if (href === undefined) return [];
      const found = { key: `${key}/${at}`, title, href, ...(detail !== undefined && { subtitle: detail }) };
      return [indexed(found, title, [...words, detail ?? ''])];
    }),
  );
}

function addressOf(routes: RouteTable, { screen, params }: Searched['entries'][number]['place']): string | undefined {
  try {
    return routes.hrefOf(screen, params);
  } catch {
    return undefined;
  }
}

/** Names of what was not searched: whole sources by manifest, kinds as named by their source. */
export function missingIn(searched: readonly Searched[], locale: Locale): readonly string[] {
  return searched.flatMap(({ status, text, missing = [] }) =>
    status === 'failed' ? (wordsIn(text, locale) ?? []) : missing,
  );
}
