import type { Door, ManifestText, ModuleManifest, WayEntry } from '@phr/contract/registry';
import type { Offer } from '@phr/loader/resolve';
import ORDER from './order.json' with { type: 'json' };
import type { TextKey } from './texts.tsx';

/** A way to a screen: of the shell's own by a key of its texts, of a module's in the words of its manifest. */
export interface MenuItem {
  readonly screen: string;
  readonly text: TextKey | ManifestText;
  /** Name of an icon of `@phr/ui/icons`, or an outline. */
  readonly icon: string;
  /** For the account's owner alone (MENU-03). */
  readonly ownOnly?: boolean;
}

/** One of the doors; the one that adds is no screen. */
export interface DoorItem extends Omit<MenuItem, 'screen'> {
  readonly door: Door;
  readonly screen?: string;
  /** Screens that stand beneath it on wide windows, those that there are. */
  readonly beneath: readonly string[];
}

const item = (screen: string, text: TextKey, icon: string): MenuItem => ({ screen, text, icon });

const door = (name: Door, text: TextKey, icon: string): DoorItem => {
  const [screen, ...beneath]: readonly string[] = ORDER.doors[name];
  return { door: name, text, icon, beneath, ...(screen !== undefined && { screen }) };
};

/** The five doors, which stand on each screen in this order: what a person comes for. */
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
 * What the owner put in an order (`order.json`), in that order; then what modules add to it, in theirs (R-P1). The owner's order is data: a module that nobody
 * of us knows stands behind it.
 */
function inOrder<Entry>(order: readonly string[], entries: readonly Entry[], nameOf: (entry: Entry) => string) {
  const place = (entry: Entry): number => (order.includes(nameOf(entry)) ? order.indexOf(nameOf(entry)) : order.length);
  return entries.toSorted((a, b) => place(a) - place(b));
}

/** The entries of one list of all manifests, by their own order. */
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

/** The two groups of the left menu (MENU-01, MENU-02); log out, which is no screen, closes the second. Devices belong to the account's owner only (MENU-03). */
export function menuGroups(
  offer: Offer,
  isOwnRecord: boolean,
): readonly [record: readonly MenuItem[], account: readonly MenuItem[]] {
  return [
    groupOf(offer, 'record').filter(isShown(isOwnRecord)),
    groupOf(offer, 'account').filter(isShown(isOwnRecord)),
  ];
}

/** The row above the doors on a phone: scan, devices (for another person health indexes are the door below), settings (DASH-13). */
export function quickRow(offer: Offer, isOwnRecord: boolean): readonly MenuItem[] {
  const all = [...OWN.quickRow, ...menuGroups(offer, isOwnRecord).flat()];
  return inOrder(ORDER.quickRow, all, screenOf).filter(({ screen }) => ORDER.quickRow.includes(screen));
}

/** What can be a feature tile of the dashboard, by the name that the device's settings keep, in its order (DASH-15). */
export function features(offer: Offer): ReadonlyMap<string, MenuItem> {
  const theirs = entriesOf(offer, ({ tiles }) => tiles).map((tile): [string, MenuItem] => [tile.of.name, tile]);
  return new Map(inOrder(ORDER.tiles, [...Object.entries<MenuItem>(OWN.tiles), ...theirs], ([name]) => name));
}

/** The tiles of a person who has not chosen any. */
export const DEFAULT_FEATURES: readonly string[] = ORDER.shownTiles;

/** The tiles of these features; those that are not known, and devices while another person is viewed, are left out (MENU-04). */
export function featureTiles(offer: Offer, names: readonly string[], isOwnRecord: boolean): readonly MenuItem[] {
  const known = features(offer);
  return names.flatMap((name) => known.get(name) ?? []).filter(isShown(isOwnRecord));
}

/** Quick links of the wide dashboard: what people come to do (DASH-05). */
export function quickLinks(offer: Offer): readonly MenuItem[] {
  return inOrder<MenuItem>(
    ORDER.quickLinks,
    [...OWN.quickLinks, ...entriesOf(offer, ({ quickLinks: links }) => links)],
    screenOf,
  );
}
