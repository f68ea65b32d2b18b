import { ErrorCard } from '@phr/ui/error-card';
import { errorNotice } from '@phr/http/error-notice';
import { AppError } from '@phr/contract/app-error';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { DashboardScreen } from '../features/dashboard/dashboard.view.tsx';
import { FamilyScreen } from '../features/family/family.view.tsx';
import { HelpScreen } from '../features/help/help.view.tsx';
import { NotificationsScreen } from '../features/notifications/notifications.view.tsx';
import { NotFoundScreen } from '../features/planned/not-found.view.tsx';
import { ConfirmCreateProfileScreen } from '../features/profile/confirm-create-profile.view.tsx';
import { ProfileScreen } from '../features/profile/profile.view.tsx';
import { SessionWarning } from '../features/session/session-warning.view.tsx';
import { SettingScreen } from '../features/setting/setting.view.tsx';
import { AppLayout } from '../layout/app-layout.tsx';
import { ModulePlace } from '../layout/module-place.tsx';
import type { Decision } from './guard.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import type { Route } from './routes.ts';
import { Screen } from './screen.tsx';
import { useShell, useStore } from './shell.tsx';
import { useT, useTexts } from './texts.tsx';

// Screens that few people open come in files of their own.
const SearchScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "search" */ '../features/search/search.view.tsx')).SearchScreen }));
const PatientQrsScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "qr" */ '../features/qr/patient-qrs.view.tsx')).PatientQrsScreen }));
const QrScannerScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "qr" */ '../features/qr/qr-scanner.view.tsx')).QrScannerScreen }));
const ComponentExampleScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "examples" */ '../features/examples/component-example.view.tsx')).ComponentExampleScreen }));
const FormExampleScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "examples" */ '../features/examples/form-example.view.tsx')).FormExampleScreen }));

const AccountScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "accounts" */ './signed-out.tsx')).AccountScreen }));
const CreateProfileScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "profile-forms" */ '../features/profile/create-profile.view.tsx')).CreateProfileScreen }));
const CreateRelatedProfileScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "profile-forms" */ '../features/profile/create-related-profile.view.tsx')).CreateRelatedProfileScreen }));
const UpdateProfileScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "profile-forms" */ '../features/profile/update-profile.view.tsx')).UpdateProfileScreen }));
const ContactScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "profile-forms" */ '../features/profile/contact.view.tsx')).ContactScreen }));

const SCREENS: Readonly<Record<string, ComponentType>> = {
  dashboard: DashboardScreen,
  family: FamilyScreen,
  profile: ProfileScreen,
  'confirm-create-profile': ConfirmCreateProfileScreen,
  'create-profile': CreateProfileScreen,
  'create-related-profile': CreateRelatedProfileScreen,
  'update-profile': UpdateProfileScreen,
  'update-patient-contactor': ContactScreen,
  setting: SettingScreen,
  notifications: NotificationsScreen,
  help: HelpScreen,
  search: SearchScreen,
  'patient-qrs': PatientQrsScreen,
  'qr-scanner': QrScannerScreen,
  'form-example': FormExampleScreen,
  'component-example': ComponentExampleScreen,
};

/** Everything that needs a token: layout, the shell's screens, the modules' views. */
export function SignedIn({ decision, overlayRoot }: { readonly decision: Decision; readonly overlayRoot: HTMLElement }) {
  const route = decision.kind === 'show' || decision.kind === 'failed' ? decision.route : undefined;
  return (
    <AppLayout layout={layoutOf(route)} screen={route?.screen}>
      {content(decision, overlayRoot)}
      <LeaveDialog />
      <SessionWarning />
    </AppLayout>
  );
}

/** Screens that both sets have stand in the app's frame once there is a token (table T2). */
function layoutOf(route: Route | undefined): Route['layout'] {
  return route?.layoutIn ?? route?.layout ?? 'app';
}

function content(decision: Decision, overlayRoot: HTMLElement): ReactNode {
  if (decision.kind === 'not-found') return <NotFoundScreen />;
  if (decision.kind === 'failed') return <PatientFailed route={decision.route} />;
  if (decision.kind !== 'show') return <PatientLoading />;
  const { screen, module } = decision.route;
  // One view for all paths of a module: it stays mounted while the person is in the module.
  if (module !== undefined) return <ModulePlace key={module} module={module} part="app" kind="view" screen={screen} overlayRoot={overlayRoot} />;
  const Own = SCREENS[screen];
  if (Own === undefined) return <Suspense fallback={<PatientLoading />}><AccountScreen screen={screen} /></Suspense>;
  return <Suspense key={screen} fallback={<PatientLoading />}><Own /></Suspense>;
}

function PatientLoading() {
  const t = useT();
  const { patients } = useShell();
  return <LoadingRegion thing={t('patient.loadingThing')} onRetry={() => void patients.load()}><Skeleton height={120} lines={3} /></LoadingRegion>;
}

/** The account or its patient could not be loaded: said as it is, never taken for a missing profile (D-82). */
function PatientFailed({ route }: { readonly route: Route }) {
  const { t, find } = useTexts();
  const { patients, connection } = useShell();
  const online = useStore(connection.online);
  const { error = new AppError() } = useStore(patients.state);
  const title = find(`screen.${route.screen}`) ?? t('app.shortName');
  return (
    <Screen title={title}>
      {online
        ? <ErrorCard level={2} title={errorNotice(error, find).title} code={error.code} onRetry={() => patients.load()} />
        : <Notice>{t('offlineStart.failed')}</Notice>}
    </Screen>
  );
}
