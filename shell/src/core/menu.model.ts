import type { Door, ManifestText, ModuleManifest, WayEntry } from '@phr/contract/registry';
import type { Offer } from '@phr/loader/resolve';
import ORDER from './order.json' with { type: 'json' };
import type { TextKey } from './texts.tsx';

/** A link to a screen, labelled by a text key (shell) or by its manifest (module). */
export interface MenuItem {
  readonly screen: string;
  readonly text: TextKey | ManifestText;
  /** Name of an icon of `@phr/ui/icons`, or an outline. */
  readonly icon: string;
  /** For the account's owner only (MENU-03). */
  readonly ownOnly?: boolean;
}

/** One of the doors; the "add" door is not a screen. */
export interface DoorItem extends Omit<MenuItem, 'screen'> {
  readonly door: Door;
  readonly screen?: string;
  /** Screens listed beneath it in wide windows, if they exist. */
  readonly beneath: readonly string[];
}

const item = (screen: string, text: TextKey, icon: string): MenuItem => ({ screen, text, icon });

const door = (name: Door, text: TextKey, icon: string): DoorItem => {
  const [screen, ...beneath]: readonly string[] = ORDER.doors[name];
  return { door: name, text, icon, beneath, ...(screen !== undefined && { screen }) };
};

/** The five doors, in this order on every screen. */
export const DOORS: readonly DoorItem[] = [
  door('today', 'screen.dashboard', 'IconHome'),
  door('readings', 'door.readings', 'IconHealthIndexes'),
  door('add', 'common.add', 'IconAdd'),
  door('record', 'door.record', 'IconProfile'),
  door('family', 'screen.family', 'IconFamily'),
];

const PROFILE = item('profile', 'menu.personalRecord', 'IconProfile');
const QR = item('patient-qrs', 'menu.qrCode', 'IconQrCode');
const SCAN = item('qr-scanner', 'bottom.scanQr', 'IconScanCode');
const SETTINGS = item('setting', 'menu.settings', 'IconSettings');

/** The shell's own items. */
const OWN = {
  record: [PROFILE, item('family', 'menu.familyHealth', 'IconFamily')],
  account: [QR, SETTINGS, item('help', 'menu.help', 'IconHelp')],
  quickRow: [SCAN],
  tiles: { FAMILY: item('family', 'tile.FAMILY', 'IconFamily'), PROFILE, QR },
  quickLinks: [QR, SCAN],
} as const;

/**
 * First the entries in the owner's configured order (`order.json`), then the modules' others in their own order (R-P1).
 * The order is data, so unknown modules work too.
 */
function inOrder<Entry>(order: readonly string[], entries: readonly Entry[], nameOf: (entry: Entry) => string) {
  const place = (entry: Entry): number => (order.includes(nameOf(entry)) ? order.indexOf(nameOf(entry)) : order.length);
  return entries.toSorted((a, b) => place(a) - place(b));
}

/** Entries of one kind from all manifests, by their own order. */
function entriesOf<Entry extends WayEntry>(
  offer: Offer,
  listOf: (manifest: ModuleManifest) => readonly Entry[] | undefined,
): readonly (MenuItem & { readonly of: Entry })[] {
  return offer
    .flatMap(({ manifest }) =>
      (listOf(manifest) ?? []).map((of) => ({
        screen: of.screen,
        text: of.label,
        icon: of.icon,
        ownOnly: manifest.routes.some((route) => route.screen === of.screen && route.mainPatientOnly === true),
        of,
      })),
    )
    .toSorted((a, b) => a.of.order - b.of.order || a.screen.localeCompare(b.screen));
}

const isShown =
  (isOwnRecord: boolean) =>
  ({ ownOnly }: MenuItem): boolean =>
    isOwnRecord || ownOnly !== true;
const screenOf = ({ screen }: MenuItem): string => screen;

function groupOf(offer: Offer, group: 'record' | 'account'): readonly MenuItem[] {
  const theirs = entriesOf(offer, ({ menu }) => menu).filter(({ of }) => of.group === group);
  return inOrder<MenuItem>(ORDER[group], [...OWN[group], ...theirs], screenOf);
}

/**
 * The two groups of the side menu (MENU-01, MENU-02); "log out", which is not a screen, ends the second. Devices are
 * for the account's owner only (MENU-03).
 */
export function menuGroups(
  offer: Offer,
  isOwnRecord: boolean,
): readonly [record: readonly MenuItem[], account: readonly MenuItem[]] {
  return [
    groupOf(offer, 'record').filter(isShown(isOwnRecord)),
    groupOf(offer, 'account').filter(isShown(isOwnRecord)),
  ];
}

/**
 * The row above the doors on a phone: scan, devices (for another person health indexes are the door below), settings
 * (DASH-13).
 */
export function quickRow(offer: Offer, isOwnRecord: boolean): readonly MenuItem[] {
  const all = [...OWN.quickRow, ...menuGroups(offer, isOwnRecord).flat()];
  return inOrder(ORDER.quickRow, all, screenOf).filter(({ screen }) => ORDER.quickRow.includes(screen));
}

/** Available dashboard tiles by the name stored in device settings, in order (DASH-15). */
export function features(offer: Offer): ReadonlyMap<string, MenuItem> {
  const theirs = entriesOf(offer, ({ tiles }) => tiles).map((tile): [string, MenuItem] => [tile.of.name, tile]);
  return new Map(inOrder(ORDER.tiles, [...Object.entries<MenuItem>(OWN.tiles), ...theirs], ([name]) => name));
}

/** Default tiles. */
export const DEFAULT_FEATURES: readonly string[] = ORDER.shownTiles;

/** Tiles of these features, without unknown ones and, while another person is viewed, without devices (MENU-04). */
export function featureTiles(offer: Offer, names: readonly string[], isOwnRecord: boolean): readonly MenuItem[] {
  const known = features(offer);
  return names.flatMap((name) => known.get(name) ?? []).filter(isShown(isOwnRecord));
}

/** Quick links of the wide dashboard: common tasks (DASH-05). */
export function quickLinks(offer: Offer): readonly MenuItem[] {
  return inOrder<MenuItem>(
    ORDER.quickLinks,
    [...OWN.quickLinks, ...entriesOf(offer, ({ quickLinks: links }) => links)],
    screenOf,
  );
}
