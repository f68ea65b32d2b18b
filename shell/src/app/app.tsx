import { isForeignToRecords, languageOf } from '@phr/i18n/locale';
import { Spinner } from '@phr/ui/spinner';
import { ToastRegion } from '@phr/ui/toast-region';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { CallbackScreen } from '../features/callback/callback.view.tsx';
import { InAppBrowserBlock } from '../features/in-app-browser/in-app-browser.view.tsx';
import { NotFoundScreen } from '../features/planned/not-found.view.tsx';
import { SigninScreen } from '../features/signin/signin.view.tsx';
import { BareLayout } from '../layout/bare-layout.tsx';
import { MANIFEST_FILES } from '../services/pwa/manifest-files.ts';
import { localStore } from '../services/host/storage.ts';
import { arrivalOf, requestedPath, ENTRY } from '../services/account/arrival.ts';
import { decide, type Decision } from './guard.ts';
import { lazyScreen } from '../core/lazy-screen.tsx';
import { type Shell, useShell, useStore } from '../core/shell.tsx';
import { TextsProvider, useT } from '../core/texts.tsx';

// Loaded separately, to keep the sign-in page small.
const SignedIn = lazy(async () => ({
  default: (await import(/* webpackChunkName: "signed-in" */ './signed-in.tsx')).SignedIn,
}));

const AccountScreen = lazyScreen(
  async () => (await import(/* webpackChunkName: "accounts" */ './signed-out.tsx')).SignedOutScreen,
  <Waiting />,
);

/** The whole page: language, colours, and the screen selected by path, token and patient. */
export function App({ overlayRoot }: { readonly overlayRoot: HTMLElement }) {
  const { texts, navigation, notifications } = useShell();
  useDocumentSettings();
  return (
    <TextsProvider texts={useStore(texts)} overlayRoot={overlayRoot} navigate={navigation.push}>
      <CurrentScreen overlayRoot={overlayRoot} />
      <InAppBrowserBlock />
      <ToastRegion toaster={notifications.toaster} />
    </TextsProvider>
  );
}

function CurrentScreen({ overlayRoot }: { readonly overlayRoot: HTMLElement }) {
  const shell = useShell();
  const { auth, patients, navigation, routes } = shell;
  const location = useStore(navigation.location);
  const status = useStore(auth.status);
  const { main, viewed } = useStore(patients.context);
  const decision = decide(useStore(routes), location.pathname, location.search, {
    auth: status,
    patient: useStore(patients.state).status,
    isOwnRecord: main?.id === viewed?.id,
  });
  const to = decision.kind === 'go' ? decision.to : undefined;
  const keep = decision.kind === 'go' && decision.keep;

  useEffect(() => {
    const path = location.pathname + location.search;
    const wanted = status === 'anonymous' ? requestedPath(path) : undefined;
    if (wanted !== undefined) auth.keepWanted(wanted);
    if (to === undefined) return;
    if (keep) auth.keepWanted(path + location.hash);
    // after sign-in return to the requested path, never to the sign-in screen itself
    navigation.replace(
      status === 'signed-in' && to === '/dashboard' ? (arrive(shell, path) ?? auth.consumeReturnPath()) : to,
    );
  }, [to, keep, auth, navigation, status, location, shell]);

  if (decision.kind === 'go' || (decision.kind === 'wait' && status === 'loading')) return <Waiting />;
  if (status === 'signed-in')
    return (
      <Suspense fallback={<Waiting />}>
        <SignedIn decision={decision} overlayRoot={overlayRoot} />
      </Suspense>
    );
  return (
    <BareLayout>
      <SignedOut decision={decision} />
    </BareLayout>
  );
}

/** Leads a signed-in user who follows a link for visitors; reports an incomplete link. */
function arrive({ accountMemory, navigation, notifications, texts }: Shell, path: string): string | undefined {
  const arrival = arrivalOf(path);
  if (arrival === undefined) return undefined;
  const { t } = texts.get();
  if (arrival.kind === 'programme') {
    // for someone who must create a profile first
    accountMemory.keepEntry(path);
    return navigation.hrefOf(arrival.step.screen, arrival.step.params);
  }
  if (arrival.kind === 'partner') localStore.set(ENTRY, `/partner/${arrival.partner}`);
  notifications.show(
    arrival.kind === 'partner'
      ? { type: 'info', title: t('link.partner') }
      : { type: 'warning', title: t('link.incomplete') },
  );
  return '/dashboard';
}

function SignedOut({ decision }: { readonly decision: Decision }): ReactNode {
  if (decision.kind !== 'show') return <NotFoundScreen />;
  const { screen } = decision.route;
  if (screen === 'signin') return <SigninScreen />;
  if (screen === 'auth-cb' || screen === 'oneid-cb') return <CallbackScreen />;
  return <AccountScreen screen={screen} />;
}

function Waiting() {
  return <Spinner label={useT()('common.loading')} />;
}

/** Applies language, colours and text size to the document. */
function useDocumentSettings(): void {
  const { settings, texts } = useShell();
  const { colorMode, textSize } = useStore(settings.settings);
  const { locale } = useStore(texts);
  useEffect(() => {
    const { documentElement: root } = document;
    root.lang = languageOf(locale);
    root.dataset['colorMode'] = colorMode;
    root.dataset['textSize'] = String(textSize);
    document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/${MANIFEST_FILES[locale]}`);
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', colorMode === 'dark' ? '#182125' : '#ffffff');
  }, [locale, colorMode, textSize]);
  useEffect(() => {
    if (!isForeignToRecords(locale)) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    void import(/* webpackChunkName: "vietnamese-parts" */ '@phr/i18n/vietnamese-parts').then(({ markVietnamese }) => {
      if (!isOver) stop = markVietnamese(document.body);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [locale]);
}
