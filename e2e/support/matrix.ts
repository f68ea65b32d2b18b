import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LOCALES, type Locale } from '@phr/contract/locale';
import addresses from './demo-addresses.json' with { type: 'json' };
import { NIGHTLY, sample, type Sample } from '../../tools/sample.ts';

/** The existing screens of docs/screens.md, which a gate keeps equal to the route tables. */
const BUILT = readFileSync(path.join(import.meta.dirname, '../../docs/screens.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| ([\w-]+) \| `([^`]+)` \| ([\w-]+) \| yes \|$/.exec(line))
  .flatMap((row) => {
    const [, screen, address, owner] = row ?? [];
    return screen === undefined || address === undefined || owner === undefined
      ? []
      : [{ screen, path: address, owner }];
  });

/** Addresses of screens that have parameters, in the demo account's record; ids are filled in by `fillIds`. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = addresses;

/**
 * Screens that redirect (the later steps of a booking go to the first one; a journey tests them), or that are only for
 * accounts without a record.
 */
const PASSING =
  /^(?:appointment-practitioner-select|appointment-slot-select|appointment-create-confirm|confirm-create-profile|create-profile|oneid-cb|auth-cb|partner|utm|register-org)$/;

const addressesOf = ({
  screen,
  path: address,
}: {
  readonly screen: string;
  readonly path: string;
}): readonly string[] => ADDRESSES[screen] ?? [address.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'none')];

/** Screens for people without a session. */
const SIGNED_OUT = /^(?:signin|signup|quick-in|phone-to-verify)$/;

interface Shown {
  readonly address: string;
  readonly owner: string;
}

/** Every existing screen, and an address that does not exist. */
const SCREENS: readonly Shown[] = [
  ...BUILT.filter(({ screen }) => !PASSING.test(screen) && !SIGNED_OUT.test(screen)).flatMap((screen) =>
    addressesOf(screen).map((address) => ({ address, owner: screen.owner })),
  ),
  { address: '/no-such-screen', owner: 'shell' },
];
export const SIGNED_OUT_SCREENS: readonly string[] = [
  ...BUILT.filter(({ screen }) => SIGNED_OUT.test(screen)).flatMap(addressesOf),
  '/no-such-screen',
];

export interface Look {
  readonly locale: Locale;
  readonly mode: 'light' | 'dark';
  readonly width: 360 | 1184;
}

const LOOKS: readonly Look[] = LOCALES.flatMap((locale) =>
  (['light', 'dark'] as const).flatMap((mode) => ([360, 1184] as const).map((width) => ({ locale, mode, width }))),
);

/** Four of the eight looks, which together contain every combination of two settings. */
const PAIRWISE: readonly Look[] = [
  { locale: 'vi-VN', mode: 'light', width: 360 },
  { locale: 'vi-VN', mode: 'dark', width: 1184 },
  { locale: 'en-US', mode: 'light', width: 1184 },
  { locale: 'en-US', mode: 'dark', width: 360 },
];

/**
 * Screens opened by one test: small enough to share the work among workers, and large enough to compare a title with
 * many others.
 */
const A_PART = 30;
/** Every screen is visited once in this many runs. */
const TURNS = 4;
/** How many visits CI has time for, including those of screens that the change touches. */
const MOST_VISITS = Math.ceil(SCREENS.length / 3);

/** Changes here affect the screens of all owners. */
const SEEN_EVERYWHERE = ['shared/ui', 'shared/module-kit'];

/**
 * The looks in which screens are visited: a rotating quarter of the screens in one look, and, as long as there is time,
 * the screens that the change touches in all four.
 */
function sampledLooks({ seed, touches }: Sample): ReadonlyMap<Look, readonly string[]> {
  const screens = SCREENS.map((screen, at) => ({
    screen,
    hasTurn: at % TURNS === seed % TURNS,
    // each run of a screen uses the next look, and neighbouring screens differ
    look: Math.floor(at / TURNS) + Math.floor(seed / TURNS),
  }));
  const touched = screens.filter(({ screen }) => touches(screen.owner, ...SEEN_EVERYWHERE));
  const first = [...screens.filter(({ hasTurn }) => hasTurn), ...touched.filter(({ hasTurn }) => !hasTurn)];
  const all = [first, touched, touched, touched]
    .flatMap((seen, round) => seen.map(({ screen, look }) => ({ screen, look: PAIRWISE[(look + round) % 4] })))
    .slice(0, MOST_VISITS);
  return new Map(
    PAIRWISE.map((look) => [look, all.filter((visit) => visit.look === look).map(({ screen }) => screen.address)]),
  );
}

/** What a run opens: at night every screen in all eight looks, in CI a sample. A part is one test. */
export function visits(): readonly { readonly look: Look; readonly parts: readonly (readonly string[])[] }[] {
  const screens = SCREENS.map(({ address }) => address);
  const looks = NIGHTLY ? new Map(LOOKS.map((look) => [look, screens])) : sampledLooks(sample());
  return [...looks].map(([look, seen]) => {
    const count = Math.ceil(seen.length / A_PART);
    return {
      look,
      parts: Array.from({ length: count }, (_, part) => seen.filter((_screen, at) => at % count === part)),
    };
  });
}

/** The looks of the few screens for people without a session: one per run, in rotation. */
export function signedOutLooks(): readonly Look[] {
  return NIGHTLY ? LOOKS : PAIRWISE.filter((_, at) => at === sample().seed % PAIRWISE.length);
}
