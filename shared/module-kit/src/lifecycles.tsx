import type { HostApi } from '@phr/contract/host-api';
import type { Lifecycles, MountProps } from '@phr/contract/phr-module';
import { adoptSheets } from '@phr/ui/sheets';
import { UiProvider } from '@phr/ui/ui-text';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import { I18nextProvider, useTranslation } from 'react-i18next';
import singleSpaReact from 'single-spa-react';
import type { PartLoader, PartProps } from './part.tsx';
import { ErrorWall } from './error-wall.tsx';
import { FaultContext, HostContext, useSettings, useStore } from './host.tsx';
import type { ModuleTexts } from './i18n.tsx';

/** Shared by all parts of one module instance. */
export interface ModuleScope {
  readonly owner: string;
  readonly host: HostApi;
  readonly texts: ModuleTexts;
  readonly queries: QueryClient;
}

/**
 * single-spa lifecycles of a view or slot. Style sheets are adopted while mounted. Only views include the router: slots
 * save its bytes.
 */
export function createLifecycles(scope: ModuleScope, load: PartLoader, kind: 'view' | 'slot'): Lifecycles {
  const spa = singleSpaReact<MountProps>({
    React,
    ReactDOMClient,
    renderType: 'createRoot',
    loadRootComponent: async () => {
      const [Part, Router] = await Promise.all([
        load(),
        kind === 'view'
          ? import(/* webpackChunkName: "app" */ './router.tsx').then((file) => file.HostRouter)
          : React.Fragment,
        scope.texts.ready,
      ]);
      // single-spa-react is typed for React 18 root components
      return ((props: MountProps) => <Root scope={scope} mount={props} Part={Part} Router={Router} />) as never;
    },
    errorBoundary: () => <></>,
  }) as unknown as Lifecycles;

  const releases = new Map<string, () => void>();
  const release = (name: string) => {
    releases.get(name)?.();
    releases.delete(name);
  };
  return {
    bootstrap: (props) => spa.bootstrap(props),
    async mount(props) {
      releases.set(props.name, adoptSheets(props.styleRoot, ['@phr/ui', '@phr/module-kit', scope.owner]));
      try {
        return await spa.mount(props);
      } catch (error) {
        release(props.name);
        throw error;
      }
    },
    async update(props) {
      return spa.update?.(props);
    },
    async unmount(props) {
      const result = await spa.unmount(props);
      release(props.name);
      return result;
    },
  };
}

interface RootProps {
  readonly scope: ModuleScope;
  readonly mount: MountProps;
  readonly Part: React.ComponentType<PartProps>;
  readonly Router: React.ComponentType<{ children: React.ReactNode }> | typeof React.Fragment;
}

function Root({ scope, mount, Part, Router }: RootProps) {
  return (
    <HostContext value={scope.host}>
      <I18nextProvider i18n={scope.texts.i18n}>
        <QueryClientProvider client={scope.queries}>
          <Dressed scope={scope} mount={mount}>
            <Router>
              <FaultContext value={mount.fault}>
                <Part input={mount.input} headingLevel={mount.headingLevel} />
              </FaultContext>
            </Router>
          </Dressed>
        </QueryClientProvider>
      </I18nextProvider>
    </HostContext>
  );
}

/** Provides language, texts and overlay place to shared components, inside an error boundary. */
function Dressed({ scope, mount, children }: { scope: ModuleScope; mount: MountProps; children: React.ReactNode }) {
  const { t } = useTranslation();
  useSettings();
  const { locale, texts } = scope.texts.shown();
  const { navigation } = scope.host;
  const { pathname, search } = useStore(navigation.location);
  const follow = React.useCallback(
    (href: string) => navigation.push(pathOf(href, navigation.resolve('/'))),
    [navigation],
  );
  return (
    <UiProvider locale={locale} texts={texts} overlayRoot={mount.overlayRoot} navigate={follow}>
      <ErrorWall log={scope.host.log} title={t('err.module')} place={pathname + search} onFault={mount.fault}>
        {children}
      </ErrorWall>
    </UiProvider>
  );
}

/** The host history's path of a real URL. */
function pathOf(href: string, base: string): string {
  return href.startsWith(base) ? `/${href.slice(base.length)}` : href;
}
