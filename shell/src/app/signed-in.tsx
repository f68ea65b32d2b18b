import { ErrorCard } from '@phr/ui/error-card';
import { errorNotice } from '@phr/http/error-notice';
import { AppError } from '@phr/contract/app-error';
import { Notice } from '@phr/ui/notice';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { DashboardScreen } from '../features/dashboard/dashboard.view.tsx';
import { NotFoundScreen } from '../features/planned/not-found.view.tsx';
import { SessionWarning } from '../features/session/session-warning.view.tsx';
import { AppLayout } from '../layout/app-layout.tsx';
import { ModulePlace } from '../core/module-place.tsx';
import { boardVisit } from '../core/board-visit.ts';
import { partsOf } from './ahead.ts';
import type { Decision } from './guard.ts';
import { lazyPart, lazyScreen } from '../core/lazy-screen.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { OWN_SCREENS, OwnLoading } from './own-screens.tsx';
import { personIn, withPerson } from '../services/host/person-in-address.ts';
import { type Prefetch, PrefetchContext } from '../core/prefetch.ts';
import type { Route } from '../core/routes.ts';
import { Screen } from '../core/screen.tsx';
import { useShell, useStore } from '../core/shell.tsx';
import { useT, useTexts } from '../core/texts.tsx';
import { useTitles } from '../core/titles.ts';

const AccountScreen = lazyScreen(
  async () => (await import(/* webpackChunkName: "accounts" */ './signed-out.tsx')).AccountScreen,
  <OwnLoading />,
);

const OwnOnlyScreen = lazyScreen(
  async () => (await import(/* webpackChunkName: "closed" */ '../features/patient/own-only.view.tsx')).OwnOnlyScreen,
  <OwnLoading />,
);
const BackHome = lazyPart<object>(
  async () => (await import(/* webpackChunkName: "board" */ '../features/board/back-home.view.tsx')).BackHome,
);
const ClosedRecordScreen = lazyScreen(
  async () =>
    (await import(/* webpackChunkName: "closed" */ '../features/patient/closed-record.view.tsx')).ClosedRecordScreen,
  <OwnLoading />,
);

/** Everything that requires a token: layout, shell screens, module views. */
export function SignedIn({
  decision,
  overlayRoot,
}: {
  readonly decision: Decision;
  readonly overlayRoot: HTMLElement;
}) {
  const shell = useShell();
  const { pathname, search } = useStore(shell.navigation.location);
  const wanted = useStore(shell.routes).find(pathname)?.route;
  const prefetch = useCallback<Prefetch>(
    (screen) => {
      if (screen === undefined) return;
      partsOf(screen, shell.offer.get()).forEach(shell.modules.preload);
      OWN_SCREENS[screen.screen]?.preload();
    },
    [shell],
  );
  // load its files in parallel with account and patient
  useEffect(() => prefetch(wanted), [wanted, prefetch]);
  const route = 'route' in decision ? decision.route : undefined;
  const isVisitOver = useEndedVisit();
  const personId = decision.kind === 'show' ? personOf(decision, search) : undefined;
  return (
    <PrefetchContext value={prefetch}>
      <AppLayout layout={layoutOf(route)} screen={route?.screen}>
        {isVisitOver && <BackHome />}
        {content(decision, overlayRoot, personId)}
        <LeaveDialog />
        <SessionWarning />
      </AppLayout>
    </PrefetchContext>
  );
}

/** True after a form in a relative's record that was opened from the board. */
function useEndedVisit(): boolean {
  const { patients, navigation } = useShell();
  const visit = useStore(boardVisit);
  const { viewed } = useStore(patients.context);
  const { pathname } = useStore(navigation.location);
  return visit !== undefined && visit.patientId === viewed?.id && visit.pathname !== pathname;
}

/** Screens in both route sets use the app's frame once there is a token (table T2). */
function layoutOf(route: Route | undefined): Route['layout'] {
  return route?.layoutIn ?? route?.layout ?? 'app';
}

/** Person named in the URL: in its path, or in its query (R-H5). */
function personOf({ route, params }: Decision & { readonly kind: 'show' }, search: string): string | undefined {
  return params['p'] ?? (route.needsMainPatient ? personIn(search) : undefined);
}

function content(decision: Decision, overlayRoot: HTMLElement, personId: string | undefined): ReactNode {
  if (decision.kind === 'not-found') return <NotFoundScreen />;
  if (decision.kind === 'failed') return <PatientFailed route={decision.route} />;
  if (decision.kind === 'own-only') return <OwnOnlyScreen route={decision.route} />;
  if (decision.kind !== 'show') return <OwnLoading />;
  return (
    <RecordOfLink personId={personId} route={decision.route}>
      {screenOf(decision.route, overlayRoot)}
    </RecordOfLink>
  );
}

function screenOf({ screen, module }: Route, overlayRoot: HTMLElement): ReactNode {
  // one view for all paths of a module: it stays mounted within the module
  if (module !== undefined)
    return (
      <ModulePlace key={module} module={module} part="app" kind="view" screen={screen} overlayRoot={overlayRoot} />
    );
  if (screen === 'dashboard') return <DashboardScreen />;
  const Own = OWN_SCREENS[screen];
  return Own === undefined ? <AccountScreen screen={screen} /> : <Own key={screen} />;
}

/** Opens the record a link names and says so; an inaccessible record stays closed (D-07). */
function RecordOfLink({
  personId,
  route,
  children,
}: {
  readonly personId: string | undefined;
  readonly route: Route;
  readonly children: ReactNode;
}) {
  const t = useT();
  const { patients, notifications } = useShell();
  const { viewed } = useStore(patients.context);
  const { details, family } = useStore(patients.state);
  const isViewed = personId === undefined || viewed?.id === personId;
  // once per link, so that the person can switch to another record afterwards
  const [link, setLink] = useState({ personId, wasOpen: isViewed });
  const wasOpen = isViewed || (link.personId === personId && link.wasOpen);
  if (link.personId !== personId || link.wasOpen !== wasOpen) setLink({ personId, wasOpen });
  useNamedPerson(route, personId);
  const person = wasOpen ? undefined : details.find(({ id }) => id === personId);
  useEffect(() => {
    if (person === undefined) return;
    patients.view(person.id);
    notifications.show({ type: 'info', title: t('link.switched', { name: person.name }) });
  }, [person, patients, notifications, t]);

  if (wasOpen) return children;
  if (person !== undefined || family === 'loading') return <OwnLoading />;
  return <ClosedRecordScreen route={route} />;
}

/**
 * While another person's record is on screen, the URL names them, so that copied links and reloads lead to the same
 * record (R-H5).
 */
function useNamedPerson({ needsMainPatient }: Route, personId: string | undefined): void {
  const { navigation, patients } = useShell();
  const { main, viewed } = useStore(patients.context);
  const { pathname, search, hash } = useStore(navigation.location);
  const nameless = needsMainPatient && personId === undefined && viewed?.id !== main?.id ? viewed?.id : undefined;
  useEffect(() => {
    if (nameless !== undefined) navigation.rename(withPerson(pathname + search + hash, nameless));
  }, [nameless, navigation, pathname, search, hash]);
}

/** The account or its patient could not be loaded; never shown as a missing profile (D-82). */
function PatientFailed({ route }: { readonly route: Route }) {
  const titleOf = useTitles();
  const { t, find } = useTexts();
  const { patients, connection } = useShell();
  const online = useStore(connection.online);
  const { error = new AppError() } = useStore(patients.state);
  const title = titleOf(route.screen) ?? t('app.shortName');
  return (
    <Screen title={title}>
      {online ? (
        <ErrorCard level={2} title={errorNotice(error, find).title} code={error.code} onRetry={() => patients.load()} />
      ) : (
        <Notice>{t('offlineStart.failed')}</Notice>
      )}
    </Screen>
  );
}
