import type { NavigationPort } from '@phr/contract/host-api';
import type { ScreenPlace } from '@phr/contract/screens';

/**
 * URL of any screen, for real links.
 * @throws AppError UNKNOWN_SCREEN, SCREEN_PARAMETER
 */
export function hrefOf(navigation: Pick<NavigationPort, 'hrefOf'>, { screen, params }: ScreenPlace): string {
  return navigation.hrefOf(screen, params);
}

/** Opens a screen. @throws as hrefOf */
export function openScreen(navigation: Pick<NavigationPort, 'go'>, { screen, params }: ScreenPlace): void {
  navigation.go(screen, params);
}

/**
 * Opens a screen in place of the current one, which is skipped by Back.
 * @throws as hrefOf
 */
export function replaceScreen(navigation: Pick<NavigationPort, 'hrefOf' | 'replace'>, place: ScreenPlace): void {
  navigation.replace(hrefOf(navigation, place));
}

/**
 * Goes back one entry, or to `place` if this tab has no earlier entry of the app.
 * @throws as hrefOf
 */
export function goBack(navigation: Pick<NavigationPort, 'hrefOf' | 'back'>, place: ScreenPlace): void {
  navigation.back(hrefOf(navigation, place));
}
