import { LoadingRegion } from '@phr/ui/loading-region';
import type { ComponentType } from 'react';
import { type LazyScreen, lazyScreen } from '../core/lazy-screen.tsx';
import { ScreenSkeleton } from '../core/screen-skeleton.tsx';
import { useShell } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';

type View = LazyScreen<object>;
const view = (load: () => Promise<ComponentType>): View => lazyScreen(load, <OwnLoading />);

/**
 * Lazily loaded signed-in screens of the shell: all but the dashboard, which is part of the frame. Screens used
 * together share a chunk.
 */
export const OWN_SCREENS: Readonly<Record<string, View>> = {
  family: view(
    async () => (await import(/* webpackChunkName: "persons" */ '../features/family/family.view.tsx')).FamilyScreen,
  ),
  profile: view(
    async () => (await import(/* webpackChunkName: "persons" */ '../features/profile/profile.view.tsx')).ProfileScreen,
  ),
  'confirm-create-profile': view(
    async () =>
      (await import(/* webpackChunkName: "persons" */ '../features/profile/confirm-create-profile.view.tsx'))
        .ConfirmCreateProfileScreen,
  ),
  'create-profile': view(
    async () =>
      (await import(/* webpackChunkName: "profile-forms" */ '../features/profile/create-profile.view.tsx'))
        .CreateProfileScreen,
  ),
  'create-related-profile': view(
    async () =>
      (await import(/* webpackChunkName: "profile-forms" */ '../features/profile/create-related-profile.view.tsx'))
        .CreateRelatedProfileScreen,
  ),
  'update-profile': view(
    async () =>
      (await import(/* webpackChunkName: "profile-forms" */ '../features/profile/update-profile.view.tsx'))
        .UpdateProfileScreen,
  ),
  'update-patient-contactor': view(
    async () =>
      (await import(/* webpackChunkName: "profile-forms" */ '../features/profile/contact.view.tsx')).ContactScreen,
  ),
  setting: view(
    async () => (await import(/* webpackChunkName: "around" */ '../features/setting/setting.view.tsx')).SettingScreen,
  ),
  notifications: view(
    async () =>
      (await import(/* webpackChunkName: "notifications" */ '../features/notifications/notifications.view.tsx'))
        .NotificationsScreen,
  ),
  help: view(async () => (await import(/* webpackChunkName: "around" */ '../features/help/help.view.tsx')).HelpScreen),
  search: view(
    async () => (await import(/* webpackChunkName: "search" */ '../features/search/search.view.tsx')).SearchScreen,
  ),
  'patient-qrs': view(
    async () => (await import(/* webpackChunkName: "qr" */ '../features/qr/patient-qrs.view.tsx')).PatientQrsScreen,
  ),
  'qr-scanner': view(
    async () => (await import(/* webpackChunkName: "qr" */ '../features/qr/qr-scanner.view.tsx')).QrScannerScreen,
  ),
  'form-example': view(
    async () =>
      (await import(/* webpackChunkName: "examples" */ '../features/examples/form-example.view.tsx')).FormExampleScreen,
  ),
  'component-example': view(
    async () =>
      (await import(/* webpackChunkName: "examples" */ '../features/examples/component-example.view.tsx'))
        .ComponentExampleScreen,
  ),
};

/** Placeholder while the account, its patient or a shell screen is loading. */
export function OwnLoading() {
  const t = useT();
  const { patients } = useShell();
  return (
    <LoadingRegion thing={t('patient.loadingThing')} onRetry={() => void patients.load()}>
      <ScreenSkeleton />
    </LoadingRegion>
  );
}
